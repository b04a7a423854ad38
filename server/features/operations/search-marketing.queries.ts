// Search marketing in SQL: figures of reports and the registrations that came of them, grouped by dimensions.
//
// Reports of one day overlap: a sheet of keywords and one of campaigns hold the same clicks. Of each account and day the
// finest report below search words is taken, or that of the level that is asked for, and no other.
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  type SearchDevice,
  type SearchDimension,
  type SearchLevel,
  type SearchSource,
  searchLevels,
  type TouchKind,
} from '../../../contract/operations/search-labels.ts'
import { partOf } from '../../core/lists/paging.ts'
import type { Executor } from '../../db/connection.ts'
import { searchAccounts, searchDays, searchFigures, searchUnits, searchWords } from '../../db/schema/operations.ts'
import { paidRegistrations } from '../members/registrations/registration-origins.queries.ts'
import type { Sums } from './search-marketing.rules.ts'
import { WORD_GRAIN } from './search-reports.queries.ts'

/** What figures are asked for. `campaign` is a part of its name. */
export type Terms = {
  from: string
  to: string
  source?: SearchSource | undefined
  accountId?: string | undefined
  level?: SearchLevel | undefined
  campaign?: string | undefined
  device?: SearchDevice | undefined
  touch: TouchKind
  /** One campaign by its whole name, and one keyword or search word in it. */
  one?: { campaign: string; keyword?: string; word?: string }
}

