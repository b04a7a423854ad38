// The entry: makes the loading of modules quick, then runs the process.
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// Compiled code, and what is left of TypeScript without its types, are kept from one start to the next.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/console'))

// For every ES module of a package Node parses the package's whole `exports`: for drizzle-orm, 170 kB a hundred times
// over, 0.3 s and 150 MB. Its CommonJS build is spared that.
const requiring = ['node', 'require']
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith('drizzle-orm') ? { ...context, conditions: requiring } : context),
})

await import('./process.ts')
