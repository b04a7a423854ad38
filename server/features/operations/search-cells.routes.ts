// What a cell of the pivot is made of, over HTTP.
import { PAGE_SIZE, PAGING_REACH } from '#contract/limits.ts'
import { queryCellLeads, querySearchCell, type SearchCell } from '#contract/operations/search-cells.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { listLeads } from './search-detail.queries.ts'
import type { Cell, Terms } from './search-facts.queries.ts'
import { listSums, totalSums } from './search-marketing.queries.ts'
import { cellText, placeOf } from './search-pivot.rules.ts'
import { rowOf, sumsOf } from './search-rows.ts'
import { termsOf } from './search-terms.ts'

/** What the cell's figures are of. */
function termsIn({ rows, columns, row, column, ...asked }: SearchCell): Terms & { cell: Cell } {
  checkFields({ columns: rows === columns ? '行和列不能是同一个维度' : null })
  const placeIn = (id: string | undefined) => (id === undefined ? null : placeOf(id))
  const cell = [
    { dimension: rows, place: placeIn(row) },
    { dimension: columns, place: placeIn(column) },
  ]
  return { ...termsOf(asked), cell }
}

type Paging = { current?: number; size?: number }

/** Rows of a page. Throws 400 beyond what can be turned to. */
function pageOf({ current = 1, size = PAGE_SIZE }: Paging) {
  if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
  return { current, size, limit: size, offset: (current - 1) * size }
}

export const routes = [
  serve(querySearchCell, async ({ body, db }) => {
    const { by, ascs, descs } = body
    const { current, size, ...page } = pageOf(body)
    const terms = termsIn(body)
    const [sort] = [...(descs ?? []), ...(ascs ?? [])]
    const order = { sort: sort ?? 'cost', isDescending: !ascs?.length }
    const sums = sumsOf(await totalSums(db, terms))
    const { rows, total } = await listSums(db, terms, by, { ...order, ...page })
    const records = rows.map((row) => rowOf(by, row))
    return { records, total, sums, current, size, pages: Math.ceil(total / size), text: cellText(terms.cell) }
  }),

  serve(queryCellLeads, async ({ body, actor, db }) => {
    const { current, size, ...page } = pageOf(body)
    const isAscending = Boolean(body.ascs?.length)
    const { rows, total, leads } = await listLeads(db, actor, termsIn(body), { ...page, isAscending })
    return { records: rows, total, leads, current, size, pages: Math.ceil(total / size) }
  }),
]
