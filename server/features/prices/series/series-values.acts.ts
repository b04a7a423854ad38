// Values of derived series follow publications: in the same transaction where few are affected, by a job where many
// are. Both give the results of a full computation.
import { Type } from 'typebox'
import { dayNumber, dayText } from '#contract/days.ts'
import { Fields } from '#contract/fields.ts'
import {
  evaluateSeries,
  historyOf,
  isSameResult,
  reevaluateSeries,
  type SeriesResult,
} from '#contract/prices/series.ts'
import { orderSeries } from '#contract/prices/series-order.ts'
import { type Author, transact } from '#server/core/core.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { beginPublication, lockPublications } from '../publications.queries.ts'
import {
  codesOf,
  countInputs,
  loadSeries,
  markRecomputing,
  readInputs,
  readResults,
  type StoredSeries,
  seriesAfter,
  writeChanges,
} from './series-values.queries.ts'

/** Most published prices and values that a transaction reads for its series: about half a second. */
const INPUTS_AT_ONCE = 100_000
/** Most series that an act computes itself. */
const SERIES_AT_ONCE = 200
/** Before the first price. */
const BEGINNING = '1900-01-01'

const namesOf = ({ versions }: StoredSeries) => versions.flatMap(({ formula }) => formula.names)
const idsByCode = (all: readonly StoredSeries[]) => new Map(all.map(({ code, id }) => [code, id]))

/** Names in the formulas of these series, without these series themselves. */
function inputsOf(all: readonly StoredSeries[]): string[] {
  const own = new Set(all.map(({ code }) => code))
  return [...new Set(all.flatMap(namesOf))].filter((code) => !own.has(code))
}

/** The first day of input needed to compute changes on `day` or later. */
function startFor(all: readonly StoredSeries[], day: string): string {
  const history = all.flatMap(({ versions }) => versions.map(({ formula, within }) => historyOf(formula.tree, within)))
  const start = dayNumber(day) - Math.max(...history)
  return start > dayNumber(BEGINNING) ? dayText(start) : BEGINNING
}

const isMany = async (tx: Tx, all: readonly StoredSeries[], from: string) =>
  all.length > SERIES_AT_ONCE || (await countInputs(tx, inputsOf(all), from, INPUTS_AT_ONCE + 1)) > INPUTS_AT_ONCE

const later = async (tx: Tx, by: Author, seriesIds: string[]): Promise<void> => {
  await markRecomputing(tx, seriesIds, true)
  await startJob(tx, recomputeSeries, { seriesIds }, by)
}

type Changed = { quoteItemId: string; day: string }

/** Updates series under the number of a publication, from the items and days that it changed. */
export async function followPublication(
  tx: Tx,
  by: Author,
  publication: string,
  changed: readonly Changed[],
): Promise<void> {
  const touched = await seriesAfter(tx, { quoteItemIds: changed.map(({ quoteItemId }) => quoteItemId) })
  const [first] = changed.map(({ day }) => day).toSorted()
  if (touched.length === 0 || first === undefined) return
  const all = await loadSeries(tx, touched)
  const from = startFor(all, first)
  if (await isMany(tx, all, from)) return later(tx, by, touched)
  const codes = await codesOf(tx, changed)
  const days = Map.groupBy(changed, ({ quoteItemId }) => codes.get(quoteItemId) ?? '')
  const changes = reevaluateSeries(
    all,
    await readInputs(tx, inputsOf(all), from),
    await readResults(tx, touched, from),
    new Map([...days].map(([code, rows]) => [code, rows.map(({ day }) => day)])),
  )
  await writeChanges(tx, publication, idsByCode(all), changes)
}

/** Differences between the computed results and those that readers see. */
function differences(
  computed: ReadonlyMap<string, ReadonlyMap<string, SeriesResult>>,
  stored: ReadonlyMap<string, ReadonlyMap<string, SeriesResult>>,
) {
  const changes = new Map<string, Map<string, SeriesResult | null>>()
  for (const [code, results] of computed) {
    const before = stored.get(code) ?? new Map<string, SeriesResult>()
    const own = new Map<string, SeriesResult | null>()
    for (const [day, result] of results) if (!isSameResult(result, before.get(day))) own.set(day, result)
    for (const day of before.keys()) if (!results.has(day)) own.set(day, null)
    if (own.size > 0) changes.set(code, own)
  }
  return changes
}

/** Computes all values of these series, under a publication of their own where any differ. @returns the changed days */
async function compute(tx: Tx, by: Author, all: readonly StoredSeries[]): Promise<number> {
  const results = evaluateSeries(all, await readInputs(tx, inputsOf(all), BEGINNING))
  const stored = await readResults(
    tx,
    all.map(({ id }) => id),
    BEGINNING,
  )
  const changes = differences(results, stored)
  if (changes.size === 0) return 0
  return writeChanges(tx, await beginPublication(tx, by, 0), idsByCode(all), changes)
}

/** After changes of formulas: computes these series and all that depend on them. Under `lockPublications`. */
export async function recompute(tx: Tx, by: Author, seriesIds: readonly string[]): Promise<void> {
  const after = await seriesAfter(tx, { seriesIds })
  const all = await loadSeries(tx, after)
  if (await isMany(tx, all, BEGINNING)) await later(tx, by, after)
  else await compute(tx, by, all)
}

/** Each series in a transaction of its own, after those that it needs, so that reviews can go on meanwhile. */
export const recomputeSeries = job({
  name: 'prices.recomputeSeries',
  input: Fields({ seriesIds: Type.Array(Type.String()) }),
  title: ({ seriesIds }) => `重新计算 ${seriesIds.length} 个系列`,
  run: async ({ input: { seriesIds }, core, by, signal, progress, finish }) => {
    const all = await loadSeries(core.db, seriesIds)
    const byCode = new Map(all.map((each) => [each.code, each]))
    const found = orderSeries(new Map(all.map((each) => [each.code, namesOf(each)])))
    const order = 'order' in found ? found.order : []
    let days = 0
    for (const [at, code] of order.entries()) {
      signal.throwIfAborted()
      const id = byCode.get(code)?.id ?? ''
      days += await transact(core, async (tx) => {
        await lockPublications(tx)
        return compute(tx, by, await loadSeries(tx, [id]))
      })
      progress(at + 1, order.length)
    }
    return transact(core, async (tx) => {
      await markRecomputing(tx, seriesIds, false)
      return finish(tx, { done: all.length, message: `${days} 天的数值有变化` })
    })
  },
})
