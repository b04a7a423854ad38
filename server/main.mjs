/**
 * The entry: makes the loading of modules quick, sets the zone, then runs the process; with `--built` the one that
 * `scripts/build.mjs` has built.
 */
import './quick-loading.mjs'

// Before anything reads a clock: libraries that read local fields of a date get those of Shanghai.
process.env.TZ = 'Asia/Shanghai'
if (process.argv.includes('--built')) await import(new URL('../build/server.js', import.meta.url).href)
else await import('./process.ts')
