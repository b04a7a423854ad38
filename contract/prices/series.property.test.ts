// Series of random formulas over random prices: an incremental evaluation equals a full one.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayNumber, dayText } from '#contract/days.ts'
import { parseFormula } from './formulas.ts'
import { evaluateSeries, historyOf, reevaluateSeries, type Series, type SeriesResults, withChanges } from './series.ts'

const START = dayNumber('2024-12-20')
const DAYS = 460
const items = ['Q1', 'Q2', 'Q3']

/** Most often around the ends of months, where a month ago is not the same day. */
const day = fc.oneof(fc.nat(DAYS), fc.constantFrom(40, 41, 55, 42, 70, 71, 98, 99, 100, 101, 131, 405, 436, 437))
const price = fc.integer({ min: -300, max: 900 }).map((cents) => (cents / 100).toFixed(2))

/** A formula of the series `at`: over items and the series before it. */
const formulaText = (at: number) =>
  fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...items, ...Array.from({ length: at }, (_, before) => `S${before}`)),
      fc.constantFrom('1.5', '0', '3'),
      fc.tuple(tie('text'), fc.constantFrom('+', '-', '*', '/'), tie('text')).map(([a, by, b]) => `(${a} ${by} ${b})`),
      fc
        .tuple(fc.constantFrom('ma', 'lag'), tie('text'), fc.integer({ min: 1, max: 8 }))
        .map(([name, a, n]) => `${name}(${a}, ${n})`),
      fc.tuple(fc.constantFrom('yoy', 'mom', 'abs', 'round'), tie('text')).map(([name, a]) => `${name}(${a})`),
      fc.tuple(tie('text'), tie('text'), tie('text')).map(([a, b, c]) => `if(${a} > 2, ${b}, ${c})`),
      fc.tuple(tie('text'), tie('text')).map(([a, b]) => `max(${a}, ${b})`),
    ),
  })).text

const version = (at: number) =>
  fc.record({ text: formulaText(at), decimals: fc.integer({ min: 0, max: 4 }), within: fc.constantFrom(0, 0, 3, 40) })

const drawn = fc.record({
  until: fc.constantFrom(undefined, undefined, '2025-09-01', '2024-01-01'),
  versions: fc.tuple(...[0, 1, 2].map((at) => fc.array(version(at), { minLength: 1, maxLength: 2 }))),
  prices: fc.array(fc.tuple(fc.constantFrom(...items), day, price), { maxLength: 250 }),
  changes: fc.array(fc.tuple(fc.constantFrom(...items), day, fc.option(price)), { minLength: 1, maxLength: 6 }),
})

type Version = { text: string; decimals: number; within: number }

function seriesOf(versions: readonly (readonly Version[])[], until?: string): Series[] {
  return versions.map((list, at) => ({
    code: `S${at}`,
    until: at === 1 ? until : undefined,
    versions: list.flatMap(({ text, ...rest }, nth) => {
      const read = parseFormula(text, () => true)
      // windows nested too deeply, or no name: another formula instead
      const formula = 'formula' in read ? read.formula : { tree: { kind: 'name', name: 'Q1' } as const, names: ['Q1'] }
      return { ...rest, formula, from: nth === 0 ? '2000-01-01' : '2025-06-01' }
    }),
  }))
}

type Change = readonly [item: string, day: number, value: string | null]

function inputsOf(changes: readonly Change[]) {
  const inputs = new Map<string, Map<string, string>>(items.map((item) => [item, new Map()]))
  for (const [item, at, value] of changes) {
    if (value === null) inputs.get(item)?.delete(dayText(START + at))
    else inputs.get(item)?.set(dayText(START + at), value)
  }
  return inputs
}

const bytes = (results: SeriesResults) => JSON.stringify([...results].sort().map(([code, days]) => [code, [...days]]))

type Known = Parameters<typeof reevaluateSeries>[1]
type Situation = { inputs: Known; before: SeriesResults; changed: ReadonlyMap<string, readonly string[]> }

