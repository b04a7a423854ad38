// Views beside an account of the list, over HTTP: right by the sub-product of the stored row, scope by its owner.
import {
  type AccountDays,
  queryAccountActs,
  queryAccountRecords,
  queryAccountSubs,
  queryAccountVisits,
} from '#contract/members/account-views.ts'
import type { AccountLogKind } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, subProductById } from '#server/core/http/serve.ts'
import type { Db } from '#server/db/connection.ts'
import { listAccountLogs } from '../activity/account-logs.queries.ts'
import { withinDays } from '../activity/account-logs.rules.ts'
import { findEnterprise } from '../customers/customers.queries.ts'
import { recordsOf } from '../customers/customers-records.queries.ts'
import { findAccount, subProductOfAccount } from './accounts.queries.ts'
import { mainsOf } from './sub-accounts.queries.ts'

const one = subProductById(subProductOfAccount)

async function requireAccount(db: Db, actor: Actor, id: string) {
  return orNotFound(await findAccount(db, actor, id))
}

type LogContext = { body: AccountDays; db: Db; actor: Actor; subProduct: SubProductKey }

/** Its log in the sub-product, all kinds or one. */
async function logOf({ body, db, actor, subProduct }: LogContext, kind?: AccountLogKind) {
  const { id, ...query } = body
  const account = await requireAccount(db, actor, id)
  const filters = { ...withinDays(query), subProduct, accountId: account.id, ...(kind && { kind }) }
  return listAccountLogs(db, filters, scopeValues(actor))
}

export const routes = [
  serve(queryAccountActs, (context) => logOf(context), one),
  serve(queryAccountVisits, (context) => logOf(context, 'view'), one),

  serve(
    queryAccountSubs,
    async ({ body: { id }, db, actor, subProduct }) => {
      const { enterpriseId } = await requireAccount(db, actor, id)
      const mains = await mainsOf(db, actor, enterpriseId, subProduct)
      return mains.find((main) => main.id === id)?.children ?? []
    },
    one,
  ),

  serve(
    queryAccountRecords,
    async ({ body: { id, kind }, db, actor }) => {
      const { enterpriseId } = await requireAccount(db, actor, id)
      if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
      return recordsOf(db, actor, enterpriseId, kind)
    },
    one,
  ),
]
