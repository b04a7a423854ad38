// Search marketing in SQL: figures of reports and the registrations that came of them, grouped by dimensions.
import { type SQL, sql } from 'drizzle-orm'
import {
  type SearchDimension,
  type SearchLevel,
  type SearchSource,
  searchDimensionLabels,
  searchLevels,
} from '#contract/operations/search-labels.ts'
import { USUAL_CURRENCY } from '#contract/operations/search-marketing.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { semAccounts, semNodes, semSlices } from '#server/db/schema/operations.ts'
import { paidLeads } from './attribution.queries.ts'
import {
  and,
  areHeld,
  type Cell,
  currencyOf,
  type FactColumn,
  factLines,
  needOf,
  type Slices,
  slicesOf,
  type Terms,
} from './search-facts.queries.ts'
import type { Sums } from './search-marketing.rules.ts'
import type { Place } from './search-pivot.rules.ts'
import { choose } from './slices/search-choice.rules.ts'

/** The same spelling of provinces as `readRegion` has, in SQL. */
const regionOf = (province: SQL) =>
  sql`regexp_replace(regexp_replace(${province}, '(壮族|回族|维吾尔)?自治区$|特别行政区$', ''), '(..)[省市]$', '\\1')`

/** The account's node that had the campaign of a link last; one probe of an index, however many nodes the campaign has. */
const lastNodeNamed = (column: SQL) => sql`(select u.id, u.campaign from ${semNodes} u
  where u.account_id = a.id and u.campaign <> '' and lower(u.${column}) = lower(r.campaign) order by u.id desc limit 1)`

/** The same for the keyword of a link, in the account and campaign that it was found in. */
const lastKeyword = (column: SQL) => sql`(select u.id, u.keyword from ${semNodes} u
  where u.account_id = c.account_id and lower(u.campaign) = lower(c.campaign) and u.keyword <> '' and lower(u.${column}) = lower(r.term)
  order by u.id desc limit 1)`

/** Whether a link has one of the campaign’s names, which spares the look-up of every other lead’s campaign. */
const isNamedAs = (campaign: string) => sql`lower(r.campaign) = any (array(select lower(${campaign}) union
  select lower(u.own_campaign) from ${semNodes} u where lower(u.campaign) = lower(${campaign})))`

/**
 * Shares of registrations, each under the campaign and keyword that the link of a visit names: `id`, and the columns of a line. A campaign's name
 * belongs to the account of that source that had it last; one that no report has keeps the link's words and has no account.
 */
export function attributed(
  terms: Terms,
  range: { from: SQL; to: SQL } = { from: sql`${terms.from}`, to: sql`${terms.to}` },
): SQL {
  const { source, accountId, campaign, region, one } = terms
  const currency = currencyOf(terms)
  const where = and([
    ...(source ? [sql`r.source = ${source}`] : []),
    ...(accountId ? [sql`c.account_id = ${accountId}::bigint`] : []),
    // a link whose campaign is in no report is of no account
    ...(currency ? [sql`coalesce(c.currency, ${USUAL_CURRENCY}) = ${currency}`] : []),
    ...(campaign?.trim() ? [hasName(sql`coalesce(c.campaign, r.campaign)`, keyPart(campaign))] : []),
    ...(region ? [sql`${regionOf(sql`r.province`)} = ${region}`] : []),
    ...(one ? [sql`lower(coalesce(c.campaign, r.campaign)) = lower(${one.campaign})`, isNamedAs(one.campaign)] : []),
    // no link names a group
    ...(one?.group ? [sql`false`] : []),
    ...(one?.keyword ? [sql`lower(coalesce(k.keyword, r.term)) = lower(${one.keyword})`] : []),
    ...(one?.word ? [sql`lower(r.term) = lower(${one.word})`] : []),
  ])
  return sql`select r.id, r.source, c.account_id, coalesce(c.account, '') as account,
      coalesce(c.campaign, r.campaign) as campaign, '' as ad_group, coalesce(k.keyword, r.term) as keyword,
      '' as device, ${regionOf(sql`r.province`)} as region, r.day, r.leads, r.trials, r.formals, r.granted, r.amounts
    from (${paidLeads(terms, range)}) r
      left join lateral (select a.id as account_id, a.name as account, a.currency, u.campaign
        from ${semAccounts} a cross join lateral (${lastNodeNamed(sql`campaign`)} union all ${lastNodeNamed(sql`own_campaign`)}) u
        where a.source = r.source order by u.id desc limit 1) c on true
      left join lateral (select u.keyword from (${lastKeyword(sql`keyword`)} union all ${lastKeyword(sql`own_keyword`)}) u
        order by u.id desc limit 1) k on true
    where ${where}`
}

