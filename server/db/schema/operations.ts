// Search marketing: what the search engines report by day, and search words with what is to become of them.
import { sql } from 'drizzle-orm'
import { date, index, integer, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { searchLevels, searchSources, wordMarks } from '../../../contract/operations/search-labels.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { users } from './organisation.ts'

/** An advertiser's account at a search engine. */
export const searchAccounts = pgTable(
  'search_accounts',
  {
    id: identity('id'),
    source: text('source', { enum: searchSources }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [uniqueIndex('search_accounts_name').on(t.source, t.name)],
)

/** A search word in a campaign, whichever group and keyword it came by. */
export const searchWords = pgTable(
  'search_words',
  {
    id: identity('id'),
    version: version(),
    accountId: reference('account_id', () => searchAccounts.id),
    campaign: text('campaign').notNull(),
    word: text('word').notNull(),
    /** Null: nothing is decided. */
    mark: text('mark', { enum: wordMarks }),
    markedAt: moment('marked_at'),
    markedById: id64('marked_by_id').references(() => users.id),
  },
  (t) => [
    uniqueIndex('search_words_name').on(t.accountId, t.campaign, t.word),
    index('search_words_mark').on(t.mark, t.accountId).where(sql`${t.mark} is not null`),
    index('search_words_part').using('gin', t.word.op('gin_trgm_ops')),
  ],
)

/** What figures are of: a line of a report without its day. Fields below its level are empty. */
export const searchUnits = pgTable(
  'search_units',
  {
    id: identity('id'),
    accountId: reference('account_id', () => searchAccounts.id),
    level: text('level', { enum: searchLevels }).notNull(),
    campaign: text('campaign').notNull().default(''),
    group: text('ad_group').notNull().default(''),
    keyword: text('keyword').notNull().default(''),
    /** Of level `word`. */
    wordId: id64('word_id').references(() => searchWords.id),
  },
  (t) => [
    uniqueIndex('search_units_name').on(
      t.accountId,
      t.level,
      t.campaign,
      t.group,
      t.keyword,
      sql`coalesce(${t.wordId}, 0)`,
    ),
    index('search_units_word').on(t.wordId),
    // a registration names a campaign and a keyword as somebody typed them into a link
    index('search_units_campaign').on(sql`lower(${t.campaign})`, sql`lower(${t.keyword})`),
  ],
)

/**
 * Which reports there are of a day. `grain` is the level, from 0 for accounts to 4 for search words, times 4, plus 2 where
 * devices are told apart and 1 where regions are: the highest below search words is the one that totals are taken from.
 */
export const searchDays = pgTable(
  'search_days',
  {
    accountId: reference('account_id', () => searchAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    grain: smallint('grain').notNull(),
    importedAt: moment('imported_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.grain] }), index('search_days_day').on(t.day)],
)

/** Millions of rows: read by account, day and grain, or by unit. */
export const searchFigures = pgTable(
  'search_figures',
  {
    accountId: reference('account_id', () => searchAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    grain: smallint('grain').notNull(),
    unitId: reference('unit_id', () => searchUnits.id),
    /** Empty: not told apart. */
    device: text('device').notNull().default(''),
    region: text('region').notNull().default(''),
    shows: integer('shows').notNull(),
    clicks: integer('clicks').notNull(),
    /** Yuan. */
    cost: numeric('cost', { precision: 14, scale: 2 }).notNull(),
    /** Average; null where the report has none. */
    position: numeric('position', { precision: 8, scale: 2 }),
    /** Leads as the source counts them. */
    reported: integer('reported').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.day, t.grain, t.unitId, t.device, t.region] }),
    index('search_figures_unit').on(t.unitId, t.day),
  ],
)
