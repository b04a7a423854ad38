// The query of prices: parsed from and printed to the address and saved views, and converted to call input.
import { keysOf } from '#contract/labels.ts'
import type { Currency } from '#contract/prices/conversion.ts'
import {
  type Edges,
  edges,
  type Measure,
  measures,
  type PeriodLength,
  periodLengths,
} from '#contract/prices/periods.ts'
import { DATA_COLUMNS, type DataColumn, type PriceDataQuery } from '#contract/prices/price-data.ts'
import { currencies } from '#contract/prices/price-labels.ts'
import type { ListView } from '#contract/system/list-settings.ts'

/** Months back from today; `own`: the range is `from` to `to`. */
const rangeMonths = { m1: 1, m3: 3, m6: 6, y1: 12, y3: 36, y5: 60 } as const
export const rangeLabels = {
  m1: '近一月',
  m3: '近三月',
  m6: '近半年',
  y1: '近一年',
  y3: '近三年',
  y5: '近五年',
  own: '自选',
} as const
export type Range = keyof typeof rangeLabels
const ranges = keysOf(rangeLabels)

/** Plain values, rebased to 100, or one line for each year. */
export const drawings = ['plain', 'rebased', 'seasonal'] as const
export type Drawing = (typeof drawings)[number]

export type Terms = {
  columns: readonly DataColumn[]
  range: Range
  /** Used if `range` is `own`. */
  from: string
  to: string
  length: PeriodLength
  measure: Measure
  isFilled: boolean
  /** Of periods that the range cuts. */
  edges: Edges
  /** Number of a publication; takes precedence over `knownAt`, a moment. */
  asKnownAt: string
  knownAt: string
  currency: Currency | ''
  /** Exchange rates: value of one unit in `currency`. */
  rates: Readonly<Partial<Record<Currency, string>>>
  tax: 'in' | 'ex' | ''
  taxRate: string
  drawing: Drawing
}

const defaults: Terms = {
  columns: [],
  range: 'y1',
  from: '',
  to: '',
  length: 'day',
  measure: 'last',
  isFilled: false,
  edges: 'whole',
  asKnownAt: '',
  knownAt: '',
  currency: '',
  rates: {},
  tax: '',
  taxRate: '',
  drawing: 'plain',
}

type Texts = readonly (readonly [key: string, text: string])[]

const ID = /^[1-9]\d{0,18}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const FIGURE = /^\d{1,8}(\.\d{1,8})?$/
const oneOf = <T extends string>(values: readonly T[], text: string | undefined, otherwise: T): T =>
  values.find((value) => value === text) ?? otherwise
const like = (pattern: RegExp, text = '') => (pattern.test(text) ? text : '')

const printRates = (rates: Terms['rates']) =>
  Object.entries(rates)
    .map((pair) => pair.join(':'))
    .join(',')

const parseRates = (text = ''): Terms['rates'] =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [currency = '', rate = ''] = pair.split(':')
      return currencies.some((known) => known === currency) && FIGURE.test(rate) ? [[currency, rate]] : []
    }),
  )

/** Invalid texts are ignored. */
export function parseColumns(texts: readonly string[]): DataColumn[] {
  const columns = [...new Set(texts)].flatMap((text): DataColumn[] => {
    const [kind, id = ''] = text.split('-')
    return (kind === 'item' || kind === 'series') && ID.test(id) ? [{ kind, id }] : []
  })
  return columns.slice(0, DATA_COLUMNS)
}

/** Invalid texts become defaults. */
export function parseTerms(texts: Texts): Terms {
  const all = new Map(texts)
  const get = (key: string) => all.get(key)
  return {
    columns: parseColumns(texts.flatMap(([key, text]) => (key === 'c' ? [text] : []))),
    range: oneOf(ranges, get('range'), defaults.range),
    from: like(DAY, get('from')),
    to: like(DAY, get('to')),
    length: oneOf(periodLengths, get('length'), defaults.length),
    measure: oneOf(measures, get('measure'), defaults.measure),
    isFilled: get('fill') === 'last',
    edges: oneOf(edges, get('edges'), defaults.edges),
    asKnownAt: like(ID, get('at')),
    knownAt: like(MOMENT, get('on')),
    currency: oneOf(['', ...currencies], get('currency'), ''),
    rates: parseRates(get('rates')),
    tax: oneOf(['', 'in', 'ex'], get('tax'), ''),
    taxRate: like(FIGURE, get('taxRate')),
    drawing: oneOf(drawings, get('drawing'), defaults.drawing),
  }
}

/** Defaults are left out. */
export function printTerms(terms: Terms): Texts {
  const isOwn = terms.range === 'own'
  const texts: [string, string, string?][] = [
    ...terms.columns.map(({ kind, id }): [string, string] => ['c', `${kind}-${id}`]),
    ['range', terms.range, defaults.range],
    ['from', isOwn ? terms.from : ''],
    ['to', isOwn ? terms.to : ''],
    ['length', terms.length, defaults.length],
    ['measure', terms.measure, defaults.measure],
    ['fill', terms.isFilled ? 'last' : ''],
    ['edges', terms.edges, defaults.edges],
    ['at', terms.asKnownAt],
    ['on', terms.knownAt],
    ['currency', terms.currency],
    ['rates', terms.currency ? printRates(terms.rates) : ''],
    ['tax', terms.tax],
    ['taxRate', terms.tax ? terms.taxRate : ''],
    ['drawing', terms.drawing, defaults.drawing],
  ]
  return texts.flatMap(([key, text, left = '']) => (text === left ? [] : [[key, text] as const]))
}

export const viewOf = (terms: Terms): Pick<ListView, 'filters' | 'sort'> => ({
  filters: printTerms(terms).map(([key, text]) => ({ key, text })),
  sort: '',
})
export const termsOfView = ({ filters }: Pick<ListView, 'filters'>): Terms =>
  parseTerms(filters.map(({ key, text }) => [key, text] as const))

export const isSameTerms = (a: Terms, b: Terms) => JSON.stringify(printTerms(a)) === JSON.stringify(printTerms(b))

/** The same day of the month `months` earlier, or the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  return date.toISOString().slice(0, 10)
}

export function daysOf({ range, from, to }: Terms, today: string): { from: string; to: string } {
  if (range !== 'own') return { from: monthsBefore(today, rangeMonths[range]), to: today }
  return { from: from || monthsBefore(today, rangeMonths.y1), to: to || today }
}

/** Input of the call; null while no column is chosen. */
export function queryOf(terms: Terms, today: string): PriceDataQuery | null {
  if (terms.columns.length === 0) return null
  const { columns, length, measure, isFilled, edges: edge, asKnownAt, knownAt, currency, rates, tax, taxRate } = terms
  const entries = Object.entries(rates) as [Currency, string][]
  return {
    columns: [...columns],
    ...daysOf(terms, today),
    length,
    measure,
    fill: isFilled ? 'last' : 'none',
    ...(edge !== defaults.edges && { edges: edge }),
    ...(asKnownAt ? { asKnownAt } : knownAt && { knownAt }),
    ...(currency && { currency, rates: entries.map(([each, rate]) => ({ currency: each, rate })) }),
    ...(tax && { isTaxIncluded: tax === 'in' }),
    ...(tax && taxRate && { taxRate }),
  }
}
