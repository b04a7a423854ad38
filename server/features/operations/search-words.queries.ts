// Search words with their figures, and their marks.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { SearchSource, WordMark } from '../../../contract/operations/search-labels.ts'
import type { SearchWordQuery, SearchWordRow } from '../../../contract/operations/search-words.ts'
import { contains, equals, type Filter, list } from '../../core/lists/paging.ts'
import { type Statement, statement } from '../../core/lists/statements.ts'
import type { Db, Executor, Tx } from '../../db/connection.ts'
import { searchAccounts, searchFigures, searchUnits, searchWords } from '../../db/schema/operations.ts'
import { users } from '../../db/schema/organisation.ts'
import { chosenReports } from './search-marketing.queries.ts'

const days = { from: sql.placeholder('from'), to: sql.placeholder('to') }

/** Figures of each word in the days of the query. */
const figures = sql`(select u.word_id, sum(f.shows)::float8 as shows, sum(f.clicks)::float8 as clicks, sum(f.cost) as cost,
    sum(f.reported)::float8 as reported, coalesce(string_agg(distinct nullif(u.keyword, ''), '、'), '') as keywords
  from (${chosenReports({ ...days, level: 'word' })}) d
    join ${searchFigures} f on f.account_id = d.account_id and f.day = d.day and f.grain = d.grain
    join ${searchUnits} u on u.id = f.unit_id
  group by u.word_id) s`

const clickRate = sql`s.clicks::numeric * 100 / nullif(s.shows, 0)::numeric`
const costPerClick = sql`s.cost / nullif(s.clicks, 0)::numeric`

const row = {
  id: searchWords.id,
  version: searchWords.version,
  source: searchAccounts.source,
  accountId: searchWords.accountId,
  account: searchAccounts.name,
  campaign: searchWords.campaign,
  word: searchWords.word,
  keywords: sql<string>`s.keywords`,
  mark: searchWords.mark,
  markedByName: sql<string>`coalesce(${users.realName}, '')`,
  markedAt: searchWords.markedAt,
  shows: sql<number>`s.shows`,
  clicks: sql<number>`s.clicks`,
  clickRate: sql<string | null>`round(${clickRate}, 2)::text`,
  cost: sql<string>`s.cost::text`,
  costPerClick: sql<string | null>`round(${costPerClick}, 2)::text`,
  reported: sql<number>`s.reported`,
}

const byMark: Filter = {
  where: sql`coalesce(${searchWords.mark}, 'none') = ${sql.placeholder('mark')}`,
}
const filters = {
  source: equals(searchAccounts.source, 'source'),
  accountId: equals(searchWords.accountId, 'accountId'),
  campaign: contains(searchWords.campaign, 'campaign'),
  campaignIs: equals(searchWords.campaign, 'campaignIs'),
  word: contains(searchWords.word, 'word'),
  mark: byMark,
}

const sumOf = (column: string) => sql<string>`coalesce(sum(${sql.identifier(column)}), 0)::text`
const sums = { shows: sumOf('shows'), clicks: sumOf('clicks'), cost: sumOf('cost'), reported: sumOf('reported') }

type Days = { from: string; to: string }
type Filters = Omit<SearchWordQuery, 'from' | 'to'>

