// The price query over HTTP, and its export.
import { dayOf } from '#contract/days.ts'
import type { ExportKey } from '#contract/exports.ts'
import { isPartial, measureLabels, PARTIAL, periodLabel, periodLengthLabels, spanOf } from '#contract/prices/periods.ts'
import {
  columnName,
  exportPriceData,
  findDataColumns,
  type PriceData,
  type PriceDataQuery,
  queryPriceData,
} from '#contract/prices/price-data.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareSheetExport } from '#server/core/sheets/exports.ts'
import type { SheetCell } from '#server/core/sheets/sheets.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import {
  type DataRange,
  findColumns,
  findPublication,
  readItemColumns,
  readSeriesColumns,
  type StoredColumn,
} from './price-data.queries.ts'
import { rowsOf, verdictOnQuery, verdictOnRates } from './price-data.rules.ts'
import { recordUse } from './price-uses.queries.ts'
import { checkKnownAt } from './publications.queries.ts'

const readers: Record<
  StoredColumn['kind'],
  (db: Executor, ids: readonly string[], range: DataRange, viewer: Viewer) => Promise<StoredColumn[]>
> = {
  item: readItemColumns,
  series: readSeriesColumns,
}

/** The stored columns in the order of the query; those that do not exist or are out of scope are left out. */
async function readColumns(
  db: Executor,
  { columns, ...rest }: PriceDataQuery,
  asKnownAt: string | null,
  viewer: Viewer,
) {
  const idsOf = (wanted: StoredColumn['kind']) => columns.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const range = { ...rest, asKnownAt }
  const found = [
    ...(await readers.item(db, idsOf('item'), range, viewer)),
    ...(await readers.series(db, idsOf('series'), range, viewer)),
  ]
  const byColumn = new Map(found.map((column) => [`${column.kind} ${column.id}`, column]))
  return columns.flatMap(({ kind, id }) => byColumn.get(`${kind} ${id}`) ?? [])
}

/** The reply, and the stored columns from which it was made. */
async function readQuery(db: Db, asked: PriceDataQuery, viewer: Viewer) {
  const { length, edges = 'whole' } = asked
  const query = { ...asked, ...(asked.from <= asked.to && spanOf(asked, length, edges)) }
  checkFields(verdictOnQuery(query))
  // one snapshot, so that figures and publication belong together
  const { known, stored } = await db.transaction(
    async (tx) => {
      await checkKnownAt(tx, query.asKnownAt)
      const found = await findPublication(tx, query)
      const isPast = query.asKnownAt !== undefined || query.knownAt !== undefined
      const asKnownAt = isPast ? (found?.number ?? '0') : null
      return { known: found, stored: await readColumns(tx, query, asKnownAt, viewer) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  if (stored.length === 0) throw refuse('notFound', { msg: '报价项不存在，或不在您的编辑范围内' })
  checkFields(verdictOnRates(stored, query))
  const { periods, columns } = rowsOf(stored, query)
  const missing = query.columns.length - stored.length
  const { from, to } = query
  const today = dayOf(Date.now())
  const partial = periods.flatMap((period, at) => (isPartial(period, length, query, today) ? [at] : []))
  const data: PriceData = {
    asKnownAt: known?.number ?? '0',
    knownAt: known?.at ?? null,
    from,
    to,
    length,
    partial,
    periods,
    columns,
    missing,
  }
  return { data, stored }
}

export const answerQuery = async (db: Db, query: PriceDataQuery, viewer: Viewer): Promise<PriceData> =>
  (await readQuery(db, query, viewer)).data

/** The database prints times in Asia/Shanghai. */
const minuteOf = (moment: string) => moment.slice(0, 16).replace('T', ' ')

/** Explanatory lines above the header of the file. */
function notesOf(query: PriceDataQuery, { asKnownAt, knownAt, from, to, partial, periods }: PriceData): string[] {
  const { length, measure, fill, currency, rates = [], isTaxIncluded, taxRate } = query
  const isWidened = from !== query.from || to !== query.to
  const cut = partial.map((at) => periodLabel(periods[at] ?? '', length))
  const terms = [
    `区间：${from} 至 ${to}${isWidened ? `（查询 ${query.from} 至 ${query.to}，已补足整期）` : ''}`,
    `频率：${periodLengthLabels[length]}`,
    `取值：${measureLabels[measure]}`,
    ...(fill === 'last' ? ['缺值以最近已知值填充'] : []),
    ...(currency
      ? [`币种：${currency}${rates.map((each) => `，1 ${each.currency} = ${each.rate} ${currency}`).join('')}`]
      : []),
    ...(isTaxIncluded === undefined
      ? []
      : [`${isTaxIncluded ? '含税' : '不含税'}${taxRate ? `，税率 ${taxRate}%` : ''}`]),
  ]
  return [
    `截至发布序号 ${asKnownAt}${knownAt ? `（${minuteOf(knownAt)}）` : ''}`,
    terms.join('；'),
    ...(cut.length > 0 ? [`${PARTIAL}的周期（只含区间内或已到的日期）：${cut.join('、')}`] : []),
  ]
}

/** Rows of the file that are generated at once. */
const BATCH = 1_000

async function* linesOf(query: PriceDataQuery, { periods, columns, partial }: PriceData, keys: readonly string[]) {
  const has = (key: ExportKey<typeof exportPriceData>) => keys.includes(key)
  const isCut = new Set(partial)
  const corrected = (row: number) =>
    columns.flatMap(({ values, corrections, ...column }) => {
      const name = columnName(column)
      const found = corrections.find(({ at }) => at === row)
      if (!found) return []
      // a correction of a correction shows each step
      const [first, ...later] = [...found.steps, values[row] ?? '']
      return [found.before === null ? `${name}：有更正` : `${name}：${first} 更正为 ${later.join('，再更正为 ')}`]
    })
  for (let from = 0; from < periods.length; from += BATCH) {
    yield periods
      .slice(from, from + BATCH)
      .map((period, at): SheetCell[] => [
        `${periodLabel(period, query.length)}${isCut.has(from + at) ? `（${PARTIAL}）` : ''}`,
        ...(has('figures') ? columns.map(({ values }) => values[from + at] ?? null) : []),
        ...(has('corrections') ? [corrected(from + at).join('；')] : []),
      ])
  }
}

export const priceDataExport = declareSheetExport(exportPriceData, {
  target: 'priceData',
  sheetOf: async ({ db, actor, input }) => {
    const query = input.query as PriceDataQuery
    const { data, stored } = await readQuery(db, query, actor)
    const items = stored.flatMap(({ kind, id, days }) =>
      kind === 'item' && days.length > 0 ? [{ item: id, days }] : [],
    )
    const figures = data.columns.map((column) => ({
      header: `${columnName(column)}（${column.unit}）`,
      width: 18,
      isNumber: true,
    }))
    return {
      columns: [
        { header: '日期', width: 16, isDay: true },
        ...(input.columns.includes('figures') ? figures : []),
        ...(input.columns.includes('corrections') ? [{ header: '更正说明', width: 40 }] : []),
      ],
      notes: notesOf(query, data),
      rows: linesOf(query, data, input.columns),
      onStored: (tx, { jobId, fileName, by }) =>
        recordUse(tx, { channel: 'export', targetId: jobId, title: fileName, by, publication: data.asKnownAt, items }),
    }
  },
})

export const routes = [
  serve(queryPriceData, ({ body, actor, db }) => answerQuery(db, body, actor)),
  serve(findDataColumns, ({ body, actor, db }) => findColumns(db, body, actor)),
]
