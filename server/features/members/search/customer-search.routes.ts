// The search for customers and accounts over HTTP.
import { isAllowed } from '../../../../contract/access.ts'
import { searchCustomers, seesAccounts, seesCustomers } from '../../../../contract/members/customer-search.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { serve } from '../../../core/http/serve.ts'
import { findAccounts, findCustomers } from './customer-search.queries.ts'
import { wantedOf } from './customer-search.rules.ts'

const keys = Object.keys(seesAccounts.menus) as SubProductKey[]

export const routes = [
  serve(searchCustomers, async ({ body: { text: typed }, db, actor }) => {
    const wanted = wantedOf(typed)
    if (!wanted) return { customers: [], accounts: [] }
    const mine = keys.filter((key) => isAllowed(seesAccounts, actor, key))
    const [customers, accounts] = await Promise.all([
      isAllowed(seesCustomers, actor) ? findCustomers(db, actor, { typed, wanted }) : [],
      findAccounts(db, actor, mine, { typed, wanted }),
    ])
    return { customers, accounts }
  }),
]