const words = list<SearchWordRow, Filters, keyof typeof sums>({
  name: 'search_words',
  always: sql`true`,
  filters,
  sorts: {
    word: sql`${searchWords.word} collate "zh-x-icu"`,
    campaign: sql`${searchWords.campaign} collate "zh-x-icu"`,
    shows: row.shows,
    clicks: row.clicks,
    clickRate,
    cost: sql`s.cost`,
    costPerClick,
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
      .innerJoin(searchAccounts, eq(searchAccounts.id, searchWords.accountId))
      .leftJoin(users, eq(users.id, searchWords.markedById)),
  matches: (db, where) =>
    db
      .select({ n: sql`1`, all: sql`s.*` })
      .from(searchWords)
      .innerJoin(figures, sql`s.word_id = ${searchWords.id}`)
      .innerJoin(searchAccounts, eq(searchAccounts.id, searchWords.accountId))
      .where(where),
  sums,
})

export const listWords = (db: Db, query: Filters & Days) => words(db, query, { from: query.from, to: query.to })
export const eachWord = (db: Db, query: Filters & Days, limit: number) =>
  words.each(db, query, { from: query.from, to: query.to }, limit)

type Counted = { mark: WordMark | null; source: SearchSource; words: number; cost: string }
const counted = {
  mark: searchWords.mark,
  source: searchAccounts.source,
  words: sql<number>`count(*)::int`,
  cost: sql<string>`sum(s.cost)::text`,
}
const shapes = new Map<string, Statement<Counted>>()

/** What the list finds, by mark and source together. */
export function countWords(db: Db, query: Filters & Days): Promise<Counted[]> {
  const used = Object.entries(filters).filter(([name]) => query[name as keyof typeof filters] !== undefined)
  const name = ['search_words_counted', ...used.map(([key]) => key)].join('_')
  const known = shapes.get(name)
  const values = Object.fromEntries(
    used.map(([key, filter]) => {
      const value = query[key as keyof typeof filters]
      return [key, filter.value ? filter.value(value as never) : value]
    }),
  )
  const run =
    known ??
    statement<Counted>(name, counted, (each) =>
      each
        .select(counted)
        .from(searchWords)
        .innerJoin(figures, sql`s.word_id = ${searchWords.id}`)
        .innerJoin(searchAccounts, eq(searchAccounts.id, searchWords.accountId))
        .where(sql.join([sql`true`, ...used.map(([, { where }]): SQL => where)], sql` and `))
        .groupBy(searchWords.mark, searchAccounts.source),
    )
  shapes.set(name, run)
  return run(db, { ...values, from: query.from, to: query.to })
}

export const lockWords = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(searchWords)
    .where(sql`${searchWords.id} = any(${sql.param([...ids])}::bigint[])`)
    .orderBy(searchWords.id)
    .for('update')

/** @param words with the versions that they had; null clears a mark */
export async function storeMarks(tx: Tx, byId: string | null, words: readonly { id: string; mark: WordMark | null }[]) {
  const column = (of: (word: { id: string; mark: WordMark | null }) => string | null) => sql.param(words.map(of))
  await tx.execute(sql`update ${searchWords} set version = ${searchWords.version} + 1, mark = m.mark,
      marked_at = case when m.mark is null then null else now() end,
      marked_by_id = case when m.mark is null then null else ${byId}::bigint end
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ mark }) => mark)}::text[]) as m(id, mark)
    where ${searchWords.id} = m.id`)
}

/** Marked words of an account, by campaign. */
export const markedWords = (db: Executor, accountId: string, mark: WordMark, limit: number) =>
  db
    .select({ campaign: searchWords.campaign, word: searchWords.word })
    .from(searchWords)
    .where(sql`${searchWords.accountId} = ${accountId} and ${searchWords.mark} = ${mark}`)
    .orderBy(searchWords.campaign, searchWords.word)
    .limit(limit)

export async function markedAccounts(db: Executor) {
  const count = (mark: WordMark) => sql<number>`(count(*) filter (where ${searchWords.mark} = ${mark}))::int`
  return db
    .select({
      id: searchAccounts.id,
      source: searchAccounts.source,
      name: searchAccounts.name,
      excluded: count('excluded'),
      wanted: count('wanted'),
    })
    .from(searchWords)
    .innerJoin(searchAccounts, eq(searchAccounts.id, searchWords.accountId))
    .where(sql`${searchWords.mark} is not null`)
    .groupBy(searchAccounts.id)
    .orderBy(searchAccounts.source, searchAccounts.name)
}
