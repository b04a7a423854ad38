// From stored columns to the rows of a reply: periods, conversion, gaps, corrections.
import { daysBetween } from '#contract/days.ts'
import { type Currency, conversionOf, decimalsAfter, missingRates, unitAfter } from '#contract/prices/conversion.ts'
import { Exact, roundTo } from '#contract/prices/decimals.ts'
import { aggregate, byPeriod, inRows, periodOf } from '#contract/prices/periods.ts'
import { DATA_CELLS, type FoundColumn, type PriceDataQuery } from '#contract/prices/price-data.ts'
import type { StoredColumn } from './price-data.queries.ts'

/** Why the query cannot be answered, by field. */
export function verdictOnQuery(query: PriceDataQuery): Record<string, string | null> {
  const { columns, from, to, asKnownAt, knownAt } = query
  const days = daysBetween(from, to) + 1
  return {
    from: from > to ? '开始日期不能晚于结束日期' : null,
    to:
      days * columns.length > DATA_CELLS
        ? `报价项数 × 天数不能超过 ${DATA_CELLS.toLocaleString('en')}，请减少报价项或缩短日期范围`
        : null,
    knownAt: asKnownAt !== undefined && knownAt !== undefined ? '发布序号和时点只能填写一个' : null,
  }
}

type Definition = StoredColumn['definitions'][number]

/** Currency and tax of a price; a series has neither. */
const quotedOf = ({ currency, isTaxIncluded }: Definition) => (currency === null ? null : { currency, isTaxIncluded })

/** The definitions that hold on a day of the range. */
const heldIn = ({ definitions }: StoredColumn, { to }: PriceDataQuery) =>
  definitions.filter((_, at) => (definitions[at - 1]?.until ?? '') <= to)

/** Why the stored columns cannot be converted, by field of the query. */
export function verdictOnRates(stored: readonly StoredColumn[], query: PriceDataQuery): Record<string, string | null> {
  const quoted = stored.flatMap((column) => heldIn(column, query).flatMap((each) => quotedOf(each) ?? []))
  const missing: Currency[] = missingRates(quoted, query)
  const { isTaxIncluded, taxRate } = query
  const needsTax = isTaxIncluded !== undefined && quoted.some((each) => each.isTaxIncluded !== isTaxIncluded)
  return {
    rates: missing.length > 0 ? `请填写 ${missing.join('、')} 兑 ${query.currency} 的汇率` : null,
    taxRate: needsTax && taxRate === undefined ? '请填写税率' : null,
  }
}

function converted(definition: Definition, query: PriceDataQuery) {
  const { unit, currency, isTaxIncluded, decimals } = definition
  const quoted = quotedOf(definition)
  const conversion = quoted && conversionOf(quoted, query)
  return {
    unit: currency === null ? unit : unitAfter(unit, currency, query.currency ?? currency),
    tax: currency === null ? null : (query.isTaxIncluded ?? isTaxIncluded),
    conversion,
    decimals: decimalsAfter(decimals, conversion),
    until: definition.until,
  }
}
type Converted = ReturnType<typeof converted>

/** Days of a column whose figures have one unit after conversion, with how each definition among them is converted. */
type Stretch = { from: string | null; until: string | null; definitions: Converted[] }

/** A line never runs over a change of unit: the column becomes one for each unit, unless the query converts them to the same. */
function stretchesOf(column: StoredColumn, query: PriceDataQuery): Stretch[] {
  const stretches: Stretch[] = []
  for (const each of heldIn(column, query).map((definition) => converted(definition, query))) {
    const last = stretches.at(-1)
    const before = last?.definitions.at(-1)
    if (last && before?.unit === each.unit && before.tax === each.tax) {
      last.definitions.push(each)
      last.until = each.until
    } else stretches.push({ from: before?.until ?? null, until: each.until, definitions: [each] })
  }
  const hasFigures = ({ from, until }: Stretch) =>
    column.days.some((day) => (from === null || day >= from) && (until === null || day < until))
  const shown = stretches.filter(hasFigures)
  const kept = shown.length > 0 ? shown : stretches.slice(-1)
  // the only unit within the range needs no days beside it
  return kept.length > 1 ? kept : kept.map((stretch) => ({ ...stretch, from: null, until: null }))
}

