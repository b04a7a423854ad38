// Search words with their figures, and their marks.

import { eq, type SQL, sql } from 'drizzle-orm'
import { LEAD_UNITS, usualAttribution } from '#contract/operations/attribution.ts'
import {
  type AccountMark,
  type MarkState,
  type SearchSource,
  type WordMark,
  type WordMatch,
  wordMarks,
} from '#contract/operations/search-labels.ts'
import type { SearchWordQuery, SearchWordRow } from '#contract/operations/search-words.ts'
import { equals, type Filter, keyPart, list, nameHas, oneOf } from '#server/core/lists/paging.ts'
import { type Selected, type Statement, statement } from '#server/core/lists/statements.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { searchWords, semAccounts, semFacts, semNodes } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { chosenWords, currencyOf } from '#server/features/operations/search-facts.queries.ts'
import { attributed } from '#server/features/operations/search-marketing.queries.ts'
import { boughtKeywords } from './bought-keywords.queries.ts'
import { aboutOf, nameOfProduct, productNames } from './search-products.queries.ts'

const days = [sql`${sql.placeholder('from')}::date`, sql`${sql.placeholder('to')}::date`] as const

/** Shares of leads with the words that their visits name, as SemDetail counts them for one word. */
const came = sql`(${attributed({ ...usualAttribution, currency: null, from: '', to: '' }, { from: days[0], to: days[1] })}) r
  join ${searchWords} w on w.account_id = r.account_id and lower(w.campaign) = lower(r.campaign) and lower(w.word) = lower(r.keyword)`

const isChosen = sql`f.grain between d.pick and d.pick + d.pick % 4`

/**
 * Figures of each word that has facts in the days of the query. Facts are summed by node first: names are joined to thousands of rows,
 * not to millions. Leads are rows of the same sum: the planner expects one word, and a join to it would read all leads for each.
 */
const figures = sql`(select s.word_id, sum(s.shows)::float8 as shows, sum(s.clicks)::float8 as clicks, sum(s.cost) as cost,
    sum(s.reported)::float8 as reported, coalesce(string_agg(distinct nullif(s.keyword, ''), '、'), '') as keywords,
    sum(s.units) as units
  from (select coalesce(m.merged_id, m.id) as word_id, n.shows, n.clicks, n.cost, n.reported, u.keyword, 0 as units, true as has_facts
      from (select f.node_id, sum(f.shows) as shows, sum(f.clicks) as clicks, sum(f.cost) as cost, sum(f.reported) as reported
          from (${chosenWords(...days)}) d
            join ${semFacts} f on f.account_id = d.account_id and f.day = d.day and ${isChosen}
          group by 1) n
        join ${semNodes} u on u.id = n.node_id
        join ${searchWords} m on m.id = u.word_id
    union all
    select w.id, 0, 0, 0, 0, '', r.leads::float8, false from ${came}) s
  group by 1 having bool_or(s.has_facts)) s`

/** Days up to the download of an exclusion that say what it saves. */
const SAVED_DAYS = 30
const takenOn = sql`(${searchWords.exportedAt} at time zone 'Asia/Shanghai')::date`
const savedFrom = sql`${takenOn} - ${sql.raw(String(SAVED_DAYS))}`
const savedTo = sql`${takenOn} - 1`

/**
 * What a word cost in the days before it was excluded: none of it is spent since. Its own facts first (`offset 0` keeps the planner
 * from joining days to all facts of the account).
 */
const savedCost = sql<
  string | null
>`case when ${searchWords.mark} = 'excluded' and ${searchWords.effectiveAt} is not null then (
  select coalesce(sum(f.cost), 0)::text from (select f.day, f.grain, f.cost from ${searchWords} own
        join ${semNodes} u on u.word_id = own.id
        join ${semFacts} f on f.node_id = u.id and f.day between ${savedFrom} and ${savedTo}
      where own.id = ${searchWords.id} or own.merged_id = ${searchWords.id} offset 0) f
    join (${chosenWords(savedFrom, savedTo)}) d
      on d.account_id = ${searchWords.accountId} and d.day = f.day and ${isChosen}) end`

