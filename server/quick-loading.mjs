/**
 * Makes the loading of modules quick in the process that imports it first. In JavaScript, since Node loads the compiler that
 * takes types away (10 MB that it never gives back) for one file that is not in the cache.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// Compiled code, and what is left of TypeScript without its types, are kept from one start to the next.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/console'))

// Node parses a package's whole `exports` at each import of it: of drizzle-orm 170 kB, by every file of every area and by each
// of its own ES modules. So it is found once for all of them, and is its CommonJS build.
const conditions = ['node', 'require']
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map()
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const known = found.get(specifier)
    if (known) return { ...known, shortCircuit: true }
    const resolved = next(specifier, { ...context, conditions })
    found.set(specifier, resolved)
    return resolved
  },
})