/** Leads as lines, with the `id` of each registration. A registration has no device: where one is asked for, none is counted. */
export function leadLines(terms: Terms): SQL {
  const lines = sql`select r.id, r.source, r.account_id, r.account, coalesce(a.sub_product, '') as sub_product, r.campaign,
      r.ad_group, r.keyword, r.device, r.region, '' as hour, r.day, r.leads, r.trials, r.formals, r.granted, r.amounts
    from (${attributed(terms)}) r left join ${semAccounts} a on a.id = r.account_id`
  const asked = terms.device ? sql`${lines} where false` : lines
  return terms.cell ? sql`select l.* from (${asked}) l where ${isInCell(terms.cell)}` : asked
}

/** Both, of one cell where that is asked for. */
function lines(terms: Terms, asked: Asked, slices: Slices): SQL {
  const spent = factLines(terms, { columns: columnsOf(asked.dimensions), deeper: columnsOf(asked.deeper) }, slices)
  const came = sql`select source, account_id, account, sub_product, campaign, ad_group, keyword, device, region, hour, day,
      0 as shows, 0 as clicks, 0 as cost, 0 as paid, 0 as weighted, 0 as placed, 0 as reported, leads, trials, formals, granted,
      amounts, true as is_own
    from (${leadLines({ ...terms, cell: undefined })}) c`
  const all = sql.join([...spent, came], sql` union all `)
  return terms.cell ? sql`select l.* from (${all}) l where ${isInCell(terms.cell)}` : all
}

const columns = {
  source: sql`l.source`,
  accountId: sql`l.account_id`,
  account: sql`l.account`,
  subProduct: sql`l.sub_product`,
  campaign: sql`l.campaign`,
  group: sql`l.ad_group`,
  keyword: sql`l.keyword`,
  device: sql`l.device`,
  region: sql`l.region`,
  hour: sql`l.hour`,
  day: sql`l.day`,
} as const
type ColumnName = keyof typeof columns

/** The columns that make a value of each dimension: a campaign is one of its account. */
const inAccount: readonly ColumnName[] = ['source', 'accountId', 'account']
const made: Readonly<Record<SearchDimension, readonly ColumnName[]>> = {
  source: ['source'],
  account: inAccount,
  campaign: [...inAccount, 'campaign'],
  group: [...inAccount, 'campaign', 'group'],
  keyword: [...inAccount, 'campaign', 'keyword'],
  device: ['device'],
  region: ['region'],
  hour: ['hour'],
  weekday: ['day'],
  subProduct: ['subProduct'],
  day: ['day'],
  week: ['day'],
  month: ['day'],
}

const factColumns = new Set<string>(['campaign', 'group', 'keyword', 'device', 'region', 'hour', 'day'])
const columnsOf = (dimensions: readonly SearchDimension[]): ReadonlySet<FactColumn> =>
  new Set(
    dimensions.flatMap((dimension) => made[dimension]).filter((name): name is FactColumn => factColumns.has(name)),
  )

const dayOf = (dimension: SearchDimension) =>
  dimension === 'week' || dimension === 'month'
    ? sql`date_trunc(${sql.raw(`'${dimension}'`)}, l.day)::date`
    : dimension === 'weekday'
      ? sql`extract(isodow from l.day)::int`
      : sql`l.day`

/** Which lines are of a cell: each dimension has the value that its head stands for. */
const isInCell = (cell: Cell): SQL =>
  and(
    cell.flatMap(({ dimension, place }) =>
      made[dimension].flatMap((name) => {
        const value = name === 'day' ? dayOf(dimension) : columns[name]
        return place ? [sql`(${value})::text is not distinct from ${place[name]}::text`] : []
      }),
    ),
  )

/** `deeper` ones divide what the others show. */
type Asked = { dimensions: readonly SearchDimension[]; deeper: readonly SearchDimension[] }

/** A cell is of its own two dimensions, whatever it is divided by: so it holds what the pivot shows. */
const askedOf = ({ cell }: Terms, dimensions: readonly SearchDimension[]): Asked =>
  cell ? { dimensions: cell.map(({ dimension }) => dimension), deeper: dimensions } : { dimensions, deeper: [] }

