// From stored columns to the rows of a reply: periods, conversion, gaps, corrections.
import { daysBetween } from '../../../contract/days.ts'
import {
  type Currency,
  conversionOf,
  decimalsAfter,
  missingRates,
  unitAfter,
} from '../../../contract/prices/conversion.ts'
import { aggregate, byPeriod, inRows, periodOf } from '../../../contract/prices/periods.ts'
import { DATA_CELLS, type FoundColumn, type PriceDataQuery } from '../../../contract/prices/price-data.ts'
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

/** Currency and tax of a price; a series has neither. */
const quotedOf = ({ currency, isTaxIncluded }: StoredColumn) => (currency === null ? null : { currency, isTaxIncluded })

/** Why the stored columns cannot be converted, by field of the query. */
export function verdictOnRates(stored: readonly StoredColumn[], query: PriceDataQuery): Record<string, string | null> {
  const quoted = stored.flatMap((column) => quotedOf(column) ?? [])
  const missing: Currency[] = missingRates(quoted, query)
  const { isTaxIncluded, taxRate } = query
  const needsTax = isTaxIncluded !== undefined && quoted.some((each) => each.isTaxIncluded !== isTaxIncluded)
  return {
    rates: missing.length > 0 ? `请填写 ${missing.join('、')} 兑 ${query.currency} 的汇率` : null,
    taxRate: needsTax && taxRate === undefined ? '请填写税率' : null,
  }
}

function converted(column: StoredColumn, query: PriceDataQuery) {
  const quoted = quotedOf(column)
  const conversion = quoted && conversionOf(quoted, query)
  return {
    unit: quoted ? unitAfter(column.unit, quoted.currency, query.currency ?? quoted.currency) : column.unit,
    aggregation: { measure: query.measure, decimals: decimalsAfter(column.decimals, conversion), conversion },
  }
}

/** Rows are the periods in which any column has a figure. */
export function rowsOf(stored: readonly StoredColumn[], query: PriceDataQuery) {
  const { length, fill } = query
  const ready = stored.map((column) => {
    const { unit, aggregation } = converted(column, query)
    const days = column.days.map((day, at) => [day, column.figures[at] ?? '0'] as const)
    const convert = (figure: string | null) =>
      figure === null || aggregation.conversion === null ? figure : aggregate([figure], aggregation)
    return { column, unit, convert, figures: byPeriod(days, length, aggregation) }
  })
  const periods = [...new Set(ready.flatMap(({ figures }) => [...figures.keys()]))].sort()
  const places = new Map(periods.map((period, at) => [period, at]))
  const columns = ready.map(({ column, unit, convert, figures }): FoundColumn => {
    const { kind, id, code, name, productName, before } = column
    const corrections = new Map<number, FoundColumn['corrections'][number]>()
    for (const each of column.corrected) {
      const at = places.get(periodOf(each.day, length))
      // a longer period only says that it contains a correction
      if (at === undefined) continue
      const steps = length === 'day' ? each.steps.map((step) => convert(step) ?? step) : []
      corrections.set(at, { at, before: steps.at(-1) ?? null, steps })
    }
    const shown = inRows(periods, figures, fill === 'last' ? { before: convert(before) } : null)
    return { kind, id, code, name, productName, unit, ...shown, corrections: [...corrections.values()] }
  })
  return { periods, columns }
}
