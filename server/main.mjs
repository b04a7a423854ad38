/** The entry: makes the loading of modules quick, then runs the process. */
import './quick-loading.mjs'

await import('./process.ts')
