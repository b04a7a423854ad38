// The ledger of grants over HTTP, within sales scope.
import {
  getLedgerAccount,
  grantLedger,
  type PartnerLedger,
  partnerLedgers,
  queryActChanges,
  queryGrantActs,
} from '../../../../contract/members/grant-changes.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { findNamedAccount, subProductOfAccount } from '../activity/account-logs.queries.ts'
import {
  findGrantChange,
  listActChanges,
  listGrantActs,
  listGrantChanges,
  partnerLists,
  subProductOfChange,
} from './grant-changes.queries.ts'

const checkDays = ({ from, to }: { from?: string; to?: string }) =>
  checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })

const found = <T>(detail: T | undefined): T => {
  if (!detail) throw refuse('notFound')
  return detail
}

const partnerRoutes = (page: PartnerLedger) => [
  serve(partnerLedgers[page].list, async ({ body, db, actor }) => {
    checkDays(body)
    return partnerLists[page](db, body, scopeValues(actor))
  }),
  serve(partnerLedgers[page].details, async ({ body, db, actor }) =>
    found(await findGrantChange(db, actor, body.id, page)),
  ),
]

export const routes = [
  serve(grantLedger.list, async ({ body, db, actor }) => {
    checkDays(body)
    return listGrantChanges(db, body, scopeValues(actor))
  }),
  serve(grantLedger.details, async ({ body, db, actor }) => found(await findGrantChange(db, actor, body.id)), {
    subProductOf: ({ body, db }) => subProductOfChange(db, body.id),
  }),

  serve(getLedgerAccount, async ({ body, db, actor }) => found(await findNamedAccount(db, actor, body.accountId)), {
    subProductOf: ({ body, db }) => subProductOfAccount(db, body.accountId),
  }),

  ...partnerRoutes('grantChangeBigData'),
  ...partnerRoutes('grantChangeOfficialWebsite'),

  serve(queryGrantActs, async ({ body, db, actor }) => {
    checkDays(body)
    return listGrantActs(db, body, scopeValues(actor))
  }),
  serve(queryActChanges, ({ body, db, actor }) => listActChanges(db, body, scopeValues(actor))),
]
