// Derived series: all their values from those of the items, or only the ones that a change touches. Both give the same bytes.
import { addMonths, dayNumber, dayText } from '#contract/days.ts'
import type { Formula, Tree } from './formulas.ts'
import { Scaled } from './scaled.ts'
import { countUpTo, sortedDays } from './series-days.ts'
import { orderSeries } from './series-order.ts'
import { type Column, createEvaluator, type Evaluator, GROWTH_SLACK, isLack, type Lack } from './series-values.ts'

/** A formula as it is valid from a day on, until the next version. */
export type SeriesVersion = {
  from: string
  formula: Formula
  decimals: number
  /** How many days old a value may be that fills in for a missing one; 0: the same day's only. */
  within: number
}
/** `versions`: the oldest first. `until`: the last day that has results; undefined where it is active. */
export type Series = { code: string; versions: readonly SeriesVersion[]; until?: string | undefined }

export type SeriesResult = { value: string } | { lack: Lack }
/** By code and day (YYYY-MM-DD). */
export type Inputs = ReadonlyMap<string, ReadonlyMap<string, string>>
export type SeriesResults = ReadonlyMap<string, ReadonlyMap<string, SeriesResult>>
/** Null where a day no longer has a result: nothing that the formula names has a value then. */
export type SeriesChanges = ReadonlyMap<string, ReadonlyMap<string, SeriesResult | null>>

/** As `numeric(18, 6)` holds. */
const LARGEST = Scaled.of('1000000000000')

/** Days from the first to the last, both included. */
type Span = readonly [from: number, to: number]

/** A change evaluates few days of many: texts are parsed to decimals lazily. */
function columnOf(values: Iterable<readonly [string, string]>): Column {
  const texts = new Map([...values].map(([day, text]) => [dayNumber(day), text] as const))
  const known = new Map<number, Scaled>()
  const at = (day: number) => {
    const text = texts.get(day)
    if (text === undefined) return undefined
    const value = known.get(day) ?? Scaled.of(text)
    known.set(day, value)
    return value
  }
  return { days: sortedDays(texts.keys()), at }
}

function* valuesIn(results: Iterable<readonly [string, SeriesResult]>): Generator<readonly [string, string]> {
  for (const [day, result] of results) if ('value' in result) yield [day, result.value]
}

/** Columns of items and of evaluated series, and the series in evaluation order. Throws on a cycle. */
function prepare(series: readonly Series[], inputs: Inputs) {
  const columns = new Map<string, Column>()
  const results = new Map<string, Iterable<readonly [string, SeriesResult]>>()
  const byCode = new Map(series.map((each) => [each.code, each]))
  const needs = new Map(series.map(({ code, versions }) => [code, versions.flatMap(({ formula }) => formula.names)]))
  const found = orderSeries(needs)
  if ('circle' in found) throw new Error(`series in a circle: ${found.circle.join(' → ')}`)
  return {
    column(name: string): Column {
      const own = results.get(name)
      const column = columns.get(name) ?? columnOf(own ? valuesIn(own) : (inputs.get(name) ?? []))
      columns.set(name, column)
      return column
    },
    put: (code: string, own: Iterable<readonly [string, SeriesResult]>) => results.set(code, own),
    ordered: found.order.flatMap((code) => byCode.get(code) ?? []),
  }
}

/** A version with its evaluator and the days that it is valid. */
type Part = SeriesVersion & { evaluator: Evaluator; span: Span }

function partsOf({ versions, until }: Series, column: (name: string) => Column): Part[] {
  const last = until === undefined ? Number.POSITIVE_INFINITY : dayNumber(until)
  return versions.map((version, at) => {
    const next = versions[at + 1]
    const span: Span = [dayNumber(version.from), next ? Math.min(last, dayNumber(next.from) - 1) : last]
    return { ...version, span, evaluator: createEvaluator(column, version.within) }
  })
}

function resultOn({ evaluator, formula, decimals }: Part, day: number): SeriesResult {
  const evaluated = evaluator.evaluate(formula.tree, day)
  if (isLack(evaluated)) return { lack: evaluated }
  return evaluated.abs().comparedTo(LARGEST) < 0
    ? { value: evaluated.toFixed(decimals) }
    : { lack: { reason: 'tooLarge' } }
}

const isIn = (day: number, [from, to]: Span) => from <= day && day <= to

/** The days of a part on which anything that its formula names has a value. */
function daysOf({ evaluator, formula, span }: Part): readonly number[] {
  const days = evaluator.daysOf(formula.tree)
  return days.slice(countUpTo(days, span[0] - 1), countUpTo(days, span[1]))
}

const byDay = (results: ReadonlyMap<number, SeriesResult>) =>
  [...results].sort(([a], [b]) => a - b).map(([day, result]) => [dayText(day), result] as const)

/**
 * For each series every day on which anything that it names has a value. `alsoOn` adds days that may have no value yet,
 * to report what is missing.
 */
export function evaluateSeries(
  series: readonly Series[],
  inputs: Inputs,
  alsoOn: readonly string[] = [],
): SeriesResults {
  const { column, put, ordered } = prepare(series, inputs)
  const results = new Map<string, Map<string, SeriesResult>>()
  const extraDays = sortedDays(alsoOn.map(dayNumber))
  for (const each of ordered) {
    const own = new Map<number, SeriesResult>()
    const others = new Map<number, SeriesResult>()
    for (const part of partsOf(each, column)) {
      for (const day of daysOf(part)) own.set(day, resultOn(part, day))
      for (const day of extraDays) if (isIn(day, part.span) && !own.has(day)) others.set(day, resultOn(part, day))
    }
    put(each.code, byDay(own))
    results.set(each.code, new Map(byDay(new Map([...own, ...others]))))
  }
  return results
}