const clickRate = sql`s.clicks::numeric * 100 / nullif(s.shows, 0)::numeric`
const costPerClick = sql`s.cost / nullif(s.clicks, 0)::numeric`

const row = {
  id: searchWords.id,
  version: searchWords.version,
  source: semAccounts.source,
  accountId: searchWords.accountId,
  account: semAccounts.name,
  campaign: searchWords.campaign,
  word: searchWords.word,
  keywords: sql<string>`s.keywords`,
  mark: searchWords.mark,
  match: searchWords.match,
  reason: searchWords.reason,
  state: sql<MarkState | null>`case when ${searchWords.mark} is null or ${searchWords.mark} = 'watched' then null
    when ${searchWords.effectiveAt} is not null then 'effective' when ${searchWords.exportedAt} is not null then 'exported' else 'open' end`,
  markedByName: sql<string>`coalesce(${users.realName}, '')`,
  markedAt: searchWords.markedAt,
  savedCost,
  shows: sql<number>`s.shows`,
  clicks: sql<number>`s.clicks`,
  clickRate: sql<string | null>`round(${clickRate}, 2)::text`,
  cost: sql<string>`s.cost::text`,
  costPerClick: sql<string | null>`round(${costPerClick}, 2)::text`,
  reported: sql<number>`s.reported`,
  leads: sql<number>`s.units / ${sql.raw(String(LEAD_UNITS))}`,
  product: nameOfProduct(aboutOf(sql`${searchWords.key}`)),
}

/** Each mark has a statement of its own, so that the planner knows how many words have it. */
const byMark = oneOf({
  none: sql`${searchWords.mark} is null`,
  ...Object.fromEntries(wordMarks.map((mark) => [mark, sql`${searchWords.mark} = ${sql.raw(`'${mark}'`)}`])),
})
/** A part as `parts` below cuts it: whole words of letters and digits, pairs of other characters. */
const byPart: Filter = {
  where: sql`case when ${sql.placeholder('part')} ~ '^[a-z0-9]+$'
    then ${sql.placeholder('part')} in (select m[1] from regexp_matches(lower(${searchWords.word}), '[a-z0-9]+', 'g') m)
    else position(${sql.placeholder('part')} in lower(${searchWords.word})) > 0 end`,
  value: (part: string) => part.trim().toLowerCase(),
}
const byProduct: Filter = {
  where: sql`coalesce(${aboutOf(sql`${searchWords.key}`)}::text, 'none') = ${sql.placeholder('about')}`,
}
/** Amounts are added up of one currency. */
const ofCurrency = sql`(${sql.placeholder('ofCurrency')}::text is null or ${semAccounts.currency} = ${sql.placeholder('ofCurrency')})`

const filters = {
  source: equals(semAccounts.source, 'source'),
  accountId: equals(searchWords.accountId, 'accountId'),
  campaign: nameHas(searchWords.campaign, 'campaign'),
  campaignIs: equals(searchWords.campaign, 'campaignIs'),
  word: { where: sql`${searchWords.key} like ${sql.placeholder('word')}`, value: keyPart },
  mark: byMark,
  part: byPart,
  about: byProduct,
  offer: oneOf({ wasted: sql`s.cost > 0 and s.units = 0` }),
}

