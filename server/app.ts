// Every area, registered explicitly: "go to definition" leads from here to each call.
import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { createHttp } from '#server/core/http/http.ts'
import { type Route, reserved } from '#server/core/http/serve.ts'
import type { Job } from '#server/core/jobs/jobs.ts'
import { liveSocketWith, type Socket } from '#server/core/live/live-socket.ts'
import type { Cause } from '#server/core/outbox/causes.ts'
import type { Export } from '#server/core/sheets/exports.ts'
import type { Import } from '#server/core/sheets/imports.ts'
import { importResultRoutes, importSweep } from '#server/core/sheets/imports-results.ts'
import { importUndoRoutes } from '#server/core/sheets/imports-undo.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { ai } from '#server/features/ai/ai.area.ts'
import { articles } from '#server/features/articles/articles.area.ts'
import { articlePresence } from '#server/features/articles/presence.ts'
import { routes as categoryGrants } from '#server/features/authorisation/category-grants.routes.ts'
import { categoryGrantsExport, productGrantsExport, staffExport } from '#server/features/authorisation/grants-export.ts'
import { routes as productGrants } from '#server/features/authorisation/product-grants.routes.ts'
import { routes as roleStaff } from '#server/features/authorisation/staff.routes.ts'
import { routes as categories } from '#server/features/catalogue/categories.routes.ts'
import { categoriesExport, categoriesImport } from '#server/features/catalogue/categories-sheets.ts'
import { routes as products } from '#server/features/catalogue/products.routes.ts'
import { productsExport, productsImport } from '#server/features/catalogue/products-sheets.ts'
import { routes as regions } from '#server/features/catalogue/regions.routes.ts'
import { regionsExport, regionsImport } from '#server/features/catalogue/regions-sheets.ts'
import { routes as categoryTree } from '#server/features/catalogue/tree.routes.ts'
import { entitlements } from '#server/features/entitlements/entitlements.area.ts'
import { signIn } from '#server/features/entitlements/sign-in/sign-in.area.ts'
import { routes as boards } from '#server/features/home/boards.routes.ts'
import { routes as home } from '#server/features/home/home.routes.ts'
import { routes as accountSecurity } from '#server/features/identity/account-security.routes.ts'
import { routes as identity } from '#server/features/identity/identity.routes.ts'
import { routes as oauth } from '#server/features/identity/oauth.routes.ts'
import { routes as passwordReset, passwordResetCause } from '#server/features/identity/password-reset.routes.ts'
import { routes as live } from '#server/features/live/live.routes.ts'
import { meetings } from '#server/features/meetings/meetings.area.ts'
import { routes as accountViews } from '#server/features/members/accounts/account-views.routes.ts'
import {
  accountsExport,
  routes as memberAccounts,
  subAccountsExport,
} from '#server/features/members/accounts/accounts.routes.ts'
import { accountsImport } from '#server/features/members/accounts/accounts-import.ts'
import { routes as adminLinkUsers } from '#server/features/members/accounts/admin-link-users.routes.ts'
import { routes as dataKeys } from '#server/features/members/accounts/data-keys.routes.ts'
import { routes as subAccounts } from '#server/features/members/accounts/sub-accounts.routes.ts'
import { routes as accountLogs, accountLogsExport } from '#server/features/members/activity/account-logs.routes.ts'
import { signalsJob } from '#server/features/members/activity/account-signals.jobs.ts'
import { routes as accountSignals, signalsExport } from '#server/features/members/activity/account-signals.routes.ts'
import { routes as accountVisits, visitorsExport } from '#server/features/members/activity/account-visits.routes.ts'
import { routes as contacts } from '#server/features/members/customers/contacts.routes.ts'
import { contactsImport } from '#server/features/members/customers/contacts-import.ts'
import { routes as customers, customersExport } from '#server/features/members/customers/customers.routes.ts'
import { customersImport } from '#server/features/members/customers/customers-import.ts'
import { routes as customerMerges } from '#server/features/members/customers/merges.routes.ts'
import { moveOwners } from '#server/features/members/customers/owners.jobs.ts'
import { routes as owners } from '#server/features/members/customers/owners.routes.ts'
import { routes as documents } from '#server/features/members/documents/documents.routes.ts'
import { documentImportsOf, documentsExport } from '#server/features/members/documents/documents-sheets.ts'
import { accountTermsJob } from '#server/features/members/grants/account-terms.job.ts'
import { grantBatchJob } from '#server/features/members/grants/grant-batches.job.ts'
import { routes as grantBatches } from '#server/features/members/grants/grant-batches.routes.ts'
import { routes as grantChanges, grantExports } from '#server/features/members/grants/grant-changes.routes.ts'
import { closingsImport } from '#server/features/members/grants/grant-closings.ts'
import { routes as grantRules } from '#server/features/members/grants/grant-rules.routes.ts'
import { routes as memberGrants } from '#server/features/members/grants/grants.routes.ts'
import { routes as manualEntry } from '#server/features/members/matrix/manual-entry.routes.ts'
import { entriesExport, entryImportsOf } from '#server/features/members/matrix/manual-entry-sheets.ts'
import { routes as matrix } from '#server/features/members/matrix/matrix.routes.ts'
import { routes as orders, ordersExport } from '#server/features/members/orders/orders.routes.ts'
import { empowerJob, routes as partnerEmpower } from '#server/features/members/partners/partner-empower.ts'
import { routes as partners, partnersExport } from '#server/features/members/partners/partners.routes.ts'
import { routes as permissionSets } from '#server/features/members/partners/permission-sets.routes.ts'
import { routes as thirdPowers } from '#server/features/members/partners/third-powers.routes.ts'
import { presetJob } from '#server/features/members/presets/presets.acts.ts'
import { routes as presets } from '#server/features/members/presets/presets.routes.ts'
import { registrationCodeCause } from '#server/features/members/registrations/registration-codes.acts.ts'
import {
  routes as registrationHandling,
  registrationsExport,
} from '#server/features/members/registrations/registration-handling.routes.ts'
import { routes as registrations } from '#server/features/members/registrations/registrations.routes.ts'
import { routes as customerSearch } from '#server/features/members/search/customer-search.routes.ts'
import { monitoring } from '#server/features/monitoring/monitoring.area.ts'
import { operations } from '#server/features/operations/operations.area.ts'
import {
  routes as departments,
  departmentsExport,
} from '#server/features/organisation/departments/departments.routes.ts'
import { routes as menuTree } from '#server/features/organisation/menus/menu-tree.routes.ts'
import { routes as menus } from '#server/features/organisation/menus/menus.routes.ts'
import { routes as accessExplained } from '#server/features/organisation/roles/access-explained.routes.ts'
import { routes as roles } from '#server/features/organisation/roles/roles.routes.ts'
import { routes as impersonation } from '#server/features/organisation/sessions/impersonation.routes.ts'
import {
  failuresExport,
  routes as sessions,
  visitsExport,
} from '#server/features/organisation/sessions/sessions.routes.ts'
import { routes as adminLinks } from '#server/features/organisation/users/admin-links.routes.ts'
import { routes as handover } from '#server/features/organisation/users/handover.routes.ts'
import {
  routes as staffRelations,
  subordinatesExport,
} from '#server/features/organisation/users/staff-relations.routes.ts'
import { routes as users, usersExport } from '#server/features/organisation/users/users.routes.ts'
import { usersImport } from '#server/features/organisation/users/users-import.ts'
import { outbox } from '#server/features/outbox/outbox.area.ts'
import { prices } from '#server/features/prices/prices.area.ts'
import { push } from '#server/features/push/push.area.ts'
import { service } from '#server/features/service/service.area.ts'
import { sharing } from '#server/features/sharing/sharing.area.ts'
import { routes as announcements } from '#server/features/system/announcements.routes.ts'
import { routes as apiKeys } from '#server/features/system/api-keys.routes.ts'
import { routes as auditLog } from '#server/features/system/audit-log.routes.ts'
import { routes as clientLog } from '#server/features/system/client-log.routes.ts'
import { routes as dictionary } from '#server/features/system/dictionary.routes.ts'
import { wordsExport, wordsImport } from '#server/features/system/dictionary-sheets.ts'
import { fileRoutes } from '#server/features/system/files.routes.ts'
import { routes as frames } from '#server/features/system/frames.routes.ts'
import { routes as systemJobs } from '#server/features/system/jobs.routes.ts'
import { routes as lists } from '#server/features/system/list-settings.routes.ts'
import { auditExport, clientLogExport } from '#server/features/system/logs-export.ts'
import { routes as publicAddress } from '#server/features/system/public-address.routes.ts'
import { routes as settings } from '#server/features/system/settings.routes.ts'
import { sweep, sweepFiles } from '#server/features/system/sweeps.ts'
import { visits } from '#server/features/visits/visits.area.ts'