/** Overlapping and touching ones as one, in order. */
function merged(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  const whole: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = whole.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else whole.push([from, to])
  }
  return whole
}

/**
 * Days on which the result of a tree may change when the days of its names are `touched`: rather too many than too few.
 */
function reachOf(tree: Tree, part: Part, touched: (name: string) => readonly Span[]): readonly Span[] {
  const reach = (inner: Tree) => reachOf(inner, part, touched)
  switch (tree.kind) {
    case 'number':
      return []
    case 'name':
      return touched(tree.name).map(([from, to]) => [from, to + part.within])
    case 'arithmetic':
      return [...reach(tree.left), ...reach(tree.right)]
    case 'among':
      return tree.of.flatMap(reach)
    case 'if':
      return [tree.test.left, tree.test.right, tree.yes, tree.no].flatMap(reach)
    case 'window':
      // until so many later values have pushed the changed one out of the window
      return merged(reach(tree.of)).map(([from, to]) => {
        const end = part.evaluator.valuedAfter(tree.of, to, tree.count)
        return [from, end ?? Number.POSITIVE_INFINITY]
      })
    case 'growth': {
      const inner = merged(reach(tree.of))
      // three days more: the 29th to 31st of a month look at the last day of a shorter one
      const later = inner.map(([from, to]): Span => {
        const isOpen = to === Number.POSITIVE_INFINITY
        return [addMonths(from, tree.months), isOpen ? to : addMonths(to + GROWTH_SLACK, tree.months) + 3]
      })
      return [...inner, ...later]
    }
    default:
      return reach(tree.of)
  }
}

/** Every field of a result: a stored lack has its own in another order. */
const resultFields = ['value', 'lack', 'reason', 'names', 'needs', 'has', 'months']

/** Whether they are the same byte for byte. */
export function isSameResult(a: SeriesResult | null, b: SeriesResult | undefined): boolean {
  if (a && b && 'value' in a && 'value' in b) return a.value === b.value
  return JSON.stringify(a, resultFields) === JSON.stringify(b ?? null, resultFields)
}

/** The longest months, and what the last days of a shorter one add. */
const MONTH_DAYS = 31
const MONTH_END_DAYS = 3

/** How many days back from a day a formula may look for its result: infinite for windows, which count values. */
export function historyOf(tree: Tree, within: number): number {
  const inner = (trees: readonly Tree[]) => Math.max(...trees.map((each) => historyOf(each, within)))
  switch (tree.kind) {
    case 'number':
      return 0
    case 'name':
      return within
    case 'window':
      return Number.POSITIVE_INFINITY
    case 'growth':
      return inner([tree.of]) + tree.months * MONTH_DAYS + GROWTH_SLACK + MONTH_END_DAYS
    case 'arithmetic':
      return inner([tree.left, tree.right])
    case 'among':
      return inner(tree.of)
    case 'if':
      return inner([tree.test.left, tree.test.right, tree.yes, tree.no])
    default:
      return inner([tree.of])
  }
}

/**
 * Results of the series after values of `changed` (code → days) were entered, corrected or withdrawn. `inputs` are the
 * values now, `before` all results until now; returns only what differs. The days of a series whose formula has changed
 * are given under its own code.
 */
export function reevaluateSeries(
  series: readonly Series[],
  inputs: Inputs,
  before: SeriesResults,
  changed: ReadonlyMap<string, Iterable<string>>,
): SeriesChanges {
  const { column, put, ordered } = prepare(series, inputs)
  const spans = new Map<string, readonly Span[]>()
  for (const [code, days] of changed) {
    spans.set(code, merged([...days].map(dayNumber).map((day): Span => [day, day])))
  }
  const changes = new Map<string, Map<string, SeriesResult | null>>()
  for (const each of ordered) {
    const old = before.get(each.code) ?? new Map<string, SeriesResult>()
    const touched = (name: string) => spans.get(name) ?? []
    const own = new Map<string, SeriesResult | null>()
    for (const part of partsOf(each, column)) {
      const reach = merged([...reachOf(part.formula.tree, part, touched), ...touched(each.code)])
      if (reach.length === 0) continue
      const isTouched = (day: number) => isIn(day, part.span) && reach.some((span) => isIn(day, span))
      const now = new Set(daysOf(part).filter(isTouched))
      for (const day of now) own.set(dayText(day), resultOn(part, day))
      for (const day of old.keys()) if (isTouched(dayNumber(day)) && !now.has(dayNumber(day))) own.set(day, null)
    }
    for (const [day, result] of own) if (isSameResult(result, old.get(day))) own.delete(day)
    if (own.size > 0) {
      changes.set(each.code, own)
      spans.set(each.code, merged([...own.keys()].map(dayNumber).map((day): Span => [day, day])))
    } else spans.delete(each.code)
    put(each.code, withChanges(old, own))
  }
  return changes
}

/** In the order of days. */
export function withChanges(
  before: ReadonlyMap<string, SeriesResult>,
  changes: ReadonlyMap<string, SeriesResult | null>,
): ReadonlyMap<string, SeriesResult> {
  const after = new Map(before)
  for (const [day, result] of changes) {
    if (result) after.set(day, result)
    else after.delete(day)
  }
  return new Map([...after].sort(([a], [b]) => (a < b ? -1 : 1)))
}
