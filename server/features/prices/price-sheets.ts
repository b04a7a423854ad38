// Import and export of prices.

import { roundTo } from '#contract/prices/decimals.ts'
import { completed, type FigureItem } from '#contract/prices/entries.ts'
import { type CorrectionCause, correctionCauseLabels, correctionCauses } from '#contract/prices/price-labels.ts'
import { exportPrices, type PriceImportKey, priceImport } from '#contract/prices/price-sheets.ts'
import type { Entry } from '#contract/prices/prices.ts'
import { readEntry } from '#contract/prices/typed-entries.ts'
import { textKey } from '#contract/text.ts'
import type { Person } from '#server/core/access/actors.ts'
import { type Calendars, readCalendars } from '#server/core/calendars.ts'
import type { Author } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing as Found, whole } from '#server/core/sheets/imports-check.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Tx } from '#server/db/connection.ts'
import { correctEntries, saveEntries } from './entries.acts.ts'
import { itemsByName, readPlaces, type Standing, type Stored } from './entries.queries.ts'
import { isDraft, verdictOnDay } from './entries.rules.ts'
import { findPublication } from './price-data.queries.ts'
import { gatherCarried, recordUse } from './price-uses.queries.ts'
import { eachPrice } from './prices.queries.ts'
import { notifyReviewers } from './reviews/review-notices.ts'
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
})

type Checking = CheckContext<PriceImportKey>
type Row = Checking['rows'][number]

type Matched = Found<PriceImportKey>
type Quote = NonNullable<Standing['last']>
/** An entry to be saved, or the correction of a published price. */
type Ready = Entry & { correction: { id: string; cause: CorrectionCause } | null }
type Read = { ready: Ready; quote: Omit<Quote, 'day'> } | { key: PriceImportKey; problem: string }

const figureKeys = ['low', 'high', 'average'] as const

/** What an entry holds now, for the cells that a row leaves as they are. */
function figuresNow({ low, high, average }: Stored, item: FigureItem) {
  const mean = completed({ low, high, average: null }, item).average
  return { low, high, average, isAverageEntered: mean !== roundTo(average, item.decimals) }
}

/** Why an update cannot change an entry, or null. */
function verdictOnEntry({ publication, reviewing, ...entry }: Stored, { reason }: Row['values']) {
  const refused = (key: PriceImportKey, problem: string) => ({ key, problem })
  if (reviewing !== null) return refused('day', publication === null ? '已提交审核，请先撤回' : '已有更正待审核')
  if (publication === null) return isDraft({ ...entry, publication }) ? null : refused('day', '已提交审核，请先撤回')
  return reason === '' ? refused('reason', '更正已发布的价格须填写原因') : null
}

/** Whether the row leaves the entry as it is: nothing is asked of it then. */
const isSame = (values: Row['values'], own: Matched['cells']) =>
  priceImport.update?.columns.every((key) => values[key as PriceImportKey] === own[key as PriceImportKey])

const causeOf = (text: string): CorrectionCause =>
  correctionCauses.find((cause) => correctionCauseLabels[cause] === text) ?? 'error'

function readyWith(
  { quote, isAverageEntered }: { quote: Omit<Quote, 'day'>; isAverageEntered: boolean },
  { quoteItemId, day, entry }: Standing,
  { reason, remark, cause }: Row['values'],
): Ready {
  const figures = { ...quote, average: isAverageEntered ? quote.average : null }
  const kept = { version: entry?.version ?? null, englishRemark: entry?.englishRemark ?? '', isOffDay: entry !== null }
  const correction = entry?.publication ? { id: entry.id, cause: causeOf(cause) } : null
  return { quoteItemId, day, ...figures, reason, remark, ...kept, correction }
}

/** The entry of a row, or the invalid cell and why. `own`: the cells of the entry that an update means. */
function readRow(calendars: Calendars, { values }: Row, standing: Standing, own: Matched['cells'] | undefined): Read {
  const { item, last, entry } = standing
  if (entry && !own) return { key: 'day', problem: '当日已有价格，请选择更新已有的，或在录入表中修改' }
  if (entry && own && isSame(values, own)) {
    const { isAverageEntered, ...quote } = figuresNow(entry, item)
    return { ready: readyWith({ quote, isAverageEntered }, standing, values), quote }
  }
  const onEntry = entry && verdictOnEntry(entry, values)
  if (onEntry) return onEntry
  const ofDay = entry?.publication ? null : verdictOnDay(calendars, standing, entry !== null)
  if (ofDay) return { key: 'day', problem: ofDay }
  const rules = { decimals: item.decimals, allowsNegative: item.allowsNegative, isRange: item.kind === 'range' }
  const changed = figureKeys.filter((key) => values[key] !== '' && values[key] !== own?.[key])
  const typed = Object.fromEntries(changed.map((key) => [key, values[key]]))
  const now = entry && figuresNow(entry, item)
  const { entered, refusals } =
    now && changed.length === 0
      ? { entered: now, refusals: {} }
      : readEntry({ typed, standing: now, last, rules, isPasted: true })
  const [refused] = Object.entries(refusals) as [PriceImportKey, string][]
  if (refused) return { key: refused[0], problem: refused[1] }
  if (!entered) return { key: 'high', problem: '请填写高价' }
  const { isAverageEntered, ...quote } = entered
  return { ready: readyWith({ quote, isAverageEntered }, standing, values), quote }
}

