// Every area, registered explicitly: "go to definition" leads from here to each call.
import type { FastifyInstance } from 'fastify'
import type { Core } from './core/core.ts'
import { createHttp } from './core/http.ts'
import type { Route } from './core/serve.ts'
import { routes as identity } from './features/identity/identity.routes.ts'
import { routes as menus } from './features/organisation/menus.routes.ts'
import { routes as staff } from './features/organisation/staff.routes.ts'
import { routes as users } from './features/organisation/users.routes.ts'
import { routes as prices } from './features/prices/prices.routes.ts'

/** Every call of the console. */
export const routes: readonly Route[] = [...identity, ...menus, ...staff, ...users, ...prices]

export const createApp = (core: Core): FastifyInstance => createHttp(core, routes)