/** Every import and export: the calls of each, and the job that does it. */
export const sheets: readonly (Import | Export)[] = [
  usersImport,
  usersExport,
  categoriesImport,
  categoriesExport,
  regionsImport,
  regionsExport,
  productsImport,
  productsExport,
  ...prices.sheets,
  ...monitoring.sheets,
  ...articles.sheets,
  ...push.sheets,
  ...service.sheets,
  ...operations.sheets,
  ...sharing.sheets,
  ...visits.sheets,
  ...meetings.sheets,
  ...ai.sheets,
  categoryGrantsExport,
  productGrantsExport,
  staffExport,
  departmentsExport,
  subordinatesExport,
  auditExport,
  clientLogExport,
  failuresExport,
  visitsExport,
  wordsImport,
  wordsExport,
  accountLogsExport,
  signalsExport,
  visitorsExport,
  closingsImport,
  customersImport,
  contactsImport,
  customersExport,
  partnersExport,
  accountsImport,
  accountsExport,
  subAccountsExport,
  registrationsExport,
  ordersExport,
  documentsExport,
  entriesExport,
  ...grantExports,
  ...documentImportsOf,
  ...entryImportsOf,
]

/** Every call of the console. */
export const routes: readonly Route[] = [
  ...reserved(identity),
  ...accountSecurity,
  ...reserved(oauth),
  ...reserved(passwordReset),
  ...reserved(menus),
  ...accessExplained,
  ...impersonation,
  ...menuTree,
  ...departments,
  ...roles,
  ...users,
  ...importResultRoutes,
  ...prices.routes,
  ...articles.routes,
  ...outbox.routes,
  ...monitoring.routes,
  ...push.routes,
  ...service.routes,
  ...ai.routes,
  ...operations.routes,
  ...sharing.routes,
  ...visits.routes,
  ...meetings.routes,
  ...entitlements.routes,
  ...signIn.routes,
  ...categoryTree,
  ...categories,
  ...products,
  ...regions,
  ...home,
  ...boards,
  ...frames,
  ...settings,
  ...publicAddress,
  ...announcements,
  ...auditLog,
  ...dictionary,
  ...clientLog,
  ...lists,
  ...systemJobs,
  ...fileRoutes(sheets.filter((sheet) => 'access' in sheet)),
  ...live,
  ...sessions,
  ...categoryGrants,
  ...productGrants,
  ...roleStaff,
  ...adminLinks,
  ...handover,
  ...staffRelations,
  ...accountLogs,
  ...accountSignals,
  ...accountVisits,
  ...memberGrants,
  ...grantBatches,
  ...grantChanges,
  ...registrations,
  ...customers,
  ...customerMerges,
  ...contacts,
  ...owners,
  ...matrix,
  ...adminLinkUsers,
  ...thirdPowers,
  ...permissionSets,
  ...partners,
  ...partnerEmpower,
  ...dataKeys,
  ...apiKeys,
  ...customerSearch,
  ...accountViews,
  ...memberAccounts,
  ...subAccounts,
  ...registrationHandling,
  ...presets,
  ...grantRules,
  ...orders,
  ...documents,
  ...manualEntry,
  ...sheets.flatMap((sheet) => sheet.routes),
  ...importUndoRoutes(sheets.filter((sheet) => 'calls' in sheet)),
]

