// Search marketing: what the search engines report by day, and search words with what is to become of them.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { searchLevels, searchSources, wordMarks, wordMatches } from '#contract/operations/search-labels.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, keyOf, moment, reference, version } from './columns.ts'
import { users } from './organisation.ts'

/** An advertiser's account at a search engine. */
export const semAccounts = pgTable(
  'sem_accounts',
  {
    id: identity('id'),
    version: version(),
    /** What people and file names call it; unique in the house. */
    code: text('code').notNull(),
    source: text('source', { enum: searchSources }).notNull(),
    /** As the source's reports name it. */
    name: text('name').notNull(),
    currency: text('currency').notNull().default('CNY'),
    /** Its days are days of this zone. */
    timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
    subProduct: text('sub_product').$type<SubProductKey>(),
    ownerId: id64('owner_id').references(() => users.id),
    /** In `currency`; null: no budget. */
    monthlyBudget: numeric('monthly_budget', { precision: 14, scale: 2 }),
    /** Younger days may still change at the source. */
    settlingDays: smallint('settling_days').notNull().default(3),
    isEnabled: boolean('is_enabled').notNull().default(true),
  },
  (t) => [
    uniqueIndex('sem_accounts_name').on(t.source, keyOf(t.name)),
    uniqueIndex('sem_accounts_code').on(keyOf(t.code)),
  ],
)

/** What one yuan of cost is in cash, from a day until the next row's; 1 before the first. */
export const semCashFactors = pgTable(
  'sem_cash_factors',
  {
    accountId: reference('account_id', () => semAccounts.id),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    factor: numeric('factor', { precision: 6, scale: 4 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.fromDay] }),
    check('sem_cash_factors_range', sql`${t.factor} > 0 and ${t.factor} <= 1`),
  ],
)

/** A search word in a campaign, whichever group and keyword it came by, and its mark. */
export const searchWords = pgTable(
  'search_words',
  {
    id: identity('id'),
    version: version(),
    accountId: reference('account_id', () => semAccounts.id),
    campaign: text('campaign').notNull(),
    /** As the source's reports name it, where a merge shows it under another name. */
    ownCampaign: text('own_campaign'),
    /** The word that stands for this one since a merge. */
    mergedId: id64('merged_id'),
    word: text('word').notNull(),
    /** As it is compared with names. */
    key: text('key').notNull().generatedAlwaysAs(sql`text_key("word")`),
    /** Null: nothing is decided. */
    mark: text('mark', { enum: wordMarks }),
    markedAt: moment('marked_at'),
    markedById: id64('marked_by_id').references(() => users.id),
    /** How an exclusion matches. */
    match: text('match', { enum: wordMatches }).notNull().default('exact'),
    reason: text('reason').notNull().default(''),
    /** Whether the account knows of the mark: written into a file for it, then proven by later reports. */
    exportedAt: moment('exported_at'),
    effectiveAt: moment('effective_at'),
  },
  (t) => [
    uniqueIndex('search_words_name').on(t.accountId, sql`coalesce(${t.ownCampaign}, ${t.campaign})`, t.word),
    index('search_words_merged').on(t.mergedId).where(sql`${t.mergedId} is not null`),
    index('search_words_mark').on(t.mark, t.accountId).where(sql`${t.mark} is not null`),
    index('search_words_part').using('gin', t.key.op('gin_trgm_ops'), sql`text_key(${t.campaign}) gin_trgm_ops`),
  ],
)

/**
 * What figures are of: an account, or a campaign, group, keyword or search word in it. Names below its level are empty, those
 * above it are repeated, as every question names them.
 */
