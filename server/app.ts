// Every area, registered explicitly: "go to definition" leads from here to each call.
import type { FastifyInstance } from 'fastify'
import type { Core } from './core/core.ts'
import { createHttp } from './core/http.ts'
import { liveSocket, type Socket } from './core/live-socket.ts'
import type { Route } from './core/serve.ts'
import { routes as frames } from './features/frames/frames.routes.ts'
import { routes as home } from './features/home/home.routes.ts'
import { routes as accountSecurity } from './features/identity/account-security.routes.ts'
import { routes as identity } from './features/identity/identity.routes.ts'
import { routes as oauth } from './features/identity/oauth.routes.ts'
import { routes as live } from './features/live/live.routes.ts'
import { routes as registrations } from './features/members/registrations.routes.ts'
import { routes as accessExplained } from './features/organisation/access-explained.routes.ts'
import { routes as looks } from './features/organisation/looks.routes.ts'
import { routes as menus } from './features/organisation/menus.routes.ts'
import { routes as online } from './features/organisation/online.routes.ts'
import { routes as secondFactors } from './features/organisation/second-factors.routes.ts'
import { routes as staff } from './features/organisation/staff.routes.ts'
import { routes as users } from './features/organisation/users.routes.ts'
import { routes as prices } from './features/prices/prices.routes.ts'
import { routes as clientLog } from './features/system/client-log.routes.ts'
import { routes as settings } from './features/system/settings.routes.ts'

/** Every call of the console. */
export const routes: readonly Route[] = [
  ...identity,
  ...accountSecurity,
  ...oauth,
  ...menus,
  ...accessExplained,
  ...looks,
  ...staff,
  ...users,
  ...secondFactors,
  ...prices,
  ...home,
  ...frames,
  ...settings,
  ...clientLog,
  ...live,
  ...online,
  ...registrations,
]

/** What is called by an upgrade to a websocket. */
export const sockets: readonly Socket[] = [liveSocket]

export const createApp = (core: Core): FastifyInstance => createHttp(core, routes, sockets)