/** Every background job. */
export const jobs: readonly Job[] = [
  ...prices.jobs,
  ...ai.jobs,
  ...sheets.map((sheet) => sheet.job as Job),
  ...sheets.flatMap((sheet) => ('checkJob' in sheet && sheet.checkJob ? [sheet.checkJob as Job] : [])),
  sweep,
  ...outbox.jobs,
  ...visits.jobs,
  sweepFiles,
  empowerJob,
  presetJob,
  importSweep,
  grantBatchJob,
  signalsJob,
  ...service.jobs,
  accountTermsJob,
  moveOwners,
  ...articles.jobs,
  ...push.jobs,
  ...meetings.jobs,
  ...entitlements.jobs,
  ...signIn.jobs,
]

/** Every cause of outgoing messages. */
export const causes: readonly Cause[] = [
  ...outbox.causes,
  passwordResetCause,
  registrationCodeCause,
  ...articles.causes,
  ...prices.causes,
  ...push.causes,
  ...monitoring.causes,
  ...meetings.causes,
  ...entitlements.causes,
  ...ai.causes,
]

/** Endpoints that are upgraded to a WebSocket. */
export const sockets: readonly Socket[] = [liveSocketWith(articlePresence)]

/** A second declaration of a name would replace the first, or never be asked. */
export function refuseDoubled(names: Readonly<Record<string, readonly string[]>>): void {
  for (const [kind, each] of Object.entries(names)) {
    const doubled = each.find((name, at) => each.indexOf(name) !== at)
    if (doubled !== undefined) throw new Error(`two ${kind} are named ${doubled}`)
  }
}

refuseDoubled({
  calls: [...routes, ...sockets].map(({ endpoint: { method, path } }) => `${method} ${path}`),
  jobs: jobs.map(({ name }) => name),
  causes: causes.map(({ name }) => name),
  menus: menuRows.map(({ code }) => code),
  sheets: sheets.flatMap(({ routes: [first] }) => (first ? [first.endpoint.summary] : [])),
})

export const createApp = (core: Core): FastifyInstance => createHttp(core, routes, sockets)
