// AI: how an answer came about (its tools) and the figures in it, bound to the prices that they are.
import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { figureVerdicts, priceParts, toolNames } from '#contract/ai/answer-labels.ts'
import { aiMessages } from './ai.ts'
import { id64, identity, moment, reference } from './columns.ts'
import { quoteItems } from './prices/prices.ts'
import { days } from './prices/uses.ts'

/** What was looked up for an answer, in order. */
export const aiSteps = pgTable(
  'ai_steps',
  {
    messageId: reference('message_id', () => aiMessages.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    tool: text('tool', { enum: toolNames }).notNull(),
    arguments: jsonb('arguments').$type<unknown>().notNull(),
    found: jsonb('found').$type<unknown>().notNull(),
    ms: integer('ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.number] })],
)

/** Figures of answers. Whether a price was corrected since is asked of the prices, never kept here. */
export const aiFigures = pgTable(
  'ai_figures',
  {
    id: identity('id'),
    messageId: reference('message_id', () => aiMessages.id, { onDelete: 'cascade' }),
    /** Where it stands in the answer, in characters; null: its sentence was withheld. */
    place: integer('place'),
    text: text('text').notNull(),
    verdict: text('verdict', { enum: figureVerdicts }).notNull(),
    /** Of a bound figure: which price it is, and as readers saw it with which publication. */
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id),
    day: date('day', { mode: 'string' }),
    part: text('part'),
    publication: id64('publication'),
    /** The sentence that was withheld. */
    sentence: text('sentence').notNull().default(''),
  },
  (t) => [index('ai_figures_message').on(t.messageId, t.id)],
)

/** Prices that a figure is made of: itself, both days of a change, all that went into a computed one. */
export const aiFigurePrices = pgTable(
  'ai_figure_prices',
  {
    figureId: reference('figure_id', () => aiFigures.id, { onDelete: 'cascade' }),
    quoteItemId: reference('quote_item_id', () => quoteItems.id),
    part: text('part', { enum: priceParts }).notNull(),
    days: days('days').notNull(),
    /** Each is the last revision of its day up to it. */
    publication: id64('publication').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.figureId, t.quoteItemId, t.part] }),
    index('ai_figure_prices_item').on(t.quoteItemId, t.publication),
  ],
)

/** Corrections up to this publication have been told to the accounts whose answers quoted the older figure. One row. */
export const aiCorrections = pgTable('ai_corrections', {
  toldTo: id64('told_to').primaryKey(),
  at: moment('at').notNull().default(sql`now()`),
})
