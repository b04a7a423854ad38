// Two dimensions against each other: the largest rows and columns, and one more each that holds the rest.
import { Decimal } from 'decimal.js'
import {
  type SearchDevice,
  type SearchDimension,
  searchDeviceLabels,
  searchDimensionLabels,
  searchSourceLabels,
} from '#contract/operations/search-labels.ts'
import { PIVOT_COLUMNS, PIVOT_ROWS, type SearchPivot } from '#contract/operations/search-marketing.ts'
import { subProducts } from '#contract/sub-products.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { addUp, figuresOf, type Sums } from './search-marketing.rules.ts'

const placeKeys = [
  ...(['source', 'accountId', 'account', 'subProduct', 'campaign', 'group'] as const),
  ...(['keyword', 'device', 'region', 'hour', 'day'] as const),
]
/** What a value of a dimension is made of; the fields of other dimensions are empty. */
export type Place = Record<Exclude<(typeof placeKeys)[number], 'accountId'>, string> & { accountId: string | null }
export type Pair = { row: Place; column: Place; sums: Sums }

/** What no report divides further, and what a link does not name. */
const UNDIVIDED = '未细分'

const sourceName = ({ source }: Place) => searchSourceLabels[source as keyof typeof searchSourceLabels] ?? source

const weekdays = ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日']
const subProductNames = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

/** Its own name, and what is around it from near to far. */
const names: Readonly<Record<SearchDimension, (place: Place) => [own: string, ...around: string[]]>> = {
  source: (place) => [sourceName(place)],
  account: (place) => [place.account, sourceName(place)],
  campaign: (place) => [place.campaign, place.account, sourceName(place)],
  group: (place) => [place.group, place.campaign, place.account, sourceName(place)],
  keyword: (place) => [place.keyword, place.campaign, place.account, sourceName(place)],
  device: ({ device }) => [searchDeviceLabels[device as SearchDevice] ?? ''],
  region: ({ region }) => [region],
  hour: ({ hour }) => [hour && `${hour} 时`],
  weekday: ({ day }) => [weekdays[Number(day) - 1] ?? ''],
  subProduct: ({ subProduct }) => [subProductNames.get(subProduct) ?? subProduct],
  day: ({ day }) => [day],
  week: ({ day }) => [`${day} 起一周`],
  month: ({ day }) => [day.slice(0, 'YYYY-MM'.length)],
}

export function namesOf(dimension: SearchDimension, place: Place): { name: string; within: string } {
  const [own, ...around] = names[dimension](place)
  return { name: own || UNDIVIDED, within: around.filter(Boolean).join(' · ') }
}

/** Both in one, for a heading. */
function nameOf(dimension: SearchDimension, place: Place): string {
  const { name, within } = namesOf(dimension, place)
  return within ? `${name} · ${within}` : name
}

/** A value of a dimension as a text that is no other's. */
export const idOf = (place: Place): string => JSON.stringify(placeKeys.map((key) => place[key]))

/** The other way round. Throws 400 for a text that is no place. */
export function placeOf(id: string): Place {
  const wrong = () => refuse('invalid', { msg: '没有这个单元格，请重新打开交叉统计' })
  let values: unknown
  try {
    values = JSON.parse(id)
  } catch {
    throw wrong()
  }
  if (!Array.isArray(values) || values.length !== placeKeys.length) throw wrong()
  if (!values.every((value, at) => typeof value === 'string' || (value === null && placeKeys[at] === 'accountId')))
    throw wrong()
  return Object.fromEntries(placeKeys.map((key, at) => [key, values[at]])) as Place
}

/** `计划：品牌词 · 百度，周：2026-11-16 起一周`: what a cell is of. */
export const cellText = (cell: readonly { dimension: SearchDimension; place: Place | null }[]): string =>
  cell
    .flatMap(({ dimension, place }) =>
      place ? [`${searchDimensionLabels[dimension]}：${nameOf(dimension, place)}`] : [],
    )
    .join('，')

const times = new Set<SearchDimension>(['day', 'week', 'month', 'weekday', 'hour'])

/** Sorts as time goes. */
const timeOf = ({ day, hour }: Place) => day + hour.padStart(2, '0')

type Head = { id: string; name: string; sums: Sums; at: string }
const REST = 'rest'

/** Days in their order, others by cost; at most `most` and the rest. @returns the heads, and under which each value goes */
function headsOf(
  pairs: readonly Pair[],
  side: 'row' | 'column',
  dimension: SearchDimension,
  { most, skipped }: { most: number; skipped: number },
) {
  const grouped = Map.groupBy(pairs, (pair) => idOf(pair[side]))
  const all: Head[] = [...grouped].map(([id, some]) => ({
    id,
    name: nameOf(dimension, (some[0] as Pair)[side]),
    sums: addUp(some.map(({ sums }) => sums)),
    at: timeOf((some[0] as Pair)[side]),
  }))
  const costOrder = (one: Head, other: Head) =>
    new Decimal(other.sums.cost).cmp(one.sums.cost) || other.sums.leads - one.sums.leads || (one.id < other.id ? -1 : 1)
  const byCost = all.toSorted(costOrder).slice(skipped)
  const shown = byCost.length > most ? byCost.slice(0, most) : byCost
  const rest = byCost.slice(shown.length)
  const ordered = times.has(dimension) ? shown.toSorted((one, other) => (one.at < other.at ? -1 : 1)) : shown
  const under = new Map(ordered.map(({ id }) => [id, id]))
  for (const { id } of rest) under.set(id, REST)
  const heads =
    rest.length === 0
      ? ordered
      : [...ordered, { id: REST, name: `其他（${rest.length} 项）`, sums: addUp(rest.map(({ sums }) => sums)), at: '' }]
  return { heads, under }
}

type PivotOptions = {
  rows: SearchDimension
  columns: SearchDimension
  /** Rows and columns of the highest cost that are left out: what 其他 holds opens as a pivot of its own. */
  rowsFrom?: number | undefined
  columnsFrom?: number | undefined
}

export function pivotOf(
  all: readonly Pair[],
  { rows: ofRows, columns: ofColumns, rowsFrom = 0, columnsFrom = 0 }: PivotOptions,
): SearchPivot {
  const rows = headsOf(all, 'row', ofRows, { most: PIVOT_ROWS, skipped: rowsFrom })
  const own = all.filter(({ row }) => rows.under.has(idOf(row)))
  const columns = headsOf(own, 'column', ofColumns, { most: PIVOT_COLUMNS, skipped: columnsFrom })
  const pairs = own.filter(({ column }) => columns.under.has(idOf(column)))
  const ofRow = Map.groupBy(pairs, ({ row }) => rows.under.get(idOf(row)))
  const cells = Map.groupBy(pairs, ({ row, column }) =>
    JSON.stringify([rows.under.get(idOf(row)), columns.under.get(idOf(column))]),
  )
  const cellOf = (row: Head, column: Head) => {
    const some = cells.get(JSON.stringify([row.id, column.id]))
    return some ? figuresOf(addUp(some.map(({ sums }) => sums))) : null
  }
  const shown = ({ id, name, sums }: Head) => ({ id, name, total: figuresOf(sums) })
  return {
    rows: rows.heads.flatMap((row) => {
      const some = ofRow.get(row.id)
      if (!some) return []
      const sums = addUp(some.map((pair) => pair.sums))
      return [{ ...shown({ ...row, sums }), cells: columns.heads.map((column) => cellOf(row, column)) }]
    }),
    columns: columns.heads.map(shown),
    total: figuresOf(addUp(pairs.map(({ sums }) => sums))),
  }
}
