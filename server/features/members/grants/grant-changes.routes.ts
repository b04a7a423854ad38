// The ledger of grants over HTTP, within sales scope.
import {
  exportGrantActs,
  type GrantChangeRow,
  getLedgerAccount,
  grantLedger,
  type PartnerLedger,
  partnerLedgers,
  queryActChanges,
  queryGrantActs,
} from '#contract/members/grant-changes.ts'
import { type GrantState, grantKindLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, subProductById } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { subProductOfAnyAccount } from '../accounts/accounts.queries.ts'
import { findNamedAccount } from '../activity/account-logs.queries.ts'
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
  serve(
    grantLedger.details,
    async ({ body, db, actor }) => found(await findGrantChange(db, actor, body.id)),
    subProductById(subProductOfChange),
  ),

  serve(getLedgerAccount, async ({ body, db, actor }) => found(await findNamedAccount(db, actor, body.accountId)), {
    subProductOf: ({ body, db }) => subProductOfAnyAccount(db, body.accountId),
  }),

  ...partnerRoutes('grantChangeBigData'),
  ...partnerRoutes('grantChangeOfficialWebsite'),

  serve(queryGrantActs, async ({ body, db, actor }) => {
    checkDays(body)
    return listGrantActs(db, body, scopeValues(actor))
  }),
  serve(queryActChanges, ({ body, db, actor }) => listActChanges(db, body, scopeValues(actor))),
]

function stateText(state: GrantState | null): string {
  if (!state) return ''
  const { kind, startsOn, endsOn, quota } = state
  return `${grantKindLabels[kind]} ${startsOn} 至 ${endsOn}${quota === null ? '' : `，每日 ${quota}`}`
}

const cells = {
  productName: ({ productName }: GrantChangeRow) => productName || '整个子产品',
  before: ({ before }: GrantChangeRow) => stateText(before),
  after: ({ after }: GrantChangeRow) => stateText(after),
}

const scope = scopeValues

const partnerExport = (page: PartnerLedger) =>
  declareExport(partnerLedgers[page].exported, {
    target: page,
    list: partnerLists[page],
    cells,
    scope,
  })

export const grantExports = [
  declareExport(grantLedger.exported, {
    target: 'grantChange',
    list: listGrantChanges,
    cells,
    scope,
  }),
  partnerExport('grantChangeBigData'),
  partnerExport('grantChangeOfficialWebsite'),
  declareExport(exportGrantActs, {
    target: 'grantAct',
    list: listGrantActs,
    scope,
    cells: {
      subProducts: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、'),
    },
  }),
]
