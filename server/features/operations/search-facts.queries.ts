// Imported figures for a question: which slices answer it, and their facts as lines.
import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '#contract/days.ts'
import type { Attribution } from '#contract/operations/attribution.ts'
import type { SearchDevice, SearchDimension, SearchLevel, SearchSource } from '#contract/operations/search-labels.ts'
import { USUAL_CURRENCY } from '#contract/operations/search-marketing.ts'
import { OVERSPEND_GRAIN, WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import {
  searchWords,
  semAccounts,
  semCashFactors,
  semFacts,
  semMonths,
  semNodes,
  semSlices,
} from '#server/db/schema/operations.ts'
import type { Place } from './search-pivot.rules.ts'
import {
  type Choice,
  choose,
  difference,
  levelIndex,
  type Need,
  type Present,
  presentOf,
  type Ranges,
  rangesOf,
  type SliceAt,
} from './slices/search-choice.rules.ts'

/** What figures are asked for. `campaign` is a part of its name. */
export type Terms = Attribution & {
  from: string
  to: string
  source?: SearchSource | undefined
  /** Of the accounts that are added up, `USUAL_CURRENCY` by default; null: whatever each has, where accounts stand apart. */
  currency?: string | null | undefined
  accountId?: string | undefined
  level?: SearchLevel | undefined
  campaign?: string | undefined
  device?: SearchDevice | undefined
  region?: string | undefined
  /** One campaign by its whole name, and one group, keyword or search word in it. */
  one?: { campaign: string; group?: string; keyword?: string; word?: string }
  /** What a figure of a pivot is of. */
  cell?: Cell | undefined
}

/** The dimensions of a pivot with a row's and a column's value; null: of all, as in its totals, which have both as well. */
export type Cell = readonly { dimension: SearchDimension; place: Place | null }[]

export const and = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `)

/** What lines differ by beside their account. What nobody asks for is summed before names are joined: a million rows need that. */
export type FactColumn = 'campaign' | 'group' | 'keyword' | 'device' | 'region' | 'hour' | 'day'

type Factor = { accountId: string; fromDay: string; factor: string }
export type Slices = { slices: SliceAt[]; present: Present; factors: Factor[] }

/** Undefined: the one account's, whichever that is. */
export const currencyOf = ({ currency, accountId }: Pick<Terms, 'currency' | 'accountId'>): string | undefined =>
  currency === null ? undefined : (currency ?? (accountId ? undefined : USUAL_CURRENCY))

/** The slices of the days and accounts that are asked for. */
export async function slicesOf(db: Executor, terms: Terms): Promise<Slices> {
  const { from, to, source, accountId } = terms
  const currency = currencyOf(terms)
  const where = and([
    sql`day between ${from}::date and ${to}::date`,
    ...(source ? [sql`account_id in (select id from ${semAccounts} where source = ${source})`] : []),
    ...(accountId ? [sql`account_id = ${accountId}::bigint`] : []),
    ...(currency ? [sql`account_id in (select id from ${semAccounts} where currency = ${currency})`] : []),
  ])
  const { rows: slices } = await db.execute<SliceAt>(
    sql`select account_id::text as "accountId", day::text as day, grain from ${semSlices} where ${where}`,
  )
  const { rows: factors } = await db.execute<Factor>(sql`
    select account_id::text as "accountId", from_day::text as "fromDay", factor::text as factor from ${semCashFactors}
      where from_day <= ${to}::date order by from_day`)
  return { slices, present: presentOf(slices), factors }
}

const cutColumns = ['device', 'region', 'hour'] as const
const levelColumns = { campaign: 1, group: 2, keyword: 3 } as const

/** What a slice must hold for the filters alone. */
export function needOf({ level, campaign, device, region, one }: Terms): Need {
  const names = [...(campaign?.trim() || one ? [1] : []), ...(one?.group ? [2] : []), ...(one?.keyword ? [3] : [])]
  return {
    level: Math.max(0, ...names),
    cuts: new Set([...(device ? (['device'] as const) : []), ...(region ? (['region'] as const) : [])]),
    only: level && levelIndex(level),
  }
}

/** From what the filters need to what the columns need: level by level, then what cuts; then the same to what `deeper` ones need. */
function needsOf(
  terms: Terms,
  columns: ReadonlySet<FactColumn>,
  deeper: ReadonlySet<FactColumn> = new Set(),
): [Need, ...Need[]] {
  const needs: [Need, ...Need[]] = [needOf(terms)]
  const last = () => needs.at(-1) ?? needs[0]
  for (const own of [columns, deeper]) {
    for (const [name, level] of Object.entries(levelColumns))
      if (own.has(name as FactColumn) && level > last().level) needs.push({ ...last(), level })
    for (const cut of cutColumns)
      if (own.has(cut) && !last().cuts.has(cut)) needs.push({ ...last(), cuts: new Set([...last().cuts, cut]) })
  }
  return needs
}

/** Of the columns, those that slices of a need hold. */
const heldBy = ({ level, cuts }: Need, columns: ReadonlySet<FactColumn>): ReadonlySet<FactColumn> =>
  new Set(
    [...columns].filter((name) => {
      if (name === 'day') return true
      return name === 'device' || name === 'region' || name === 'hour' ? cuts.has(name) : levelColumns[name] <= level
    }),
  )

type Bounded = { accountId: string; grain: number; from: string; to: string; factor: string }

/** Each range with its cash factor, cut where that changes. */
function withFactors(ranges: Ranges['days'], factors: readonly Factor[]): Bounded[] {
  return ranges.flatMap((range) => {
    const own = factors.filter(({ accountId, fromDay }) => accountId === range.accountId && fromDay <= range.to)
    const before = own.findLast(({ fromDay }) => fromDay <= range.from)
    const inside = own.filter(({ fromDay }) => fromDay > range.from)
    const starts = [{ fromDay: range.from, factor: before?.factor ?? '1' }, ...inside]
    return starts.map(({ fromDay, factor }, at) => {
      const next = starts[at + 1]
      const to = next ? addDays(next.fromDay, -1) : range.to
      return { accountId: range.accountId, grain: range.grain, from: fromDay, to, factor }
    })
  })
}

/**
 * Facts `f` of ranges: the `from` and `where` of a statement, and the cash factor of a fact. Ranges that differ are joined, by
 * days whose number the planner guesses; what they say together is said as well, so it sees which months are read.
 */
function factsIn(table: SQL, day: SQL, ranges: readonly Bounded[]): { from: SQL; where: SQL; factor: SQL } {
  const column = (of: keyof Bounded) => sql.param(ranges.map((range) => String(range[of])))
  const days = ranges.flatMap(({ from, to }) => [from, to]).toSorted()
  const within = sql`${day} between ${days[0]}::date and ${days.at(-1)}::date`
  const [first] = ranges
  const isSame = (['grain', 'from', 'to', 'factor'] as const).every((of) =>
    ranges.every((range) => range[of] === first?.[of]),
  )
  if (first && isSame)
    return {
      from: sql`${table} f`,
      where: sql`f.account_id = any(${column('accountId')}::bigint[]) and f.grain = ${first.grain}::smallint and ${within}`,
      factor: sql`${first.factor}::numeric`,
    }
  return {
    from: sql`unnest(${column('accountId')}::bigint[], ${column('grain')}::smallint[], ${column('from')}::date[],
      ${column('to')}::date[], ${column('factor')}::numeric[]) as r(account_id, grain, from_day, to_day, factor)
      join ${table} f on f.account_id = r.account_id and f.grain = r.grain and ${day} between r.from_day and r.to_day`,
    where: within,
    factor: sql`r.factor`,
  }
}

/** A node's campaign by a part of its name; the path begins with the key of the source's own. */
export const campaignHas = (node: SQL, text: string): SQL =>
  sql`case when ${node}.own_campaign is null then split_part(${node}.path, chr(31), 1) else text_key(${node}.campaign) end
    like ${keyPart(text)}`

/** What the filters ask of a node and of what cuts. */
function filtersOf({ campaign, device, region, one }: Terms): SQL[] {
  const ofNode = [
    ...(campaign?.trim() ? [campaignHas(sql`u`, campaign)] : []),
    ...(one ? [sql`u.campaign = ${one.campaign}`] : []),
    ...(one?.group ? [sql`u.ad_group = ${one.group}`] : []),
    ...(one?.keyword ? [sql`u.keyword = ${one.keyword}`] : []),
    ...(one?.word
      ? [
          sql`u.word_id in (select w.id from ${searchWords} w where w.account_id = u.account_id
          and w.campaign = ${one.campaign} and w.word = ${one.word})`,
        ]
      : []),
  ]
  return [
    ...(device ? [sql`f.device = ${device}`] : []),
    ...(region ? [sql`f.region = ${region}`] : []),
    ...(ofNode.length > 0 ? [sql`f.node_id in (select u.id from ${semNodes} u where ${and(ofNode)})`] : []),
  ]
}

const nodeColumns = { campaign: 'campaign', group: 'ad_group', keyword: 'keyword' } as const

/** `sign` -1 takes away; `isOwn`: a line that stands for itself even where all of it is 0. */
type Way = { sign: 1 | -1; isOwn: boolean }

/** Sums of some ranges as lines with their names. */
function linesOf(
  terms: Terms,
  columns: ReadonlySet<FactColumn>,
  held: ReadonlySet<FactColumn>,
  ranges: Ranges,
  factors: readonly Factor[],
  { sign, isOwn }: Way,
): SQL[] {
  const filters = filtersOf(terms)
  const names = (Object.keys(nodeColumns) as (keyof typeof nodeColumns)[]).filter((name) => held.has(name))
  const hasNodes = names.length > 0
  // sums of each node's day would be as many as its facts: those are added up by name at once
  const isByName = hasNodes && held.has('day')
  const isPlain = filters.length === 0 && !hasNodes && !cutColumns.some((name) => held.has(name))
  const kept = (name: (typeof cutColumns)[number] | 'day') => held.has(name)
  const ofNode = (name: keyof typeof nodeColumns) => sql`u.${sql.identifier(nodeColumns[name])}`
  const by = [
    sql`f.account_id`,
    ...(isByName ? names.map(ofNode) : hasNodes ? [sql`f.node_id`] : []),
    ...([...cutColumns, 'day'] as const).filter(kept).map((name) => sql`f.${sql.identifier(name)}`),
  ]
  const group = sql.join(by, sql`, `)
  const joinNodes = sql`join ${semNodes} u on u.id = f.node_id`
  const named = (name: keyof typeof nodeColumns) => {
    if (!held.has(name)) return sql`''`
    return isByName ? sql`f.${sql.identifier(nodeColumns[name])}` : ofNode(name)
  }
  const cut = (name: 'device' | 'region') => (kept(name) ? sql`f.${sql.identifier(name)}` : sql`''`)
  const line = (
    source: SQL,
  ) => sql`select a.source, a.id as account_id, a.name as account, coalesce(a.sub_product, '') as sub_product,
      ${named('campaign')} as campaign, ${named('group')} as ad_group, ${named('keyword')} as keyword, ${cut('device')} as device, ${cut('region')} as region,
      ${kept('hour') ? sql`f.hour::text` : sql`''`} as hour, ${columns.has('day') ? sql`f.day` : sql`null::date`} as day,
      f.shows * ${sql.raw(String(sign))} as shows, f.clicks * ${sql.raw(String(sign))} as clicks,
      f.cost * ${sql.raw(String(sign))} as cost, f.paid * ${sql.raw(String(sign))} as paid,
      f.weighted * ${sql.raw(String(sign))} as weighted, f.placed * ${sql.raw(String(sign))} as placed,
      f.reported * ${sql.raw(String(sign))} as reported, 0 as leads, 0 as trials, 0 as formals, 0 as granted, 0 as amounts, ${sql.raw(String(isOwn))} as is_own
    from (${source}) f join ${semAccounts} a on a.id = f.account_id
      ${hasNodes && !isByName ? joinNodes : sql``}`
  const sums = (
    factor: SQL,
    ofPosition: SQL,
  ) => sql`sum(f.shows) as shows, sum(f.clicks) as clicks, sum(f.cost) as cost,
    sum(f.cost) * ${factor} as paid, ${ofPosition}, sum(f.reported) as reported`
  const stored = sql`sum(f.weighted) as weighted, sum(f.placed) as placed`
  const read = (table: SQL, day: SQL, ofPosition: SQL, some: readonly Bounded[]) => {
    const { from, where, factor } = factsIn(table, day, some)
    return line(sql`select ${group}, ${sums(factor, ofPosition)} from ${from} ${isByName ? joinNodes : sql``}
      where ${and([where, ...filters])} group by ${group}, ${factor}`)
  }
  const [months, days] = [withFactors(ranges.months, factors), withFactors(ranges.days, factors)]
  const ofFacts = sql`sum(f.position * f.shows) as weighted, sum(f.shows) filter (where f.position is not null) as placed`
  return [
    ...(months.length > 0 ? [read(sql`${semMonths}`, sql`f.month`, stored, months)] : []),
    ...(days.length === 0
      ? []
      : [
          isPlain
            ? read(sql`${semSlices}`, sql`f.day`, stored, days)
            : read(sql`${semFacts}`, sql`f.day`, ofFacts, days),
        ]),
  ]
}

const isFactorSteady = (factors: readonly Factor[], from: string) => factors.every(({ fromDay }) => fromDay <= from)

/**
 * Lines whose sums are the figures: those of the finest slices that hold the columns, and what coarser ones hold besides, with
 * those columns empty.
 * @param deeper divides what `columns` show, without changing it
 */
export function factLines(
  terms: Terms,
  asked: { columns: ReadonlySet<FactColumn>; deeper?: ReadonlySet<FactColumn> },
  { slices, present, factors }: Slices,
): SQL[] {
  const needs = needsOf(terms, asked.columns, asked.deeper)
  const columns = new Set([...asked.columns, ...(asked.deeper ?? [])])
  const choices = needs.map((need) => choose(present, need))
  // sums of months are of no use where days are asked for, or where a month has two cash factors
  const withMonths = !columns.has('day') && isFactorSteady(factors, terms.from)
  const lines = (choice: Choice, need: Need, way: Way) => {
    const held = heldBy(need, columns)
    const isPlain = held.size === (held.has('day') ? 1 : 0) && filtersOf(terms).length === 0
    const ranges = rangesOf(slices, choice, terms, withMonths && !isPlain)
    return linesOf(terms, columns, held, ranges, factors, way)
  }
  // what was given back is of the account: where anything finer is asked for, it is part of the rest
  const [whole] = needs
  const isWhole = whole.level === 0 && whole.cuts.size === 0 && (whole.only ?? 0) === 0
  const givenBack: Choice = new Map(
    slices.flatMap(({ accountId, day, grain }) =>
      grain === OVERSPEND_GRAIN && isWhole ? [[`${accountId}/${day}`, grain] as const] : [],
    ),
  )
  const staged = needs.flatMap((need, at) => {
    const choice = choices[at] ?? new Map()
    const next = choices[at + 1]
    if (!next) return lines(choice, need, { sign: 1, isOwn: true })
    const { plus, minus } = difference(choice, next)
    return plus.size === 0
      ? []
      : [...lines(plus, need, { sign: 1, isOwn: false }), ...lines(minus, need, { sign: -1, isOwn: false })]
  })
  if (givenBack.size === 0) return staged
  return [...staged, ...lines(givenBack, { level: 0, cuts: new Set() }, { sign: 1, isOwn: false })]
}

/** Whether any slice holds all the columns. */
export function areHeld(terms: Terms, columns: ReadonlySet<FactColumn>, { present }: Slices): boolean {
  const need = needsOf(terms, columns).at(-1)
  return need !== undefined && choose(present, need).size > 0
}

/** Slices of search words that count, of days that may be placeholders of a statement: `account_id`, `day`, `pick`. */
export const chosenWords = (from: SQL, to: SQL): SQL =>
  sql`select distinct on (d.account_id, d.day) d.account_id, d.day, d.pick from (
      select account_id, day, case when grain % 4 = 2 then grain - 1 else grain end as pick, count(*) as parts from ${semSlices}
        where day between ${from} and ${to} and grain >= ${sql.raw(String(WORD_GRAIN))} group by 1, 2, 3) d
    where d.pick % 4 = 0 or d.parts = 2 order by d.account_id, d.day, d.pick`
