// One campaign over HTTP, down to its registrations.
import { PAGE_SIZE, PAGING_REACH } from '../../../contract/limits.ts'
import {
  exportSearchDetail,
  findSearchCampaigns,
  getSearchDetail,
  querySearchKeywords,
  querySearchLeads,
  type SearchPlace,
} from '../../../contract/operations/search-detail.ts'
import { orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import type { Db } from '../../db/connection.ts'
import { findCampaigns, hasCampaign, isNamed, listLeads } from './search-detail.queries.ts'
import { findAccount } from './search-figures.queries.ts'
import { basisOf, listSums, type Terms, totalSums } from './search-marketing.queries.ts'
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

  serve(getSearchDetail, async ({ body, db }) => {
    const terms = termsAt(body)
    const account = await accountOf(db, body)
    return { ...(await overviewOf(db, terms)), basis: await basisOf(db, terms), account }
  }),

  serve(querySearchKeywords, async ({ body, db }) => {
    const { current = 1, size = PAGE_SIZE, ascs, descs: _, ...place } = body
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    await accountOf(db, place)
    const page = { sort: 'cost', isDescending: !ascs?.length, limit: size, offset: (current - 1) * size }
    const terms = termsAt(place)
    const sums = sumsOf(await totalSums(db, terms))
    const { rows, total } = await listSums(db, terms, 'keyword', page)
    return {
      records: rows.map((row) => rowOf('keyword', row)),
      total,
      sums,
      current,
      size,
      pages: Math.ceil(total / size),
    }
  }),

  serve(querySearchLeads, async ({ body, actor, db }) => {
    const { current = 1, size = PAGE_SIZE, ascs, descs: _, ...place } = body
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    const page = { limit: size, offset: (current - 1) * size, isAscending: Boolean(ascs?.length) }
    const { rows, total, hidden } = await listLeads(db, actor, termsAt(place), page)
    return { records: rows, total, hidden, current, size, pages: Math.ceil(total / size) }
  }),
]

export const searchDetailExport = declareExport(exportSearchDetail, {
  target: 'searchDetail',
  list: {
    each: async function* (db: Db, query: SearchPlace) {
      await accountOf(db, query)
      yield (await periodOf(db, termsAt(query))).days
    },
  },
  cells: {},
})
