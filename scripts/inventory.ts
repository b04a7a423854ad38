/**
 * `npm run -s inventory`: every call, screen and button alias, as JSON, read from the registries that the running
 * product uses, so that the list cannot differ from the product.
 */
import { aliases, describeAccess } from '../contract/access.ts'
import { routes, sockets } from '../server/app.ts'
import { pages } from '../web/pages.ts'

const calls = [...routes, ...sockets].map(({ endpoint: { method, path, access, effect } }) => ({
  method,
  path,
  access: describeAccess(access),
  effect,
}))
const inventory = { calls, routes: Object.keys(pages), aliases }
// Ends by itself, whatever timers the imported modules hold.
process.stdout.write(`${JSON.stringify(inventory, undefined, 2)}\n`, () => process.exit())