/** Lines of what is there now; refuses a pair of dimensions that nothing holds together. */
async function linesNow(db: Executor, terms: Terms, by: readonly SearchDimension[]): Promise<SQL> {
  const slices = await slicesOf(db, terms)
  const asked = askedOf(terms, by)
  const isHeld = asked.dimensions.length < 2 || areHeld(terms, columnsOf(asked.dimensions), slices)
  const isFiltered = !(terms.device && terms.region) || choose(slices.present, needOf(terms)).size > 0
  if (slices.present.size > 0 && !(isHeld && isFiltered)) {
    const missing: readonly SearchDimension[] = isFiltered ? asked.dimensions : ['device', 'region']
    const names = missing.map((dimension) => searchDimensionLabels[dimension]).join('、')
    throw refuse('invalid', { msg: `没有同时按${names}细分的数据，请在推广后台导出这样的报表并导入` })
  }
  return lines(terms, asked, slices)
}

export type PlacedSums = Place & Sums

const sums = sql`coalesce(sum(l.shows), 0)::float8 as shows, coalesce(sum(l.clicks), 0)::float8 as clicks,
  coalesce(sum(l.cost), 0)::text as cost, coalesce(sum(l.paid), 0)::text as paid, coalesce(sum(l.weighted), 0)::text as weighted,
  coalesce(sum(l.placed), 0)::float8 as placed,
  coalesce(sum(l.reported), 0)::float8 as reported, coalesce(sum(l.leads), 0)::float8 as leads,
  coalesce(sum(l.trials), 0)::float8 as trials, coalesce(sum(l.formals), 0)::float8 as formals,
  coalesce(sum(l.granted), 0)::float8 as granted, coalesce(sum(l.amounts), 0)::text as amounts`

function placeOf(dimension: SearchDimension): { fields: SQL; by: SQL } {
  const of = new Set(made[dimension])
  const value = (name: ColumnName) => (name === 'day' ? dayOf(dimension) : columns[name])
  const fields = (Object.keys(columns) as ColumnName[]).map((name) => {
    const missing = name === 'accountId' ? sql`null` : sql`''`
    return sql`${of.has(name) ? sql`(${value(name)})::text` : missing} as ${sql.identifier(name)}`
  })
  return { fields: sql.join(fields, sql`, `), by: sql.join(made[dimension].map(value), sql`, `) }
}

export async function totalSums(db: Executor, terms: Terms): Promise<Sums> {
  const { rows } = await db.execute<Sums>(sql`select ${sums} from (${await linesNow(db, terms, [])}) l`)
  const [all] = rows
  if (!all) throw new Error('a sum without a row')
  return all
}

/** Not what a coarser slice holds besides where that is nothing. */
const isAny = sql`bool_or(l.is_own) or sum(l.shows) <> 0 or sum(l.clicks) <> 0 or sum(l.cost) <> 0 or sum(l.reported) <> 0
  or sum(l.weighted) <> 0`

type Order = { sort: string; isDescending: boolean }

const quotient = (dividend: SQL, divisor: SQL) => sql`${dividend} / nullif(${divisor}, 0)`
const total = (name: string) => sql`sum(l.${sql.identifier(name)})`
const costOf = sql`nullif(${total('cost')}, 0)`
/** What a list may be sorted by, as it is before it is rounded. */
const sorts: Readonly<Record<string, SQL>> = {
  ...Object.fromEntries(
    ['shows', 'clicks', 'cost', 'paid', 'reported', 'leads', 'trials', 'formals', 'granted'].map((name) => [
      name,
      total(name),
    ]),
  ),
  position: quotient(sql`sum(l.weighted)`, sql`sum(l.placed)`),
  clickRate: quotient(sql`${total('clicks')}::numeric`, total('shows')),
  costPerClick: quotient(total('cost'), total('clicks')),
  costPerLead: quotient(costOf, total('leads')),
  amount: total('amounts'),
  costPerTrial: quotient(costOf, total('trials')),
  costPerFormal: quotient(costOf, total('formals')),
  costPerGranted: quotient(costOf, total('granted')),
  roi: quotient(total('amounts'), total('cost')),
}

/** Names in the order of pinyin, days as they come. */
const nameOrder = (dimension: SearchDimension): SQL => {
  const last = made[dimension].at(-1) ?? 'source'
  return last === 'day' ? dayOf(dimension) : sql`${columns[last]} collate "zh-x-icu"`
}

