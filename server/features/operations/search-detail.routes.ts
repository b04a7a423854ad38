// One campaign over HTTP, down to its registrations.

import { PAGE_SIZE, PAGING_REACH } from '#contract/limits.ts'
import { attributionText } from '#contract/operations/attribution.ts'
import {
  exportSearchDetail,
  findSearchCampaigns,
  getLeadWay,
  getSearchDetail,
  querySearchLeads,
  querySearchParts,
  type SearchPlace,
  saveSemNode,
} from '#contract/operations/search-detail.ts'
import { audit } from '#server/core/audit/audit.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { findLeadWay } from './lead-way.queries.ts'
import { findAccount } from './search-accounts.queries.ts'
import {
  findCampaigns,
  findNode,
  hasCampaign,
  isNamed,
  listLeads,
  lockNode,
  storeNode,
} from './search-detail.queries.ts'
import type { Terms } from './search-facts.queries.ts'
import { basisOf, currenciesOf, listSums, totalSums } from './search-marketing.queries.ts'
import { overviewOf, periodOf } from './search-periods.ts'
import { rowOf, sumsOf } from './search-rows.ts'
import { termsOf } from './search-terms.ts'

const termsAt = ({ campaign, keyword, word, ...rest }: SearchPlace): Terms => ({
  ...termsOf(rest),
  // a search word is only in the reports of search words
  ...(word && { level: 'word' }),
  one: { campaign, ...(keyword && { keyword }), ...(word && { word }) },
})

/** The account's name. Throws 20404 where nothing is known of the campaign. */
async function accountOf(db: Db, { source, accountId, campaign }: SearchPlace): Promise<string> {
  if (accountId === undefined) {
    if (!(await isNamed(db, source, campaign))) throw refuse('notFound')
    return ''
  }
  const account = orNotFound(await findAccount(db, accountId))
  const isThere = account.source === source && (await hasCampaign(db, accountId, campaign))
  if (!isThere) throw refuse('notFound')
  return account.name
}

export const routes = [
  serve(findSearchCampaigns, ({ body, db }) => findCampaigns(db, body.text)),

  serve(getSearchDetail, async ({ body: { compare, ...body }, db }) => {
    const terms = termsAt(body)
    const account = await accountOf(db, body)
    const { accountId, campaign, keyword, word } = body
    const place =
      accountId === undefined || word !== undefined ? null : { accountId, campaign, ...(keyword && { keyword }) }
    const node = place && (await findNode(db, place))
    return {
      ...(await overviewOf(db, terms, compare)),
      basis: await basisOf(db, terms),
      ...(await currenciesOf(db, terms)),
      account,
      node,
    }
  }),

  serveAct(saveSemNode, async ({ tx, body: { id, version, ...form }, by }) => {
    const node = orNotFound(await lockNode(tx, id))
    if (node.version !== version) throw refuse('stale', { data: node })
    const saved = await storeNode(tx, id, { ...form, label: form.label.trim() })
    const { label, ownerId, targetCost } = node
    await audit(tx, by, {
      action: 'semNode.edit',
      targetType: 'semNode',
      targetId: id,
      before: { label, ownerId, targetCost },
      after: { ...form, campaign: node.campaign },
    })
    return saved
  }),

  serve(querySearchParts, async ({ body, db }) => {
    const { current = 1, size = PAGE_SIZE, ascs, descs: _, by = 'keyword', ...place } = body
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    await accountOf(db, place)
    const order = { sort: by === 'day' ? 'name' : 'cost', isDescending: !ascs?.length }
    const terms = termsAt(place)
    const sums = sumsOf(await totalSums(db, terms))
    const { rows, total } = await listSums(db, terms, by, { ...order, limit: size, offset: (current - 1) * size })
    return {
      records: rows.map((row) => rowOf(by, row)),
      total,
      sums,
      current,
      size,
      pages: Math.ceil(total / size),
    }
  }),

  serve(getLeadWay, async ({ body, actor, db }) => orNotFound(await findLeadWay(db, actor, body.id))),

  serve(querySearchLeads, async ({ body, actor, db }) => {
    const { current = 1, size = PAGE_SIZE, ascs, descs: _, ...place } = body
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    const page = { limit: size, offset: (current - 1) * size, isAscending: Boolean(ascs?.length) }
    const { rows, total, leads } = await listLeads(db, actor, termsAt(place), page)
    return { records: rows, total, leads, current, size, pages: Math.ceil(total / size) }
  }),
]

export const searchDetailExport = declareExport(exportSearchDetail, {
  target: 'searchDetail',
  notes: async (_db, query: SearchPlace) => [attributionText(query)],
  list: {
    each: async function* (db: Db, query: SearchPlace) {
      await accountOf(db, query)
      yield (await periodOf(db, termsAt(query))).days
    },
  },
})