const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.identifier(column)}), 0)::text`
const sums = {
  shows: sumOf('shows'),
  clicks: sumOf('clicks'),
  cost: sumOf('cost'),
  reported: sumOf('reported'),
  leads: sql<string>`(coalesce(sum(units), 0) / ${sql.raw(String(LEAD_UNITS))})::text`,
}

type Days = { from: string; to: string }
type Filters = Omit<SearchWordQuery, 'from' | 'to'>

const words = list<SearchWordRow, Filters, keyof typeof sums>({
  name: 'search_words',
  always: ofCurrency,
  filters,
  sorts: {
    word: sql`${searchWords.word} collate "zh-x-icu"`,
    campaign: sql`${searchWords.campaign} collate "zh-x-icu"`,
    shows: row.shows,
    clicks: row.clicks,
    clickRate,
    cost: sql`s.cost`,
    costPerClick,
    leads: row.leads,
    reported: row.reported,
    markedAt: searchWords.markedAt,
  },
  usual: sql`s.cost desc`,
  tie: searchWords.id,
  isShared: true,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(searchWords)
      .innerJoin(figures, sql`s.word_id = ${searchWords.id}`)
      .innerJoin(semAccounts, eq(semAccounts.id, searchWords.accountId))
      .leftJoin(users, eq(users.id, searchWords.markedById)),
  matches: (db, where) =>
    db
      .select({ n: sql`1`, all: sql`s.*` })
      .from(searchWords)
      .innerJoin(figures, sql`s.word_id = ${searchWords.id}`)
      .innerJoin(semAccounts, eq(semAccounts.id, searchWords.accountId))
      .where(where),
  sums,
})

const scopeOf = async (db: Db, { from, to, ...rest }: Filters & Days) => ({
  from,
  to,
  ofCurrency: currencyOf(rest) ?? null,
  ...(await productNames(db)),
})

export const listWords = async (db: Db, query: Filters & Days) => words(db, query, await scopeOf(db, query))
export async function* eachWord(db: Db, query: Filters & Days, limit: number) {
  yield* words.each(db, query, await scopeOf(db, query), limit)
}

const shapes = new Map<string, Statement<never>>()

/**
 * What the list finds, otherwise put together: a statement for each shape of its filters.
 * @param joined what is joined to each word
 */
export async function gather<Row>(
  db: Db,
  query: Filters & Days,
  { name, fields, by, joined }: { name: string; fields: Selected<Row>; by: readonly SQL[]; joined?: SQL },
): Promise<Row[]> {
  const used = Object.entries(filters).flatMap(([key, filter]) => {
    const value = query[key as keyof typeof filters]
    if (value === undefined || value === '') return []
    const chosen = 'choose' in filter ? filter.choose(value as never) : { ...filter, name: '' }
    return [{ key, ...chosen, given: chosen.value ? chosen.value(value as never) : value }]
  })
  const shape = ['search_words', name, ...used.map((each) => `${each.key}${each.name}`)].join('_')
  const run =
    (shapes.get(shape) as Statement<Row> | undefined) ??
    statement<Row>(shape, fields, (each) => {
      const select = each
        .select(fields as Selected<{ words: number }>)
        .from(searchWords)
        .innerJoin(figures, sql`s.word_id = ${searchWords.id}`)
        .innerJoin(semAccounts, eq(semAccounts.id, searchWords.accountId))
      return (joined ? select.innerJoin(joined, sql`true`) : select)
        .where(sql.join([ofCurrency, ...used.map(({ where }): SQL => where)], sql` and `))
        .groupBy(...by)
    })
  shapes.set(shape, run as Statement<never>)
  const given = Object.fromEntries(used.map((each) => [each.key, each.given]))
  return run(db, { ...given, ...(await scopeOf(db, query)) })
}

type Counted = { mark: WordMark | null; source: SearchSource; words: number; cost: string }

/** What the list finds, by mark and source together. */
export const countWords = (db: Db, query: Filters & Days): Promise<Counted[]> =>
  gather<Counted>(db, query, {
    name: 'counted',
    fields: {
      mark: searchWords.mark,
      source: semAccounts.source,
      words: sql<number>`count(*)::int`,
      cost: sql<string>`sum(s.cost)::text`,
    },
    by: [sql`${searchWords.mark}`, sql`${semAccounts.source}`],
  })

export const lockWords = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(searchWords)
    .where(sql`${searchWords.id} = any(${idArray(ids)})`)
    .orderBy(searchWords.id)
    .for('update')

type Marked = {
  id: string
  mark: WordMark | null
  match: WordMatch
  reason: string
  exportedAt: string | null
  effectiveAt: string | null
}

/** A mark that changes has to be exported to the account anew, unless it comes back: then the account still knows of it. */
export async function storeMarks(tx: Tx, byId: string | null, words: readonly Marked[]) {
  const column = (of: (word: Marked) => string | null) => sql.param(words.map(of))
  const known = (before: SQL, given: SQL) => sql`case
      when ${searchWords.mark} is not distinct from m.mark and ${searchWords.match} = m.match then ${before}
      when m.mark in ('excluded', 'wanted') and m.exported_at <= now() then ${given} end`
  await tx.execute(sql`update ${searchWords} set version = ${searchWords.version} + 1, mark = m.mark, match = m.match,
      reason = case when m.mark is null then '' else m.reason end,
      marked_at = case when m.mark is null then null else now() end,
      marked_by_id = case when m.mark is null then null else ${byId}::bigint end,
      exported_at = ${known(sql`${searchWords.exportedAt}`, sql`m.exported_at`)},
      effective_at = ${known(sql`${searchWords.effectiveAt}`, sql`m.effective_at`)}
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ mark }) => mark)}::text[],
      ${column(({ match }) => match)}::text[], ${column(({ reason }) => reason)}::text[],
      ${column(({ exportedAt }) => exportedAt)}::timestamptz[],
      ${column(({ effectiveAt }) => effectiveAt)}::timestamptz[]) as m(id, mark, match, reason, exported_at, effective_at)
    where ${searchWords.id} = m.id`)
}

/** Keywords that are bought in the word's campaign now and that these exclusions would stop, with the word that does. */
export async function stoppedKeywords(tx: Tx, words: readonly { id: string; match: WordMatch }[]) {
  const { rows } = await tx.execute<{ word: string; keyword: string }>(sql`
    select w.word, b.keyword from unnest(${idArray(words.map(({ id }) => id))},
        ${sql.param(words.map(({ match }) => match))}::text[]) as m(id, match)
      join ${searchWords} w on w.id = m.id
      join ${boughtKeywords} b on b.account_id = w.account_id and b.campaign = w.campaign
    where case m.match when 'phrase' then position(w.key in b.key) > 0 else w.key = b.key end
    order by w.word, b.keyword limit 5`)
  return rows
}

/** Marked words of an account, by campaign; `isOpen`: not in a file yet. */
export const markedWords = (
  db: Executor,
  { accountId, mark, isOpen }: { accountId: string; mark: AccountMark; isOpen: boolean },
  limit: number,
) =>
  db
    .select({ id: searchWords.id, campaign: searchWords.campaign, word: searchWords.word, match: searchWords.match })
    .from(searchWords)
    .where(
      sql`${searchWords.accountId} = ${accountId} and ${searchWords.mark} = ${mark}
        and ${searchWords.mergedId} is null and (${searchWords.exportedAt} is null or not ${isOpen}::boolean)`,
    )
    .orderBy(searchWords.campaign, searchWords.word)
    .limit(limit)

export async function noteExported(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${searchWords} set exported_at = now()
    where id = any(${idArray(ids)}) and exported_at is null`)
}

export async function markedAccounts(db: Executor) {
  const count = (mark: AccountMark, also = sql`true`) =>
    sql<number>`(count(*) filter (where ${searchWords.mark} = ${mark} and ${also}))::int`
  const open = sql`${searchWords.exportedAt} is null`
  return db
    .select({
      id: semAccounts.id,
      source: semAccounts.source,
      name: semAccounts.name,
      excluded: count('excluded'),
      wanted: count('wanted'),
      open: { excluded: count('excluded', open), wanted: count('wanted', open) },
    })
    .from(searchWords)
    .innerJoin(semAccounts, eq(semAccounts.id, searchWords.accountId))
    .where(sql`${searchWords.mark} in ('excluded', 'wanted') and ${searchWords.mergedId} is null`)
    .groupBy(semAccounts.id)
    .orderBy(semAccounts.source, semAccounts.name)
}