/** Rows of a dimension, and how many there are in all. */
export async function listSums(
  db: Executor,
  terms: Terms,
  dimension: SearchDimension,
  { sort, isDescending, limit, offset }: Order & { limit: number; offset: number },
): Promise<{ rows: PlacedSums[]; total: number }> {
  const { fields, by } = placeOf(dimension)
  const direction = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls last')
  const order = sort === 'name' ? nameOrder(dimension) : (sorts[sort] ?? total('cost'))
  const { rows } = await db.execute<PlacedSums & { all: number }>(sql`
    select ${fields}, ${sums}, (count(*) over ())::int as "all" from (${await linesNow(db, terms, [dimension])}) l
      group by ${by} having ${isAny} order by ${order} ${direction}, ${by} limit ${limit} offset ${offset}`)
  const [first] = rows
  return { rows: rows.map(({ all: _, ...row }) => row), total: first?.all ?? 0 }
}

/** Every pair of two dimensions that has anything. */
export async function pairSums(
  db: Executor,
  terms: Terms,
  [one, other]: readonly [SearchDimension, SearchDimension],
  limit: number,
): Promise<{ row: Place; column: Place; sums: Sums }[]> {
  const [rows, column] = [placeOf(one), placeOf(other)]
  const { rows: found } = await db.execute<Sums & { row: Place; column: Place }>(sql`
    select json_build_object(${jsonOf(one)}) as "row", json_build_object(${jsonOf(other)}) as "column", ${sums}
      from (${await linesNow(db, terms, [one, other])}) l group by ${rows.by}, ${column.by} having ${isAny} limit ${limit}`)
  return found.map(({ row, column: of, ...own }) => ({ row, column: of, sums: own }))
}

function jsonOf(dimension: SearchDimension): SQL {
  const of = new Set(made[dimension])
  const parts = (Object.keys(columns) as ColumnName[]).map((name) => {
    const value = name === 'day' ? dayOf(dimension) : columns[name]
    const missing = name === 'accountId' ? sql`null` : sql`''`
    return sql`${sql.raw(`'${name}'`)}, ${of.has(name) ? sql`(${value})::text` : missing}`
  })
  return sql.join(parts, sql`, `)
}

/** Sums of each day that has anything, in order. */
export async function daySums(db: Executor, terms: Terms): Promise<Map<string, Sums>> {
  const { rows } = await db.execute<Sums & { day: string }>(
    sql`select l.day::text as day, ${sums} from (${await linesNow(db, terms, ['day'])}) l group by l.day order by l.day`,
  )
  return new Map(rows.map(({ day, ...own }) => [day, own]))
}

/** The currency of the figures, and those of other accounts that have reports in these days. */
export async function currenciesOf(db: Executor, terms: Terms): Promise<{ currency: string; others: string[] }> {
  const { from, to, source, accountId } = terms
  const where = and([
    ...(source ? [sql`a.source = ${source}`] : []),
    ...(accountId ? [sql`a.id = ${accountId}::bigint`] : []),
  ])
  const { rows } = await db.execute<{ currency: string }>(sql`
    select distinct a.currency from ${semAccounts} a where ${where} and exists (select from ${semSlices} s
      where s.account_id = a.id and s.day between ${from}::date and ${to}::date) order by a.currency`)
  const all = rows.map((row) => row.currency)
  const currency = currencyOf(terms) ?? all[0] ?? USUAL_CURRENCY
  return { currency, others: all.filter((each) => each !== currency) }
}

type Basis = { source: SearchSource; account: string; level: SearchLevel; days: number }

/** Which level the sums of each account are of, and of how many days. */
export async function basisOf(db: Executor, terms: Terms): Promise<Basis[]> {
  const [accounts, { present }] = await Promise.all([listAccounts(db), slicesOf(db, terms)])
  const chosen = [...choose(present, needOf(terms))].map(([key, pick]) => ({
    accountId: key.split('/')[0] ?? '',
    level: Math.floor(pick / 16),
  }))
  return accounts.flatMap(({ id, source, name }) => {
    const own = chosen.filter(({ accountId }) => accountId === id)
    return searchLevels.flatMap((level, at) => {
      const days = own.filter((each) => each.level === at).length
      return days > 0 ? [{ source, account: name, level, days }] : []
    })
  })
}

export const listAccounts = (db: Executor) =>
  db
    .select({ id: semAccounts.id, source: semAccounts.source, name: semAccounts.name })
    .from(semAccounts)
    .orderBy(semAccounts.source, semAccounts.name)