const isOneConversion = ([first, ...others]: readonly Converted[]) =>
  others.every(
    ({ conversion }) =>
      conversion === first?.conversion ||
      (conversion &&
        first?.conversion &&
        String(conversion.times) === String(first.conversion.times) &&
        String(conversion.over) === String(first.conversion.over)),
  )

/** The figures of a stretch, and how they are aggregated. Where its days are converted differently, each is before. */
function figuresOf(column: StoredColumn, { from, until, definitions }: Stretch, { measure, length }: PriceDataQuery) {
  const decimals = Math.max(...definitions.map((each) => each.decimals))
  const isOne = isOneConversion(definitions)
  const conversion = isOne ? (definitions[0]?.conversion ?? null) : null
  const convert = (day: string, figure: string) => {
    if (isOne) return figure
    const own = definitions.find((each) => each.until === null || day < each.until)?.conversion
    const exact = own ? new Exact(figure).times(own.times).dividedBy(own.over) : new Exact(figure)
    return length === 'day' ? roundTo(exact, decimals) : exact.toFixed()
  }
  const days = column.days.flatMap((day, at) =>
    (from === null || day >= from) && (until === null || day < until)
      ? [[day, convert(day, column.figures[at] ?? '0')] as const]
      : [],
  )
  return { days, convert, aggregation: { measure, decimals, conversion } }
}

/** Rows are the periods in which any column has a figure. */
export function rowsOf(stored: readonly StoredColumn[], query: PriceDataQuery) {
  const { length, fill } = query
  const ready = stored.flatMap((column) =>
    stretchesOf(column, query).map((stretch) => {
      const { days, convert, aggregation } = figuresOf(column, stretch, query)
      const toUnit = (day: string, figure: string | null) => {
        if (figure === null) return null
        return aggregation.conversion === null ? convert(day, figure) : aggregate([figure], aggregation)
      }
      return { column, stretch, toUnit, figures: byPeriod(days, length, aggregation) }
    }),
  )
  const periods = [...new Set(ready.flatMap(({ figures }) => [...figures.keys()]))].sort()
  const places = new Map(periods.map((period, at) => [period, at]))
  const columns = ready.map(({ column, stretch, toUnit, figures }): FoundColumn => {
    const { kind, id, code, name, productName, before } = column
    const { from, until, definitions } = stretch
    const isIn = (day: string) => (from === null || day >= from) && (until === null || day < until)
    const corrections = new Map<number, FoundColumn['corrections'][number]>()
    for (const each of column.corrected.filter(({ day }) => isIn(day))) {
      const at = places.get(periodOf(each.day, length))
      // a longer period only says that it contains a correction
      if (at === undefined) continue
      const steps = length === 'day' ? each.steps.map((step) => toUnit(each.day, step) ?? step) : []
      corrections.set(at, { at, before: steps.at(-1) ?? null, steps })
    }
    const first = from === null ? toUnit(query.from, before) : null
    const shown = inRows(periods, figures, fill === 'last' ? { before: first } : null)
    // what is known goes on for as long as the unit does
    const isOver = (at: number) => until !== null && (periods[at] ?? '') >= until
    return {
      kind,
      id,
      code,
      name,
      productName,
      unit: definitions.at(-1)?.unit ?? '',
      from,
      until,
      values: shown.values.map((value, at) => (isOver(at) ? null : value)),
      filled: shown.filled.filter((at) => !isOver(at)),
      corrections: [...corrections.values()],
    }
  })
  return { periods, columns }
}