/** The changes are the same where nothing is known from before the day that the formulas look back to. */
function expectEnough(series: readonly Series[], { inputs, before, changed }: Situation, updates: unknown): void {
  const versions = series.flatMap((each) => each.versions)
  const history = Math.max(...versions.map(({ formula, within }) => historyOf(formula.tree, within)))
  const [first] = [...changed.values()].flat().sort()
  if (!Number.isFinite(history) || first === undefined) return
  const from = dayText(dayNumber(first) - history)
  const since = <V>(all: ReadonlyMap<string, ReadonlyMap<string, V>>) =>
    new Map([...all].map(([code, days]) => [code, new Map([...days].filter(([of]) => of >= from))]))
  expect(reevaluateSeries(series, since(inputs), since(before), changed)).toEqual(updates)
}

/** Computes only the changes, and everything from scratch. */
function expectSame(series: readonly Series[], prices: readonly Change[], changes: readonly Change[]): void {
  const before = evaluateSeries(series, inputsOf(prices))
  const inputs = inputsOf([...prices, ...changes])
  const changed = new Map(
    items.map((item) => [item, changes.filter(([of]) => of === item).map(([, at]) => dayText(START + at))]),
  )
  const updates = reevaluateSeries(series, inputs, before, changed)
  expectEnough(series, { inputs, before, changed }, updates)
  const after = new Map(
    [...before].map(([code, results]) => [code, withChanges(results, updates.get(code) ?? new Map())]),
  )
  expect(bytes(after)).toBe(bytes(evaluateSeries(series, inputs)))
}

it('§1 full and incremental recomputation agree byte for byte', () => {
  fc.assert(
    fc.property(drawn, ({ versions, until, prices, changes }) =>
      expectSame(seriesOf(versions, until), prices, changes),
    ),
    { numRuns: 400 },
  )
})

it('§1 they agree where a month or year ago is another day, or a window has gaps', () => {
  const text = fc.constantFrom(
    'mom(Q1)',
    'yoy(Q1)',
    'mom(ma(Q1, 3))',
    'ma(mom(Q1), 2)',
    'lag(yoy(Q1 - Q2), 2)',
    'lag(Q1, 3)',
    'ma(Q1, 3) - Q2',
  )
  const sparse = fc.array(fc.tuple(fc.constantFrom('Q1', 'Q2'), day, price), { maxLength: 60 })
  const change = fc.tuple(fc.constantFrom('Q1', 'Q2'), day, fc.option(price))
  fc.assert(
    fc.property(text, fc.constantFrom(0, 3), sparse, change, (formula, within, prices, one) =>
      expectSame(seriesOf([[{ text: formula, decimals: 2, within }]]), prices, [one]),
    ),
    { numRuns: 2_000 },
  )
})

it('§1 the last days of a long month look as far back as the last of a short one', () => {
  const at = (text: string) => dayNumber(text) - START
  const prices: Change[] = [
    ['Q1', at('2025-02-13'), '100'],
    ['Q1', at('2025-03-31'), '110'],
  ]
  expectSame(seriesOf([[{ text: 'mom(Q1)', decimals: 2, within: 0 }]]), prices, [['Q1', at('2025-02-13'), '90']])
})

it('§1 a corrected price changes the days that it affects, not the whole series', () => {
  const read = parseFormula('ma(Q1, 5) + mom(Q1)', () => true)
  if ('problem' in read) throw new Error(read.problem.message)
  const series = [{ code: 'S1', versions: [{ from: '2000-01-01', formula: read.formula, decimals: 2, within: 0 }] }]
  const prices: Change[] = Array.from({ length: DAYS }, (_, at) => ['Q1', at, String(100 + (at % 7))])
  const before = evaluateSeries(series, inputsOf(prices))
  const corrected = inputsOf([...prices, ['Q1', 200, '150']])
  const { size } =
    reevaluateSeries(series, corrected, before, new Map([['Q1', [dayText(START + 200)]]])).get('S1') ?? {}
  // itself and four averages after it, and the same day of the next month
  expect(size).toBe(6)
})