/** The later one: what a relative figure goes on from. */
const laterOf = (published: Quote | null, inFile: Quote | undefined): Quote | null =>
  inFile && (!published || inFile.day > published.day) ? inFile : published

type Placed = { row: Row; quoteItemId: string; day: string }

/** The places of rows whose item is in the person's scope. */
async function placesOf({ db, actor, rows }: Pick<Checking, 'db' | 'actor' | 'rows'>): Promise<Placed[]> {
  const items = await itemsByName(
    db,
    actor,
    rows.map(({ values }) => values.item),
  )
  return rows.flatMap((row) => {
    const quoteItemId = items.get(textKey(row.values.item))
    return quoteItemId === undefined ? [] : [{ row, quoteItemId, day: row.values.day }]
  })
}

const isDated = ({ day }: Placed) => day !== ''

/** The entries that rows mean, by item and day. A published price takes a correction, which has reason and cause of its own. */
async function findStanding(context: Omit<Checking, 'standing'>) {
  const places = (await placesOf(context)).filter(isDated)
  const found = new Map<number, Matched>()
  for (const { at, entry, name, day } of await readPlaces(context.db, context.actor, places)) {
    const row = places[at]?.row
    if (!row || !entry) continue
    const { id, version, low, high, average, remark, publication } = entry
    const reason = publication === null ? entry.reason : ''
    found.set(row.at, {
      id,
      version,
      name: `${name} ${day}`,
      cells: { day: row.values.day, item: row.values.item, low, high, average, reason, remark, cause: '' },
      fields: {},
    })
  }
  return found
}

async function checkPrices(context: Checking): Promise<(row: Row) => Ready> {
  const { db, actor, rows, report, breathe, standing: matched } = context
  const placed = await placesOf(context)
  const known = new Set(placed.map(({ row }) => row.at))
  for (const row of rows) if (!known.has(row.at)) report(row, 'item', '报价项不存在、不唯一，或不在您的编辑范围内')
  const places = placed.filter(isDated)
  const found = new Map((await readPlaces(db, actor, places)).map((standing) => [standing.at, standing]))
  const calendars = await readCalendars(db)
  const ready = new Map<number, Ready>()
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
    const own = matched.get(row.at)?.cells
    const last = laterOf(standing.last, before.get(quoteItemId))
    const read = readRow(calendars, row, { ...standing, last }, own)
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

type Saving = { tx: Tx; actor: Person; by: Author; step: (done: number) => void }
type Rows = readonly { number: number; value: Ready }[]

async function saveDrafts({ tx, actor, by, step }: Saving, rows: Rows): Promise<{ id: string; name: string }[]> {
  const made = []
  for (const some of inSets(rows, step)) {
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
  }
  return made
}

/** Submits corrections, as the person would by hand: those with one reason and cause together. */
async function saveCorrections({ tx, actor, by, step }: Saving, rows: Rows): Promise<void> {
  const corrections = rows.flatMap(({ value: { correction, ...entry } }) =>
    correction ? [{ ...entry, ...correction, version: entry.version ?? 0 }] : [],
  )
  let done = 0
  for (const alike of Map.groupBy(corrections, ({ cause, reason }) => `${cause} ${reason}`).values()) {
    for (const some of inSets(alike, (part) => step(done + part))) {
      const [{ cause, reason } = { cause: 'error' as const, reason: '' }] = some
      const outcomes = await correctEntries(tx, { actor, by }, some, { cause, reason })
      const lost = outcomes.find(({ ok }) => !ok)
      if (lost) throw refuse('conflict', { msg: `${lost.name}：${lost.msg}，没有导入任何行，请重新检查` })
      await notifyReviewers(tx, actor, outcomes)
    }
    done += alike.length
  }
}

export const pricesImport = declareImport<PriceImportKey, Ready>(priceImport, {
  target: 'price',
  check: whole(checkPrices),
  unfold: unfoldDays,
  ownExport: exportPrices,
  options: async () => ({ cause: Object.values(correctionCauseLabels) }),
  save: ({ announce, rows, ...saving }) => {
    announce({ type: 'priceEntries' })
    return saveDrafts(saving, rows)
  },
  update: {
    find: findStanding,
    write: async ({ announce, step, ...saving }, rows) => {
      announce({ type: 'priceEntries' })
      announce({ type: 'priceReviews' })
      const drafts = rows.filter(({ value }) => value.correction === null)
      await saveDrafts({ ...saving, step }, drafts)
      const corrections = rows.filter(({ value }) => value.correction !== null)
      await saveCorrections({ ...saving, step: (done) => step(drafts.length + done) }, corrections)
    },
  },
})
