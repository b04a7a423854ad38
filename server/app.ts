// Every area, registered explicitly: "go to definition" leads from here to each call.
import type { FastifyInstance } from 'fastify'
import type { Core } from './core/core.ts'
import { createHttp } from './core/http.ts'
import { importResultRoutes, importSweep } from './core/imports-results.ts'
import type { Job } from './core/jobs.ts'
import { liveSocket, type Socket } from './core/live-socket.ts'
import type { Route } from './core/serve.ts'
import { routes as categoryGrants } from './features/authorisation/category-grants.routes.ts'
import { routes as productGrants } from './features/authorisation/product-grants.routes.ts'
import { routes as roleStaff } from './features/authorisation/staff.routes.ts'
import { routes as categories } from './features/catalogue/categories.routes.ts'
import { routes as products } from './features/catalogue/products.routes.ts'
import { routes as regions } from './features/catalogue/regions.routes.ts'
import { routes as categoryTree } from './features/catalogue/tree.routes.ts'
import { routes as frames } from './features/frames/frames.routes.ts'
import { routes as home } from './features/home/home.routes.ts'
import { routes as accountSecurity } from './features/identity/account-security.routes.ts'
import { routes as identity } from './features/identity/identity.routes.ts'
import { routes as oauth } from './features/identity/oauth.routes.ts'
import { routes as live } from './features/live/live.routes.ts'
import { routes as registrations } from './features/members/registrations.routes.ts'
import { routes as accessExplained } from './features/organisation/access-explained.routes.ts'
import { routes as adminLinks } from './features/organisation/admin-links.routes.ts'
import { routes as departments } from './features/organisation/departments.routes.ts'
import { routes as handover } from './features/organisation/handover.routes.ts'
import { routes as loginFailures } from './features/organisation/login-failures.routes.ts'
import { routes as looks } from './features/organisation/looks.routes.ts'
import { routes as menuTree } from './features/organisation/menu-tree.routes.ts'
import { routes as menus } from './features/organisation/menus.routes.ts'
import { routes as online } from './features/organisation/online.routes.ts'
import { routes as roles } from './features/organisation/roles.routes.ts'
import { routes as secondFactors } from './features/organisation/second-factors.routes.ts'
import { routes as sendInfo } from './features/organisation/send-info.routes.ts'
import { routes as staff } from './features/organisation/staff.routes.ts'
import { routes as staffRelations } from './features/organisation/staff-relations.routes.ts'
import { routes as users } from './features/organisation/users.routes.ts'
import { usersExport } from './features/organisation/users-export.ts'
import { usersImport } from './features/organisation/users-import.ts'
import { routes as visitLog } from './features/organisation/visit-log.routes.ts'
import { routes as prices } from './features/prices/prices.routes.ts'
import { routes as announcements } from './features/system/announcements.routes.ts'
import { routes as auditLog } from './features/system/audit-log.routes.ts'
import { routes as clientLog } from './features/system/client-log.routes.ts'
import { sweepFiles } from './features/system/files.jobs.ts'
import { routes as files } from './features/system/files.routes.ts'
import { routes as systemJobs } from './features/system/jobs.routes.ts'
import { routes as lists } from './features/system/lists.routes.ts'
import { routes as settings } from './features/system/settings.routes.ts'
import { sweep } from './features/system/sweeps.ts'

/** Every call of the console. */
export const routes: readonly Route[] = [
  ...identity,
  ...accountSecurity,
  ...oauth,
  ...menus,
  ...accessExplained,
  ...looks,
  ...menuTree,
  ...departments,
  ...roles,
  ...staff,
  ...users,
  ...usersImport.routes,
  ...usersExport.routes,
  ...importResultRoutes,
  ...secondFactors,
  ...prices,
  ...categoryTree,
  ...categories,
  ...products,
  ...regions,
  ...home,
  ...frames,
  ...settings,
  ...announcements,
  ...auditLog,
  ...clientLog,
  ...lists,
  ...systemJobs,
  ...files,
  ...live,
  ...online,
  ...categoryGrants,
  ...productGrants,
  ...roleStaff,
  ...adminLinks,
  ...handover,
  ...loginFailures,
  ...sendInfo,
  ...staffRelations,
  ...visitLog,
  ...registrations,
]

/** Every background job. */
export const jobs: readonly Job[] = [sweep, sweepFiles, usersImport.job, usersExport.job, importSweep]

/** What is called by an upgrade to a websocket. */
export const sockets: readonly Socket[] = [liveSocket]

export const createApp = (core: Core): FastifyInstance => createHttp(core, routes, sockets)
