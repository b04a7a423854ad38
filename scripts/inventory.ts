/**
 * `npm run -s inventory`: every call, screen, alias and button, as JSON, read from the registries that the running
 * product uses, so that the list cannot differ from the product.
 */
import { aliases, asksOf, describeAccess } from '#contract/access.ts'
import { routes, sockets } from '#server/app.ts'
import { pages } from '#web/pages.ts'
import { buttonsOnScreens } from './buttons.ts'

const calls = [...routes, ...sockets].map(({ endpoint: { method, path, access, effect } }) => ({
  method,
  path,
  access: describeAccess(access),
  effect,
  asks: asksOf(access),
}))
const inventory = { calls, routes: Object.keys(pages), aliases, buttons: buttonsOnScreens() }
// Exits explicitly, as imported modules may hold timers.
process.stdout.write(`${JSON.stringify(inventory, undefined, 2)}\n`, () => process.exit())
