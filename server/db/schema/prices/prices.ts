// Prices: what is quoted, one entry for each quote item and day, and the append-only record of everything an entry ever was.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  correctionCauses,
  currencies,
  priceOrigins,
  priceStatuses,
  quoteFrequencies,
  quoteKinds,
  quoteSources,
  quoteStatuses,
  revisionActs,
} from '#contract/prices/price-labels.ts'
import { calendars } from '../calendars.ts'
import { products, regions } from '../catalogue.ts'
import { id64, identity, moment, reference, spelling, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { visitHeard } from '../visits.ts'

export const quoteItemCodes = pgSequence('quote_item_codes')

export const quoteItems = pgTable(
  'quote_items',
  {
    id: identity('id'),
    version: version(),
    /** `Q000123`: formulas, feeds and workbooks name the item by it. */
    code: text('code').notNull().default(sql`'Q' || lpad(nextval('quote_item_codes')::text, 6, '0')`),
    productId: reference('product_id', () => products.id),
    name: text('name').notNull().default(''),
    /** As it is compared with questions: its key takes 30 µs to compute, and a question asks it of every item. */
    nameKey: text('name_key').notNull().generatedAlwaysAs(sql`text_key("name")`),
    /** Searches find the item by them too. */
    formerNames: text('former_names').array().notNull().default(sql`'{}'`),
    englishName: text('english_name').notNull().default(''),
    market: text('market').notNull(),
    specification: text('specification').notNull().default(''),
    brand: text('brand').notNull().default(''),
    regionId: id64('region_id').references(() => regions.id),
    unit: text('unit').notNull(),
    currency: text('currency', { enum: currencies }).notNull().default('CNY'),
    isTaxIncluded: boolean('is_tax_included').notNull().default(true),
    delivery: text('delivery').notNull().default(''),
    kind: text('kind', { enum: quoteKinds }).notNull().default('range'),
    decimals: smallint('decimals').notNull().default(2),
    allowsNegative: boolean('allows_negative').notNull().default(false),
    frequency: text('frequency', { enum: quoteFrequencies }).notNull().default('workday'),
    /** 1 Monday to 7 Sunday, where `frequency` is `weekdays`. */
    weekdays: smallint('weekdays').array().notNull().default(sql`'{}'`),
    /** Null: the workdays of China. A monitoring rule may name another one. */
    calendarId: id64('calendar_id').references(() => calendars.id),
    /** `HH:MM`, Shanghai. */
    dueTime: text('due_time').notNull().default('17:00'),
    /** Usual move from one day to the next, %; null: learnt from what was published. */
    usualMove: numeric('usual_move'),
    /** Plausible range; null: no limit. */
    lowest: numeric('lowest'),
    highest: numeric('highest'),
    method: text('method').notNull().default(''),
    source: text('source', { enum: quoteSources }).notNull().default('inquiry'),
    analystId: id64('analyst_id').references(() => users.id),
    deputyId: id64('deputy_id').references(() => users.id),
    status: text('status', { enum: quoteStatuses }).notNull().default('update'),
    stopReason: text('stop_reason').notNull().default(''),
    stoppedOn: date('stopped_on', { mode: 'string' }),
    /** Made, or resumed, then: due from its next due time. */
    activeSince: moment('active_since').notNull().default(sql`now()`),
    sort: integer('sort').notNull().default(0),
    /** Median of the last published moves and their median absolute deviation; null until there are enough. */
    usualMedian: numeric('usual_median'),
    usualDeviation: numeric('usual_deviation'),
    spelling: spelling(),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('quote_items_product').on(t.productId, t.sort, t.id),
    index('quote_items_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('quote_items_analyst').on(t.analystId),
    index('quote_items_calendar').on(t.calendarId),
    uniqueIndex('quote_items_code').on(t.code),
    unique('quote_items_id_product').on(t.id, t.productId),
    check('quote_items_decimals', sql`${t.decimals} between 0 and 6`),
  ],
)

/**
 * How an item was defined before: the definition that held until `until`, a day on which it no longer holds. It began where
 * the one before it ends; from the last `until` on the columns of the item itself hold. Periods can neither overlap nor
 * leave a gap, and an item whose definition never changed has no rows.
 */
export const quoteItemDefinitions = pgTable(
  'quote_item_definitions',
  {
    quoteItemId: reference('quote_item_id', () => quoteItems.id, { onDelete: 'cascade' }),
    until: date('until', { mode: 'string' }).notNull(),
    market: text('market').notNull(),
    specification: text('specification').notNull(),
    unit: text('unit').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    isTaxIncluded: boolean('is_tax_included').notNull(),
    kind: text('kind', { enum: quoteKinds }).notNull(),
    decimals: smallint('decimals').notNull(),
  },
  (t) => [primaryKey({ columns: [t.quoteItemId, t.until] })],
)

/** Methodology texts by version, so that readers of an old price find the text valid then. */
export const quoteItemMethods = pgTable(
  'quote_item_methods',
  {
    id: identity('id'),
    quoteItemId: reference('quote_item_id', () => quoteItems.id, { onDelete: 'cascade' }),
    method: text('method').notNull(),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('quote_item_methods_item').on(t.quoteItemId, t.id)],
)

/** Numbers given one after the other under a lock: their order is that in which readers could see what they published. */
export const pricePublications = pgTable('price_publications', {
  number: id64('number').primaryKey(),
  at: moment('at').notNull().default(sql`now()`),
  byId: id64('by_id').references(() => users.id),
  byName: text('by_name').notNull(),
  entries: integer('entries').notNull(),
})

/**
 * `product_id` is the quote item's, kept here by the foreign key, so that a product's prices by day are one index.
 * Every index ends as lists sort. Not partitioned by year: that was measured, and a product's list took twice as long,
 * because it has to look into each year's index.
 */
export const prices = pgTable(
  'prices',
  {
    id: identity('id'),
    version: version(),
    quoteItemId: id64('quote_item_id').notNull(),
    productId: id64('product_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    low: numeric('low').notNull(),
    high: numeric('high').notNull(),
    average: numeric('average').notNull(),
    /** Against the last published entry of the quote item; null where there is none. */
    change: numeric('change'),
    /** The same, %. */
    percent: numeric('percent'),
    status: text('status', { enum: priceStatuses }).notNull().default('draft'),
    remark: text('remark').notNull().default(''),
    englishRemark: text('english_remark').notNull().default(''),
    origin: text('origin', { enum: priceOrigins }).notNull().default('grid'),
    /** Outside of the usual: needs a reason before it is submitted. */
    isOutlier: boolean('is_outlier').notNull().default(false),
    reason: text('reason').notNull().default(''),
    /** The publication that made it what readers see; null: readers see nothing. */
    publication: id64('publication').references(() => pricePublications.number),
    /** The revision that waits for review: of a first submission or of a correction. */
    reviewing: id64('reviewing'),
    /** The reviewer's words, where it was overruled. */
    opinion: text('opinion').notNull().default(''),
    enteredById: id64('entered_by_id').references(() => users.id),
    submittedById: id64('submitted_by_id').references(() => users.id),
    submittedAt: moment('submitted_at'),
    verifiedById: id64('verified_by_id').references(() => users.id),
    verifiedAt: moment('verified_at'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    foreignKey({
      name: 'prices_quote_item',
      columns: [t.quoteItemId, t.productId],
      foreignColumns: [quoteItems.id, quoteItems.productId],
    }).onUpdate('cascade'),
    uniqueIndex('prices_quote_item_day').on(t.quoteItemId, t.day),
    index('prices_product_day').on(t.productId, t.day, t.id),
    index('prices_status_day').on(t.status, t.day, t.id),
    index('prices_day').on(t.day, t.id),
    index('prices_reviewing').on(t.day, t.id).where(sql`${t.reviewing} is not null`),
    check('prices_range', sql`${t.low} <= ${t.average} and ${t.average} <= ${t.high}`),
  ],
)

/**
 * Every state that an entry ever had. Append-only for the application's role. A revision with a publication is what
 * readers saw from then on; `cancelVerify` with one says that they saw nothing any more.
 */
export const priceRevisions = pgTable(
  'price_revisions',
  {
    id: identity('id'),
    /** The entry; it outlives a draft that was deleted. */
    priceId: id64('price_id').notNull(),
    quoteItemId: reference('quote_item_id', () => quoteItems.id),
    day: date('day', { mode: 'string' }).notNull(),
    /** The entry's version after it. */
    number: integer('number').notNull(),
    act: text('act', { enum: revisionActs }).notNull(),
    low: numeric('low').notNull(),
    high: numeric('high').notNull(),
    average: numeric('average').notNull(),
    remark: text('remark').notNull().default(''),
    englishRemark: text('english_remark').notNull().default(''),
    origin: text('origin', { enum: priceOrigins }).notNull(),
    /** File and row of an import, the key of a feed. */
    originDetail: text('origin_detail').notNull().default(''),
    isOutlier: boolean('is_outlier').notNull().default(false),
    reason: text('reason').notNull().default(''),
    cause: text('cause', { enum: correctionCauses }),
    opinion: text('opinion').notNull().default(''),
    publication: id64('publication').references(() => pricePublications.number),
    /** The published revision that this one takes the place of. */
    replaces: id64('replaces'),
    /** What was heard at a visit and had a part in it. */
    heardId: id64('heard_id').references(() => visitHeard.id),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    index('price_revisions_entry').on(t.quoteItemId, t.day, t.id),
    index('price_revisions_published').on(t.quoteItemId, t.day, t.publication).where(sql`${t.publication} is not null`),
    // what was published of a day, read from the index alone: the board of monitoring
    index('price_revisions_day')
      .on(t.day, t.quoteItemId, t.publication, t.act)
      .where(sql`${t.publication} is not null`),
    // what was submitted and taken back of a day, as above
    index('price_revisions_submission')
      .on(t.day, t.quoteItemId, t.act, t.at)
      .where(sql`${t.act} in ('submit', 'withdraw', 'overrule', 'delete')`),
    index('price_revisions_publication').on(t.publication).where(sql`${t.publication} is not null`),
    index('price_revisions_heard').on(t.heardId).where(sql`${t.heardId} is not null`),
  ],
)

// Who is at which product of the review queue.
/** A row for each tab with its last heartbeat; tabs with an old one no longer count. */
export const priceReviewers = pgTable(
  'price_reviewers',
  {
    userId: reference('user_id', () => users.id),
    tab: text('tab').notNull(),
    productId: reference('product_id', () => products.id, { onDelete: 'cascade' }),
    seenAt: moment('seen_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tab] }), index('price_reviewers_product').on(t.productId)],
)

// Who is in which row of a day's grid.
/** A row for each tab with its last heartbeat; tabs with an old one no longer count. */
export const priceEditors = pgTable(
  'price_editors',
  {
    userId: reference('user_id', () => users.id),
    tab: text('tab').notNull(),
    quoteItemId: reference('quote_item_id', () => quoteItems.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    seenAt: moment('seen_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tab] }),
    index('price_editors_item').on(t.quoteItemId),
    index('price_editors_day').on(t.day),
  ],
)
