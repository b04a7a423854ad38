// Value of a formula on a day, in exact decimals, or why it has none.
import { addMonths } from '#contract/days.ts'
import type { Compare, Comparison, Tree } from './formulas.ts'
import { Scaled } from './scaled.ts'
import { countUpTo, sortedDays } from './series-days.ts'

/** Why a day has no value. */
export type Lack =
  /** These have none that day, nor one that the lag rule allows. */
  | { reason: 'missing'; names: readonly string[] }
  | { reason: 'zeroDivision' }
  /** A window or a comparison with last month or year reaches back to before there were values. */
  | { reason: 'tooFew'; needs: number; has: number }
  | { reason: 'noBase'; months: number }
  | { reason: 'tooLarge' }

export type Evaluated = Scaled | Lack

/** The values of an item or series: their days in order, and each by its day. */
export type Column = { days: readonly number[]; at: (day: number) => Scaled | undefined }

/** The days on which a tree has a value, in order, with the value. */
type Valued = { days: readonly number[]; values: readonly Scaled[] }

/** Last year's or month's value may be so many days older than the day itself: the Spring Festival. */
export const GROWTH_SLACK = 15

export const isLack = (result: Evaluated): result is Lack => 'reason' in result

const zeroDivision: Lack = { reason: 'zeroDivision' }
const [zero, hundred] = [Scaled.of('0'), Scaled.of('100')]

const compare: Record<Compare, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
}

/** Of several without a value: all missing names at once. */
function lackOf(results: readonly Evaluated[]): Lack | undefined {
  const lacks = results.filter(isLack)
  const missing = lacks.flatMap((lack) => (lack.reason === 'missing' ? lack.names : []))
  return missing.length > 0 ? { reason: 'missing', names: [...new Set(missing)] } : lacks[0]
}

export type Evaluator = {
  evaluate: (tree: Tree, day: number) => Evaluated
  /** The days on which something that the tree names has a value. */
  daysOf: (tree: Tree) => readonly number[]
  /** The `count`-th of these after `day` on which the tree has a value; undefined where there are fewer. */
  valuedAfter: (tree: Tree, day: number, count: number) => number | undefined
}

function* namesIn(tree: Tree): Generator<string> {
  switch (tree.kind) {
    case 'number':
      return
    case 'name':
      yield tree.name
      return
    case 'among':
      for (const each of tree.of) yield* namesIn(each)
      return
    case 'arithmetic':
      yield* namesIn(tree.left)
      yield* namesIn(tree.right)
      return
    case 'if':
      for (const each of [tree.test.left, tree.test.right, tree.yes, tree.no]) yield* namesIn(each)
      return
    default:
      yield* namesIn(tree.of)
  }
}