export const semNodes = pgTable(
  'sem_nodes',
  {
    id: identity('id'),
    version: version(),
    accountId: reference('account_id', () => semAccounts.id),
    level: text('level', { enum: searchLevels }).notNull(),
    campaign: text('campaign').notNull().default(''),
    group: text('ad_group').notNull().default(''),
    keyword: text('keyword').notNull().default(''),
    /** As the source's reports name it, where a merge shows it under another name. */
    ownCampaign: text('own_campaign'),
    ownGroup: text('own_ad_group'),
    ownKeyword: text('own_keyword'),
    /** Of level `word`. */
    wordId: id64('word_id').references(() => searchWords.id),
    /** The source's own number of it: a node that is renamed there stays one. */
    providerId: text('provider_id'),
    matchType: text('match_type').notNull().default(''),
    /** Names as the source has them, compared. */
    path: text('path')
      .notNull()
      .generatedAlwaysAs(
        sql`text_key(coalesce("own_campaign", "campaign")) || chr(31) || text_key(coalesce("own_ad_group", "ad_group")) || chr(31) || text_key(coalesce("own_keyword", "keyword")) || chr(31) || coalesce("word_id", 0)::text`,
      ),
    label: text('label').notNull().default(''),
    ownerId: id64('owner_id').references(() => users.id),
    /** Yuan for a lead. */
    targetCost: numeric('target_cost', { precision: 12, scale: 2 }),
  },
  (t) => [
    uniqueIndex('sem_nodes_path').on(t.accountId, t.level, t.path, sql`coalesce(${t.providerId}, '')`),
    index('sem_nodes_provider').on(t.accountId, t.level, t.providerId).where(sql`${t.providerId} is not null`),
    index('sem_nodes_word').on(t.wordId),
    // a registration names a campaign and a keyword as somebody typed them into a link
    index('sem_nodes_campaign').on(sql`lower(${t.campaign})`, sql`lower(${t.keyword})`),
    // the account's node that had a campaign's name last, as reports name it or before a merge
    index('sem_nodes_last_campaign').on(t.accountId, sql`lower(${t.campaign})`, t.id).where(sql`${t.campaign} <> ''`),
    index('sem_nodes_last_own_campaign')
      .on(t.accountId, sql`lower(${t.ownCampaign})`, t.id)
      .where(sql`${t.ownCampaign} is not null`),
    index('sem_nodes_own_campaign').on(sql`lower(${t.ownCampaign})`).where(sql`${t.ownCampaign} is not null`),
    index('sem_nodes_own_keyword').on(sql`lower(${t.ownKeyword})`).where(sql`${t.ownKeyword} is not null`),
  ],
)

/** Two names of an account that stand for one campaign, or for one group or keyword of a campaign. Kept when undone. */
export const semMerges = pgTable(
  'sem_merges',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    byId: id64('by_id').references(() => users.id),
    accountId: reference('account_id', () => semAccounts.id),
    level: text('level', { enum: ['campaign', 'group', 'keyword'] }).notNull(),
    /** Of a group or keyword. */
    campaign: text('campaign').notNull().default(''),
    fromName: text('from_name').notNull(),
    intoName: text('into_name').notNull(),
    undoneAt: moment('undone_at'),
  },
  (t) => [index('sem_merges_account').on(t.accountId, t.id).where(sql`undone_at is null`)],
)

/** What facts of all kinds hold. */
const measures = () => ({
  shows: bigint('shows', { mode: 'number' }).notNull(),
  clicks: bigint('clicks', { mode: 'number' }).notNull(),
  /** In the account's currency. */
  cost: numeric('cost', { precision: 16, scale: 2 }).notNull(),
  /** Leads as the source counts them. */
  reported: bigint('reported', { mode: 'number' }).notNull(),
  /** Sum of position times shows, over the shows that have a position. */
  weighted: numeric('weighted', { precision: 20, scale: 2 }).notNull(),
  placed: bigint('placed', { mode: 'number' }).notNull(),
})

/**
 * One report of an account's day, replaced whole. `grain` is its level, cut and part (`grainOf` of
 * contract/operations/search-slices.ts): the lowest that is there gives the day's totals.
 */
export const semSlices = pgTable(
  'sem_slices',
  {
    accountId: reference('account_id', () => semAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    grain: smallint('grain').notNull(),
    rows: integer('rows').notNull(),
    ...measures(),
    /** Of its rows: the same file again changes nothing. */
    hash: text('hash').notNull().default(''),
    importedAt: moment('imported_at').notNull().default(sql`now()`),
    /** The first sheet that had it after the account's settling time; null: its provider may have changed it since. */
    settledAt: moment('settled_at'),
    /** The import that brought it; null for the open call, and where it is unknown. */
    importId: id64('import_id'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.grain] }), index('sem_slices_day').on(t.day)],
)

