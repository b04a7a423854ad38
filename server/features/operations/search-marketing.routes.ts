// Search marketing over HTTP: totals, lists, pivots, and deleting what was imported wrongly.

import type { Preview } from '#contract/envelope.ts'
import { PAGE_SIZE, PAGING_REACH } from '#contract/limits.ts'
import { attributionText } from '#contract/operations/attribution.ts'
import {
  type SearchDevice,
  type SearchSource,
  searchDeviceLabels,
  searchSourceLabels,
} from '#contract/operations/search-labels.ts'
import {
  exportSearchMarketing,
  getSearchMarketing,
  pivotSearchMarketing,
  querySearchAccounts,
  querySearchMarketing,
  removeSearchFigures,
  type SearchMarketingQuery,
  USUAL_CURRENCY,
} from '#contract/operations/search-marketing.ts'
import { sliceLabel } from '#contract/operations/search-slices.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db } from '#server/db/connection.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { findAccount, findSlices } from './search-accounts.queries.ts'
import { basisOf, currenciesOf, listAccounts, listSums, pairSums, totalSums } from './search-marketing.queries.ts'
import { overviewOf } from './search-periods.ts'
import { pivotOf } from './search-pivot.rules.ts'
import { rowOf, sumsOf } from './search-rows.ts'
import { termsOf } from './search-terms.ts'
import { lockAccounts, removeSlices, UNDO_DAYS } from './slices/search-slices.queries.ts'

const orderOf = ({ ascs, descs }: SearchMarketingQuery) => {
  const [sort] = [...(descs ?? []), ...(ascs ?? [])]
  return { sort: sort ?? 'cost', isDescending: sort === undefined || Boolean(descs?.length) }
}

/** A dimension of time is read in its order. */
const usual = (query: SearchMarketingQuery): SearchMarketingQuery => {
  const isTime = ['day', 'week', 'month'].includes(query.by ?? '')
  return isTime && !query.ascs && !query.descs ? { ...query, descs: ['name'] } : query
}

/** Pairs that a pivot is made of at most. */
const PAIRS = 50_000

export const routes = [
  serve(getSearchMarketing, async ({ body, db }) => {
    const { compare, ...asked } = body
    const terms = termsOf(asked)
    const [overview, basis, currencies] = await Promise.all([
      overviewOf(db, terms, compare),
      basisOf(db, terms),
      currenciesOf(db, terms),
    ])
    return { ...overview, ...currencies, basis }
  }),

  serve(querySearchMarketing, async ({ body, db }) => {
    const { by = 'campaign', current = 1, size = PAGE_SIZE } = body
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    const order = orderOf(usual(body))
    const terms = termsOf(body)
    const sums = sumsOf(await totalSums(db, terms))
    const { rows, total } = await listSums(db, terms, by, {
      ...order,
      limit: size,
      offset: (current - 1) * size,
    })
    return { records: rows.map((row) => rowOf(by, row)), total, sums, current, size, pages: Math.ceil(total / size) }
  }),

  serve(pivotSearchMarketing, async ({ body, db }) => {
    const { rows, columns } = body
    checkFields({ columns: rows === columns ? '行和列不能是同一个维度' : null })
    const pairs = await pairSums(db, termsOf(body), [rows, columns], PAIRS + 1)
    if (pairs.length > PAIRS) throw refuse('invalid', { msg: '组合过多，请缩短日期范围或换一个维度' })
    return pivotOf(pairs, { rows, columns, rowsFrom: body.rowsFrom, columnsFrom: body.columnsFrom })
  }),

  serve(querySearchAccounts, ({ db }) => listAccounts(db)),

  serve(removeSearchFigures, (context) =>
    transact(context.core, async (tx) => {
      const { body, by, actor } = context
      checkDays(body, Number.POSITIVE_INFINITY)
      const account = orNotFound(await findAccount(tx, body.accountId))
      const name = `${searchSourceLabels[account.source]} ${account.name}`
      const slices = await findSlices(tx, body)
      const rows = slices.reduce((sum, slice) => sum + slice.rows, 0)
      if (slices.length === 0) throw refuse('conflict', { msg: '这段时间没有可删除的数据' })
      const preview: Preview = {
        text: `“${name}” ${body.from} 至 ${body.to} 的 ${slices.length} 份报表（${rows} 行）将被删除；${UNDO_DAYS} 天内可以撤销。`,
        groups: [...Map.groupBy(slices, ({ grain }) => grain)].map(([grain, some]) => ({
          title: `${sliceLabel(grain)}数据`,
          count: some.length,
          names: some.slice(0, 5).map(({ day }) => day),
        })),
      }
      await confirmed(tx, context, { preview, versions: [account.id, String(slices.length), String(rows)] })
      await lockAccounts(tx, [account.id])
      await removeSlices(tx, slices, actor.id)
      await audit(tx, by, {
        action: 'searchFigures.delete',
        targetType: 'searchFigures',
        targetId: account.id,
        before: { account: name, from: body.from, to: body.to, level: body.level ?? null, rows },
      })
      return { rows }
    }),
  ),
]

/** Rows that are read at once for a file. */
const BATCH = 10_000

export const searchMarketingExport = declareExport(exportSearchMarketing, {
  target: 'searchMarketing',
  notes: async (db, query: SearchMarketingQuery) => {
    const { currency, others } = await currenciesOf(db, termsOf(query))
    const note = `金额为 ${currency}${others.length > 0 ? `；${others.join('、')} 账号没有计入` : ''}`
    return [attributionText(query), ...(currency === USUAL_CURRENCY && others.length === 0 ? [] : [note])]
  },
  list: {
    each: async function* (db: Db, query: SearchMarketingQuery, _scope: object, limit: number) {
      const terms = termsOf(query)
      const order = orderOf(usual(query))
      const { by = 'campaign' } = query
      for (let offset = 0; offset < limit; offset += BATCH) {
        const { rows } = await listSums(db, terms, by, { ...order, limit: BATCH, offset })
        yield rows.map((row) => rowOf(by, row))
        if (rows.length < BATCH) return
      }
    },
  },
  cells: {
    source: ({ source }) => searchSourceLabels[source as SearchSource] ?? '',
    device: ({ device }) => searchDeviceLabels[device as SearchDevice] ?? '',
  },
})