const and = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `)

/** Days may be placeholders of a statement. */
type Chosen = Pick<Terms, 'level'> & Record<'from' | 'to', string | Placeholder>

/** Of the days and levels that are asked for; `of` has `day` and `grain`. */
const isMeant = (of: 'd' | 'f', { from, to, level }: Chosen): SQL => {
  const [day, grain] = [sql.raw(`${of}.day`), sql.raw(`${of}.grain`)]
  const isOfLevel = level ? sql`${grain} / 4 = ${searchLevels.indexOf(level)}::int` : sql`${grain} < ${WORD_GRAIN}::int`
  return sql`${day} between ${from}::date and ${to}::date and ${isOfLevel}`
}

/** A report for each account and day: the one that is summed. */
export const chosenReports = (chosen: Chosen): SQL =>
  sql`select distinct on (d.account_id, d.day) d.account_id, d.day, d.grain from ${searchDays} d
    where ${isMeant('d', chosen)} order by d.account_id, d.day, d.grain desc`

/**
 * Whether a line `f` is of a chosen report: of one that is meant, and that no finer one replaces. A join to the chosen reports
 * says the same, but is taken for a few rows where it is a million, which are then sorted on disk.
 */
const isChosen = (chosen: Chosen): SQL =>
  sql`${isMeant('f', chosen)} and (f.account_id, f.day, f.grain) not in (select d.account_id, d.day, d.grain
    from ${searchDays} d join (${chosenReports(chosen)}) c using (account_id, day)
    where ${isMeant('d', chosen)} and d.grain < c.grain)`

/** What lines differ by beside their account; what nobody asks for is summed before names are joined, which a million rows need. */
type Kept = ReadonlySet<'unit' | 'device' | 'region' | 'day'>

/** Lines of the chosen reports. */
function spent(terms: Terms, kept: Kept): SQL {
  const { source, accountId, campaign, device, one } = terms
  const ofUnit = [
    ...(campaign?.trim() ? [sql`u.campaign ilike ${partOf(campaign)}`] : []),
    ...(one ? [sql`u.campaign = ${one.campaign}`] : []),
    ...(one?.keyword ? [sql`u.keyword = ${one.keyword}`] : []),
    ...(one?.word
      ? [
          sql`u.word_id in (select w.id from ${searchWords} w where w.account_id = u.account_id
          and w.campaign = ${one.campaign} and w.word = ${one.word})`,
        ]
      : []),
  ]
  const where = and([
    ...(source ? [sql`f.account_id in (select a.id from ${searchAccounts} a where a.source = ${source})`] : []),
    ...(accountId ? [sql`f.account_id = ${accountId}::bigint`] : []),
    ...(device ? [sql`f.device = ${device}`] : []),
    ...(ofUnit.length > 0 ? [sql`f.unit_id in (select u.id from ${searchUnits} u where ${and(ofUnit)})`] : []),
  ])
  const columnOf = { unit: sql`f.unit_id`, device: sql`f.device`, region: sql`f.region`, day: sql`f.day` }
  const by = sql.join([sql`f.account_id`, ...[...kept].map((name) => columnOf[name])], sql`, `)
  const named = (name: 'device' | 'region') => (kept.has(name) ? columnOf[name] : sql`''`)
  const ofUnits = kept.has('unit')
    ? { names: sql`u.campaign, u.ad_group, u.keyword`, join: sql`join ${searchUnits} u on u.id = f.unit_id` }
    : { names: sql`'' as campaign, '' as ad_group, '' as keyword`, join: sql`` }
  return sql`select a.source, a.id as account_id, a.name as account, ${ofUnits.names},
      ${named('device')} as device, ${named('region')} as region, ${kept.has('day') ? sql`f.day` : sql`null::date`} as day,
      f.shows, f.clicks, f.cost, f.weighted, f.placed, f.reported, 0 as leads, 0 as trials, 0 as formals, 0 as granted
    from (select ${by}, sum(f.shows) as shows, sum(f.clicks) as clicks, sum(f.cost) as cost,
        sum(f.position * f.shows) as weighted, sum(f.shows) filter (where f.position is not null) as placed,
        sum(f.reported) as reported
      from ${searchFigures} f where ${isChosen(terms)} and ${where} group by ${by}) f
      join ${searchAccounts} a on a.id = f.account_id ${ofUnits.join}`
}

/** The same spelling of provinces as `readRegion` has, in SQL. */
const regionOf = (province: SQL) =>
  sql`regexp_replace(regexp_replace(${province}, '(壮族|回族|维吾尔)?自治区$|特别行政区$', ''), '(..)[省市]$', '\\1')`

/**
 * Registrations, each under the campaign and keyword that its link names: `id`, and the columns of a line. A campaign's name
 * belongs to the account of that source that had it last; one that no report has keeps the link's words and has no account.
 */
export function attributed(terms: Terms): SQL {
  const { source, accountId, campaign, one } = terms
  const where = and([
    ...(source ? [sql`r.source = ${source}`] : []),
    ...(accountId ? [sql`c.account_id = ${accountId}::bigint`] : []),
    ...(campaign?.trim() ? [sql`coalesce(c.campaign, r.campaign) ilike ${partOf(campaign)}`] : []),
    ...(one ? [sql`lower(coalesce(c.campaign, r.campaign)) = lower(${one.campaign})`] : []),
    ...(one?.keyword ? [sql`lower(r.term) = lower(${one.keyword})`] : []),
    ...(one?.word ? [sql`lower(r.term) = lower(${one.word})`] : []),
  ])
  const range = { from: sql`${terms.from}`, to: sql`${terms.to}` }
  return sql`select r.id, r.source, c.account_id, coalesce(c.account, '') as account,
      coalesce(c.campaign, r.campaign) as campaign, '' as ad_group, coalesce(k.keyword, r.term) as keyword,
      '' as device, ${regionOf(sql`r.province`)} as region, r.day, r.trial, r.formal, r.granted
    from (${paidRegistrations(terms.touch, range)}) r
      left join lateral (select u.account_id, a.name as account, u.campaign
        from ${searchUnits} u join ${searchAccounts} a on a.id = u.account_id
        where a.source = r.source and lower(u.campaign) = lower(r.campaign) and u.campaign <> ''
        order by u.id desc limit 1) c on true
      left join lateral (select u.keyword from ${searchUnits} u
        where u.account_id = c.account_id and lower(u.campaign) = lower(c.campaign)
          and lower(u.keyword) = lower(r.term) and u.keyword <> '' order by u.id desc limit 1) k on true
    where ${where}`
}

const keptFor: Partial<Record<ColumnName, 'unit' | 'device' | 'region' | 'day'>> = {
  ...{ campaign: 'unit', group: 'unit', keyword: 'unit' },
  ...{ device: 'device', region: 'region', day: 'day' },
}

/** Both. A registration has no device: where one is asked for, none is counted. */
function lines(terms: Terms, dimensions: readonly SearchDimension[]): SQL {
  const kept: Kept = new Set(dimensions.flatMap((dimension) => made[dimension]).flatMap((name) => keptFor[name] ?? []))
  if (terms.device) return spent(terms, kept)
  return sql`${spent(terms, kept)} union all
    select source, account_id, account, campaign, ad_group, keyword, device, region, day, 0, 0, 0, 0, 0, 0,
      1, trial::int, formal::int, granted::int from (${attributed(terms)}) r`
}

const columns = {
  source: sql`l.source`,
  accountId: sql`l.account_id`,
  account: sql`l.account`,
  campaign: sql`l.campaign`,
  group: sql`l.ad_group`,
  keyword: sql`l.keyword`,
  device: sql`l.device`,
  region: sql`l.region`,
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
  day: ['day'],
  week: ['day'],
  month: ['day'],
}

const dayOf = (dimension: SearchDimension) =>
  dimension === 'week' || dimension === 'month'
    ? sql`date_trunc(${sql.raw(`'${dimension}'`)}, l.day)::date`
    : sql`l.day`

/** A value of a dimension: its columns, and those of the others empty. */
export type Place = Record<Exclude<ColumnName, 'accountId'>, string> & { accountId: string | null }
export type PlacedSums = Place & Sums

const sums = sql`coalesce(sum(l.shows), 0)::float8 as shows, coalesce(sum(l.clicks), 0)::float8 as clicks,
  coalesce(sum(l.cost), 0)::text as cost, coalesce(sum(l.weighted), 0)::text as weighted,
  coalesce(sum(l.placed), 0)::float8 as placed,
  coalesce(sum(l.reported), 0)::float8 as reported, coalesce(sum(l.leads), 0)::float8 as leads,
  coalesce(sum(l.trials), 0)::float8 as trials, coalesce(sum(l.formals), 0)::float8 as formals,
  coalesce(sum(l.granted), 0)::float8 as granted`

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
  const { rows } = await db.execute<Sums>(sql`select ${sums} from (${lines(terms, [])}) l`)
  const [all] = rows
  if (!all) throw new Error('a sum without a row')
  return all
}

type Order = { sort: string; isDescending: boolean }

const quotient = (dividend: SQL, divisor: SQL) => sql`${dividend} / nullif(${divisor}, 0)`
const total = (name: string) => sql`sum(l.${sql.identifier(name)})`
const costOf = sql`nullif(${total('cost')}, 0)`
/** What a list may be sorted by, as it is before it is rounded. */
const sorts: Readonly<Record<string, SQL>> = {
  ...Object.fromEntries(
    ['shows', 'clicks', 'cost', 'reported', 'leads', 'trials', 'formals', 'granted'].map((name) => [name, total(name)]),
  ),
  position: quotient(sql`sum(l.weighted)`, sql`sum(l.placed)`),
  clickRate: quotient(sql`${total('clicks')}::numeric`, total('shows')),
  costPerClick: quotient(total('cost'), total('clicks')),
  costPerLead: quotient(costOf, total('leads')),
  costPerGranted: quotient(costOf, total('granted')),
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
    select ${fields}, ${sums}, (count(*) over ())::int as "all" from (${lines(terms, [dimension])}) l
      group by ${by} order by ${order} ${direction}, ${by} limit ${limit} offset ${offset}`)
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
      from (${lines(terms, [one, other])}) l group by ${rows.by}, ${column.by} limit ${limit}`)
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
    sql`select l.day::text as day, ${sums} from (${lines(terms, ['day'])}) l group by l.day order by l.day`,
  )
  return new Map(rows.map(({ day, ...own }) => [day, own]))
}

type Basis = { source: SearchSource; account: string; level: SearchLevel; days: number }

/** Which level the sums of each account are of, and of how many days. */
export async function basisOf(db: Executor, terms: Terms): Promise<Basis[]> {
  const { source, accountId } = terms
  const { rows } = await db.execute<Omit<Basis, 'level'> & { level: number }>(sql`
    select a.source, a.name as account, d.grain / 4 as level, count(*)::int as days
      from (${chosenReports(terms)}) d join ${searchAccounts} a on a.id = d.account_id
      where ${and([
        ...(source ? [sql`a.source = ${source}`] : []),
        ...(accountId ? [sql`a.id = ${accountId}::bigint`] : []),
      ])}
      group by a.id, d.grain / 4 order by a.id, level`)
  return rows.map(({ level, ...row }) => ({ ...row, level: searchLevels[level] ?? 'account' }))
}

export const listAccounts = (db: Executor) =>
  db.select().from(searchAccounts).orderBy(searchAccounts.source, searchAccounts.name)
