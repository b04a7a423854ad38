// Two dimensions against each other: the largest rows and columns, and one more each that holds the rest.
import { Decimal } from 'decimal.js'
import {
  type SearchDevice,
  type SearchDimension,
  searchDeviceLabels,
  searchSourceLabels,
} from '../../../contract/operations/search-labels.ts'
import { PIVOT_COLUMNS, PIVOT_ROWS, type SearchPivot } from '../../../contract/operations/search-marketing.ts'
import { addUp, figuresOf, type Sums } from './search-marketing.rules.ts'

/** What a value of a dimension is made of; the fields of other dimensions are empty. */
type Place = Record<'source' | 'account' | 'campaign' | 'group' | 'keyword' | 'device' | 'region' | 'day', string> & {
  accountId: string | null
}
export type Pair = { row: Place; column: Place; sums: Sums }

/** Of values that a report or a link does not have. */
const UNTOLD = '未区分'

const sourceName = ({ source }: Place) => searchSourceLabels[source as keyof typeof searchSourceLabels] ?? source

/** Its own name, and what is around it from near to far. */
const names: Readonly<Record<SearchDimension, (place: Place) => [own: string, ...around: string[]]>> = {
  source: (place) => [sourceName(place)],
  account: (place) => [place.account, sourceName(place)],
  campaign: (place) => [place.campaign, place.account, sourceName(place)],
  group: (place) => [place.group, place.campaign, place.account, sourceName(place)],
  keyword: (place) => [place.keyword, place.campaign, place.account, sourceName(place)],
  device: ({ device }) => [searchDeviceLabels[device as SearchDevice] ?? ''],
  region: ({ region }) => [region],
  day: ({ day }) => [day],
  week: ({ day }) => [`${day} 起一周`],
  month: ({ day }) => [day.slice(0, 'YYYY-MM'.length)],
}

export function namesOf(dimension: SearchDimension, place: Place): { name: string; within: string } {
  const [own, ...around] = names[dimension](place)
  return { name: own || UNTOLD, within: around.filter(Boolean).join(' · ') }
}

/** Both in one, for a heading. */
function nameOf(dimension: SearchDimension, place: Place): string {
  const { name, within } = namesOf(dimension, place)
  return within ? `${name} · ${within}` : name
}

/** A value of a dimension as a text that is no other's. */
export const idOf = (place: Place): string => JSON.stringify(Object.values(place))

const isTime = (dimension: SearchDimension) => dimension === 'day' || dimension === 'week' || dimension === 'month'

type Head = { id: string; name: string; sums: Sums }
const REST = 'rest'

/** Days in their order, others by cost; at most `most` and the rest. @returns the heads, and under which each value goes */
function headsOf(pairs: readonly Pair[], side: 'row' | 'column', dimension: SearchDimension, most: number) {
  const grouped = Map.groupBy(pairs, (pair) => idOf(pair[side]))
  const all: Head[] = [...grouped].map(([id, some]) => ({
    id,
    name: nameOf(dimension, (some[0] as Pair)[side]),
    sums: addUp(some.map(({ sums }) => sums)),
  }))
  const costOrder = (one: Head, other: Head) =>
    new Decimal(other.sums.cost).cmp(one.sums.cost) || other.sums.leads - one.sums.leads || (one.id < other.id ? -1 : 1)
  const byCost = all.toSorted(costOrder)
  const shown = byCost.length > most ? byCost.slice(0, most) : byCost
  const rest = byCost.slice(shown.length)
  const ordered = isTime(dimension) ? shown.toSorted((one, other) => (one.name < other.name ? -1 : 1)) : shown
  const under = new Map(ordered.map(({ id }) => [id, id]))
  for (const { id } of rest) under.set(id, REST)
  const heads =
    rest.length === 0
      ? ordered
      : [...ordered, { id: REST, name: `其余 ${rest.length} 项`, sums: addUp(rest.map(({ sums }) => sums)) }]
  return { heads, under }
}

export function pivotOf(
  pairs: readonly Pair[],
  dimensions: { rows: SearchDimension; columns: SearchDimension },
): SearchPivot {
  const rows = headsOf(pairs, 'row', dimensions.rows, PIVOT_ROWS)
  const columns = headsOf(pairs, 'column', dimensions.columns, PIVOT_COLUMNS)
  const cells = Map.groupBy(pairs, ({ row, column }) =>
    JSON.stringify([rows.under.get(idOf(row)), columns.under.get(idOf(column))]),
  )
  const cellOf = (row: Head, column: Head) => {
    const some = cells.get(JSON.stringify([row.id, column.id]))
    return some ? figuresOf(addUp(some.map(({ sums }) => sums))) : null
  }
  const shown = ({ id, name, sums }: Head) => ({ id, name, total: figuresOf(sums) })
  return {
    rows: rows.heads.map((row) => ({ ...shown(row), cells: columns.heads.map((column) => cellOf(row, column)) })),
    columns: columns.heads.map(shown),
    total: figuresOf(addUp(pairs.map(({ sums }) => sums))),
  }
}