/** Partitioned by month of `day` (the migration says how), without foreign keys. Read by account, grain and days, or by node. */
export const semFacts = pgTable(
  'sem_facts',
  {
    accountId: id64('account_id').notNull(),
    grain: smallint('grain').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    nodeId: id64('node_id').notNull(),
    /** Empty: the slice is not cut by it. */
    device: text('device').notNull().default(''),
    region: text('region').notNull().default(''),
    /** -1: the slice is not cut by it. */
    hour: smallint('hour').notNull().default(-1),
    shows: integer('shows').notNull(),
    clicks: integer('clicks').notNull(),
    cost: numeric('cost', { precision: 14, scale: 2 }).notNull(),
    /** Average; null where the report has none. */
    position: numeric('position', { precision: 8, scale: 2 }),
    reported: integer('reported').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.grain, t.day, t.nodeId, t.device, t.region, t.hour] }),
    index('sem_facts_node').on(t.nodeId, t.day),
  ],
)

/** Facts by calendar month, written with them. */
export const semMonths = pgTable(
  'sem_months',
  {
    accountId: reference('account_id', () => semAccounts.id),
    grain: smallint('grain').notNull(),
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    nodeId: id64('node_id').notNull(),
    device: text('device').notNull().default(''),
    region: text('region').notNull().default(''),
    hour: smallint('hour').notNull().default(-1),
    ...measures(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.grain, t.month, t.nodeId, t.device, t.region, t.hour] }),
    index('sem_months_node').on(t.nodeId, t.month),
  ],
)

export type SliceSums = { rows: number; shows: number; clicks: number; cost: string; reported: number }

/** What became of slices, append-only: what a slice held before, and what it holds since. */
export const semReplacements = pgTable(
  'sem_replacements',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    byId: id64('by_id').references(() => users.id),
    accountId: reference('account_id', () => semAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    grain: smallint('grain').notNull(),
    /** Replacements of one act have one: they are taken back together. */
    act: text('act').notNull(),
    kind: text('kind', { enum: ['import', 'feed', 'remove', 'undo'] }).notNull(),
    importId: id64('import_id'),
    /** Null: there was no such slice. */
    before: jsonb('before').$type<SliceSums>(),
    after: jsonb('after').$type<SliceSums>(),
    /** The hash of what stands since: an undo finds whether another replacement came after. */
    hash: text('hash').notNull().default(''),
  },
  (t) => [
    index('sem_replacements_slice').on(t.accountId, t.day, t.grain, t.id),
    index('sem_replacements_act').on(t.act),
  ],
)

/** The rows that a replacement took away, while it may be taken back. */
export const semReplaced = pgTable('sem_replaced', {
  replacementId: id64('replacement_id')
    .primaryKey()
    .references(() => semReplacements.id),
  at: moment('at').notNull().default(sql`now()`),
  facts: jsonb('facts').notNull(),
})

/** What happened on a day that explains a move of the trend (出价调整). */
export const semNotes = pgTable(
  'sem_notes',
  {
    id: identity('id'),
    /** Null: of all accounts. */
    accountId: id64('account_id').references(() => semAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    caption: text('caption').notNull(),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('sem_notes_day').on(t.day)],
)

/** Chunks of a slice that the open call has not completed yet. */
export const semChunks = pgTable(
  'sem_chunks',
  {
    accountId: reference('account_id', () => semAccounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    grain: smallint('grain').notNull(),
    chunk: integer('chunk').notNull(),
    chunks: integer('chunks').notNull(),
    /** Of the whole slice, as the sender says: chunks with other sums are of another slice, and go. */
    sums: jsonb('sums').$type<SliceSums>().notNull(),
    at: moment('at').notNull().default(sql`now()`),
    facts: jsonb('facts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.grain, t.chunk] }), index('sem_chunks_at').on(t.at)],
)
