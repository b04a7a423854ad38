// Uses of published prices: exports, readers with a key, articles, messages; and notices of corrections there.
import { sql } from 'drizzle-orm'
import { customType, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { noticeOutcomes, useChannels } from '#contract/prices/use-labels.ts'
import { id64, identity, moment, reference } from '../columns.ts'
import { users } from '../organisation.ts'
import { pricePublications, priceRevisions, quoteItems } from './prices.ts'

/** Sets of days; those that follow each other are one range. */
export const days = customType<{ data: string; driverData: string }>({ dataType: () => 'datemultirange' })

/** One file, article or message; of a key what it read under one publication. */
export const priceUses = pgTable(
  'price_uses',
  {
    id: identity('id'),
    channel: text('channel', { enum: useChannels }).notNull(),
    /** The job, key, article or message; not a reference: its table is another area's. */
    targetId: id64('target_id').notNull(),
    title: text('title').notNull(),
    /** The figures were those that readers saw then. */
    publication: reference('publication', () => pricePublications.number),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('price_uses_target').on(t.channel, t.targetId, t.publication)],
)

export const priceUseItems = pgTable(
  'price_use_items',
  {
    quoteItemId: reference('quote_item_id', () => quoteItems.id),
    useId: reference('use_id', () => priceUses.id, { onDelete: 'cascade' }),
    days: days('days').notNull(),
  },
  (t) => [primaryKey({ columns: [t.quoteItemId, t.useId] })],
)

/** 更正说明: the notice of a correction to recipients of the previous figure. Append-only. */
export const priceNotices = pgTable(
  'price_notices',
  {
    id: identity('id'),
    useId: reference('use_id', () => priceUses.id),
    /** The published correction. */
    revisionId: reference('revision_id', () => priceRevisions.id),
    outcome: text('outcome', { enum: noticeOutcomes }).notNull(),
    text: text('text').notNull().default(''),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [index('price_notices_revision').on(t.revisionId, t.useId)],
)