/** `within`: how many days old a value may be that fills in for a missing one; 0: the same day's only. */
export function createEvaluator(columnOf: (name: string) => Column, within: number): Evaluator {
  const axes = new Map<Tree, readonly number[]>()
  const valued = new Map<Tree, Valued>()
  const summed = new Map<Tree, readonly Scaled[]>()
  const literals = new Map<Tree, Scaled>()

  const daysOf = (tree: Tree) => {
    const before = axes.get(tree)
    if (before) return before
    const [only, ...others] = new Set(namesIn(tree))
    const lists = [only, ...others].flatMap((name) => (name === undefined ? [] : [columnOf(name).days]))
    const days = others.length === 0 ? (lists[0] ?? []) : sortedDays(lists.flat())
    axes.set(tree, days)
    return days
  }

  const valuedOf = (tree: Tree): Valued => {
    const before = valued.get(tree)
    if (before) return before
    const days: number[] = []
    const values: Scaled[] = []
    for (const day of daysOf(tree)) {
      const value = evaluate(tree, day)
      if (isLack(value)) continue
      days.push(day)
      values.push(value)
    }
    const all = { days, values }
    valued.set(tree, all)
    return all
  }

  /** The sums of all values up to each: they lose no digit, so it does not matter from which day on they are added up. */
  const sumsOf = (tree: Tree): readonly Scaled[] => {
    const before = summed.get(tree)
    if (before) return before
    let sum = zero
    const sums = valuedOf(tree).values.map((value) => {
      sum = sum.plus(value)
      return sum
    })
    summed.set(tree, sums)
    return sums
  }

  /** Value of a tree on a day, and how many days up to that one have one. */
  const upTo = (tree: Tree, day: number) => {
    const { days, values } = valuedOf(tree)
    const has = countUpTo(days, day)
    return { has, now: days[has - 1] === day ? (values[has - 1] as Scaled) : evaluate(tree, day) }
  }

  const named = (name: string, day: number): Evaluated => {
    const { days, at } = columnOf(name)
    const now = at(day)
    if (now || within === 0) return now ?? { reason: 'missing', names: [name] }
    const last = days[countUpTo(days, day) - 1]
    const isFresh = last !== undefined && day - last <= within
    return (isFresh && at(last)) || { reason: 'missing', names: [name] }
  }

  const movingAverage = (of: Tree, count: number, day: number): Evaluated => {
    const { has, now } = upTo(of, day)
    if (isLack(now)) return now
    if (has < count) return { reason: 'tooFew', needs: count, has }
    const sums = sumsOf(of)
    const last = sums[has - 1] as Scaled
    return last.minus(sums[has - 1 - count] ?? zero).dividedBy(Scaled.of(String(count)))
  }

  const lagged = (of: Tree, count: number, day: number): Evaluated => {
    const { days, values } = valuedOf(of)
    const has = countUpTo(days, day - 1)
    return values[has - count] ?? { reason: 'tooFew', needs: count, has }
  }

  const growth = (of: Tree, months: number, day: number): Evaluated => {
    const { now } = upTo(of, day)
    if (isLack(now)) return now
    const { days, values } = valuedOf(of)
    const from = addMonths(day, -months)
    const at = countUpTo(days, from) - 1
    const base = values[at]
    if (!base || from - (days[at] as number) > GROWTH_SLACK) return { reason: 'noBase', months }
    return base.isZero() ? zeroDivision : now.minus(base).dividedBy(base.abs()).times(hundred)
  }

  const among = (name: 'avg' | 'min' | 'max', of: readonly Tree[], day: number): Evaluated => {
    const results = of.map((each) => evaluate(each, day))
    const lack = lackOf(results)
    if (lack) return lack
    const values = results as Scaled[]
    if (name === 'avg') {
      return values.reduce((sum, value) => sum.plus(value), zero).dividedBy(Scaled.of(String(values.length)))
    }
    const isBetter = name === 'min' ? compare['<'] : compare['>']
    return values.reduce((best, value) => (isBetter(value.comparedTo(best)) ? value : best))
  }

  const arithmetic = (tree: Tree & { kind: 'arithmetic' }, day: number): Evaluated => {
    const [left, right] = [evaluate(tree.left, day), evaluate(tree.right, day)]
    if (isLack(left) || isLack(right)) return lackOf([left, right]) as Lack
    switch (tree.operator) {
      case '+':
        return left.plus(right)
      case '-':
        return left.minus(right)
      case '*':
        return left.times(right)
      default:
        return right.isZero() ? zeroDivision : left.dividedBy(right)
    }
  }

  const holds = ({ operator, left, right }: Comparison, day: number): boolean | Lack => {
    const sides = [evaluate(left, day), evaluate(right, day)] as const
    const lack = lackOf(sides)
    return lack ?? compare[operator]((sides[0] as Scaled).comparedTo(sides[1] as Scaled))
  }

  const literal = (tree: Tree & { kind: 'number' }) => {
    const value = literals.get(tree) ?? Scaled.of(tree.text)
    literals.set(tree, value)
    return value
  }

  function evaluate(tree: Tree, day: number): Evaluated {
    switch (tree.kind) {
      case 'number':
        return literal(tree)
      case 'name':
        return named(tree.name, day)
      case 'arithmetic':
        return arithmetic(tree, day)
      case 'among':
        return among(tree.name, tree.of, day)
      case 'window':
        return tree.name === 'ma' ? movingAverage(tree.of, tree.count, day) : lagged(tree.of, tree.count, day)
      case 'growth':
        return growth(tree.of, tree.months, day)
      case 'if': {
        // the other branch may be missing, or divide by zero
        const test = holds(tree.test, day)
        return typeof test === 'boolean' ? evaluate(test ? tree.yes : tree.no, day) : test
      }
      case 'negative':
      case 'absolute':
      case 'round': {
        const value = evaluate(tree.of, day)
        if (isLack(value)) return value
        if (tree.kind === 'round') return value.rounded(tree.decimals)
        return tree.kind === 'negative' ? value.negated() : value.abs()
      }
    }
  }

  const valuedAfter = (tree: Tree, day: number, count: number) => {
    const { days } = valuedOf(tree)
    return days[countUpTo(days, day) + count - 1]
  }

  return { evaluate, daysOf, valuedAfter }
}
