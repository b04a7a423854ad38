// Import and export of prices, export of quote items.
import {
  priceStatusLabels,
  quoteFrequencyLabels,
  quoteSourceLabels,
  quoteStatusLabels,
} from '../../../contract/prices/price-labels.ts'
import { exportPrices, type PriceImportKey, priceImport } from '../../../contract/prices/price-sheets.ts'
import type { Entry } from '../../../contract/prices/prices.ts'
import { exportQuoteItems } from '../../../contract/prices/quote-items.ts'
import { readEntry } from '../../../contract/prices/typed-entries.ts'
import { type Calendars, readCalendars } from '../../core/calendars.ts'
import { refuse } from '../../core/http/refusal.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { declareImport } from '../../core/sheets/imports.ts'
import { type CheckContext, whole } from '../../core/sheets/imports-check.ts'
import { saveEntries } from './entries.acts.ts'
import { itemsByName, readPlaces, type Standing } from './entries.queries.ts'
import { verdictOnDay } from './entries.rules.ts'
import { findPublication } from './price-data.queries.ts'
import { gatherCarried, recordUse } from './price-uses.queries.ts'
import { eachPrice } from './prices.queries.ts'
import { eachQuoteItem } from './quote-items.queries.ts'
import { unfoldDays } from './wide-sheets.rules.ts'

export const pricesExport = declareExport(exportPrices, {
  target: 'price',
  list: eachPrice,
  scope: (viewer) => ({ viewer }),
  watch: () => {
    const carried = gatherCarried()
    return {
      see: carried.add,
      onStored: (tx, { jobId, fileName, by }) =>
        recordUse(tx, { channel: 'export', targetId: jobId, title: fileName, by, ...carried.all() }),
    }
  },
  notes: async (db) => [`截至发布序号 ${(await findPublication(db, {}))?.number ?? '0'}`],
  cells: { status: ({ status }) => priceStatusLabels[status] },
})

type Checking = CheckContext<PriceImportKey>
type Row = Checking['rows'][number]

type Quote = NonNullable<Standing['last']>
type Read = { ready: Entry; quote: Omit<Quote, 'day'> } | { key: PriceImportKey; problem: string }

/** The entry of a row, or the invalid cell and why. */
function readRow(calendars: Calendars, { values }: Row, standing: Standing): Read {
  const { item, last, quoteItemId, day, entry } = standing
  if (entry) return { key: 'day', problem: '当日已有价格，请在录入表中修改' }
  const ofDay = verdictOnDay(calendars, standing, false)
  if (ofDay) return { key: 'day', problem: ofDay }
  const { low, high = '', average = '', reason = '', remark = '' } = values
  const rules = { decimals: item.decimals, allowsNegative: item.allowsNegative, isRange: item.kind === 'range' }
  const typed = { low, ...(high && { high }), ...(average && { average }) }
  const { entered, refusals } = readEntry({ typed, standing: null, last, rules, isPasted: true })
  const [refused] = Object.entries(refusals) as [PriceImportKey, string][]
  if (refused) return { key: refused[0], problem: refused[1] }
  if (!entered) return { key: 'high', problem: '请填写高价' }
  const { isAverageEntered, ...quote } = entered
  const figures = { ...quote, average: isAverageEntered ? quote.average : null }
  return { ready: { quoteItemId, day, ...figures, reason, remark, englishRemark: '', version: null }, quote }
}

/** The later one: what a relative figure goes on from. */
const laterOf = (published: Quote | null, inFile: Quote | undefined): Quote | null =>
  inFile && (!published || inFile.day > published.day) ? inFile : published

async function checkPrices({ db, actor, rows, report, breathe }: Checking): Promise<(row: Row) => Entry> {
  const items = await itemsByName(db, actor, [...new Set(rows.map(({ values }) => values.item.trim()))])
  const places = rows.flatMap((row) => {
    const { item, day } = row.values
    const quoteItemId = items.get(item.trim())
    if (quoteItemId === undefined) report(row, 'item', '报价项不存在、不唯一，或不在您的编辑范围内')
    return quoteItemId === undefined || day === '' ? [] : [{ row, quoteItemId, day }]
  })
  const found = new Map((await readPlaces(db, actor, places)).map((standing) => [standing.at, standing]))
  const calendars = await readCalendars(db)
  const ready = new Map<number, Entry>()
  const firstWith = new Map<string, number>()
  /** The file's own last price of each item. */
  const before = new Map<string, Quote>()
  const byDay = [...places.entries()].sort(([, a], [, b]) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  for (const [at, { row, quoteItemId, day }] of byDay) {
    await breathe()
    const first = firstWith.get(`${quoteItemId} ${day}`)
    if (first === undefined) firstWith.set(`${quoteItemId} ${day}`, row.number)
    else report(row, 'item', `与第 ${first} 行重复`)
    const standing = found.get(at)
    if (!standing) continue
    const last = laterOf(standing.last, before.get(quoteItemId))
    const read = readRow(calendars, row, { ...standing, last })
    if ('ready' in read) {
      ready.set(row.at, read.ready)
      before.set(quoteItemId, { day, ...read.quote })
    } else report(row, read.key, read.problem)
  }
  return (row) => {
    const entry = ready.get(row.at)
    if (!entry) throw refuse('invalid')
    return entry
  }
}

const BATCH = 1_000

export const pricesImport = declareImport<PriceImportKey, Entry>(priceImport, {
  target: 'price',
  check: whole(checkPrices),
  unfold: unfoldDays,
  save: async ({ tx, announce, actor, by, rows, step }) => {
    announce({ type: 'priceEntries' })
    const made = []
    for (let from = 0; from < rows.length; from += BATCH) {
      const some = rows.slice(from, from + BATCH)
      const outcomes = await saveEntries(
        tx,
        { actor, by },
        some.map(({ value }) => value),
        'import',
        (at) => `第 ${some[at]?.number ?? 0} 行`,
      )
      // somebody has entered one of them since the check
      const lost = outcomes.find(({ problem }) => problem !== null)
      if (lost) throw refuse('conflict', { msg: lost.problem ?? '价格已变化，请重新导入' })
      made.push(...outcomes.map(({ id, day }) => ({ id: id ?? '', name: day })))
      step(made.length)
    }
    return made
  },
})

export const quoteItemsExport = declareExport(exportQuoteItems, {
  target: 'quoteItem',
  list: eachQuoteItem,
  scope: (viewer) => ({ viewer }),
  cells: {
    frequency: ({ frequency }) => quoteFrequencyLabels[frequency],
    source: ({ source }) => quoteSourceLabels[source],
    status: ({ status }) => quoteStatusLabels[status],
  },
})
