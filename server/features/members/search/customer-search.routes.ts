// The search for customers, accounts, meetings and enterprises for visits over HTTP.
import { isAllowed } from '#contract/access.ts'
import {
  CUSTOMER_SEARCH_MAX,
  searchCustomers,
  seesAccounts,
  seesCustomers,
  seesMeetings,
  seesSites,
} from '#contract/members/customer-search.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { serve } from '#server/core/http/serve.ts'
import { meetingsNamed } from '#server/features/meetings/meetings.queries.ts'
import { searchSites } from '#server/features/visits/visit-enterprises.queries.ts'
import { findAccounts, findCustomers } from './customer-search.queries.ts'
import { wantedOf } from './customer-search.rules.ts'

const keys = Object.keys(seesAccounts.menus) as SubProductKey[]

export const routes = [
  serve(searchCustomers, async ({ body: { text: typed }, db, actor }) => {
    const wanted = wantedOf(typed)
    if (!wanted) return { customers: [], accounts: [], meetings: [], sites: [] }
    const mine = keys.filter((key) => isAllowed(seesAccounts, actor, key))
    const [customers, accounts, meetings, sites] = await Promise.all([
      isAllowed(seesCustomers, actor) ? findCustomers(db, actor, { typed, wanted }) : [],
      findAccounts(db, actor, mine, { typed, wanted }),
      isAllowed(seesMeetings, actor) ? meetingsNamed(db, typed, CUSTOMER_SEARCH_MAX) : [],
      isAllowed(seesSites, actor) ? searchSites(db, actor, { text: typed }) : [],
    ])
    return { customers, accounts, meetings, sites: sites.slice(0, CUSTOMER_SEARCH_MAX) }
  }),
]
