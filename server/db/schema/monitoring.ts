// What is due on each day: rules, the due rows that follow from them, and the results of past days.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { recurrences } from '#contract/monitoring/calendar-days.ts'
import { alertLevels, dueStates } from '#contract/monitoring/due-states.ts'
import { alertChannels, dueKinds } from '#contract/monitoring/monitoring-labels.ts'
import { ruleLevels } from '#contract/monitoring/nearest-rule.ts'
import { calendars, calendarYears } from './calendars.ts'
import { categories, newsCategories, products } from './catalogue.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { users } from './organisation.ts'
import { quoteItems } from './prices/prices.ts'

const now = sql`now()`

/** Null: as the quote item, or the publishing standard of the article, says. */
export const monitoringRules = pgTable(
  'monitoring_rules',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    kind: text('kind', { enum: dueKinds }).notNull(),
    level: text('level', { enum: ruleLevels }).notNull().default('all'),
    categoryId: id64('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    productId: id64('product_id').references(() => products.id, { onDelete: 'cascade' }),
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id, { onDelete: 'cascade' }),
    seriesId: id64('series_id'),
    newsCategoryId: id64('news_category_id').references(() => newsCategories.id, { onDelete: 'cascade' }),
    edition: text('edition').notNull().default(''),
    articleKind: text('article_kind').notNull().default(''),
    importName: text('import_name').notNull().default(''),
    /** Articles, or imports, of a day. */
    wanted: integer('wanted'),
    /** Null of prices: the calendar of the quote item; of reports: their days are agreed with the customer. */
    calendarId: id64('calendar_id').references(() => calendars.id),
    frequency: text('frequency', { enum: recurrences }),
    weekdays: smallint('weekdays').array().notNull().default(sql`'{}'`),
    nth: smallint('nth').notNull().default(-1),
    dueTime: text('due_time'),
    warnMinutes: integer('warn_minutes').notNull().default(30),
    graceMinutes: integer('grace_minutes').notNull().default(0),
    escalateMinutes: integer('escalate_minutes'),
    ownerId: id64('owner_id').references(() => users.id),
    deputyId: id64('deputy_id').references(() => users.id),
    channel: text('channel', { enum: alertChannels }).notNull().default('notice'),
    remark: text('remark').notNull().default(''),
    isEnabled: boolean('is_enabled').notNull().default(true),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    index('monitoring_rules_kind').on(t.kind, t.level, t.id),
    unique('monitoring_rules_target')
      .on(
        t.kind,
        t.level,
        t.categoryId,
        t.productId,
        t.quoteItemId,
        t.seriesId,
        t.newsCategoryId,
        t.edition,
        t.articleKind,
        t.importName,
      )
      .nullsNotDistinct(),
    index('monitoring_rules_owner').on(t.ownerId),
    index('monitoring_rules_deputy').on(t.deputyId),
    check('monitoring_rules_calendar', sql`${t.calendarId} is not null or ${t.kind} in ('price', 'report')`),
  ],
)

/**
 * One due row of one day. `subject_id`: the quote item, the series, or, for articles and imports, the rule. A row that
 * is no longer due is withdrawn, not deleted: alerts and excuses refer to it, and it may come back.
 */
export const dues = pgTable(
  'dues',
  {
    id: identity('id'),
    kind: text('kind', { enum: dueKinds }).notNull(),
    subjectId: id64('subject_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ruleId: id64('rule_id').references(() => monitoringRules.id, { onDelete: 'set null' }),
    /** The version of the calendar's year; null: not announced, the usual week was followed. */
    yearId: id64('year_id').references(() => calendarYears.id, { onDelete: 'set null' }),
    productId: id64('product_id').references(() => products.id),
    wanted: integer('wanted').notNull().default(1),
    warnAt: moment('warn_at').notNull(),
    dueAt: moment('due_at').notNull(),
    lateAt: moment('late_at').notNull(),
    escalateAt: moment('escalate_at'),
    channel: text('channel', { enum: alertChannels }).notNull().default('notice'),
    /** By the rule or the item. */
    ownerId: id64('owner_id').references(() => users.id),
    /** The responsible person: the owner, the deputy of an absent owner, or the person it was handed to. */
    responsibleId: id64('responsible_id').references(() => users.id),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    unique('dues_subject_day').on(t.kind, t.subjectId, t.day),
    index('dues_day').on(t.day, t.dueAt, t.id).where(sql`not ${t.isWithdrawn}`),
    index('dues_rule').on(t.ruleId),
    check('dues_times', sql`${t.warnAt} <= ${t.dueAt} and ${t.dueAt} <= ${t.lateAt}`),
  ],
)

/** 赶不上: one for each due row, with its author. */
export const dueExcuses = pgTable('due_excuses', {
  dueId: id64('due_id')
    .primaryKey()
    .references(() => dues.id),
  reason: text('reason').notNull(),
  byId: id64('by_id').references(() => users.id),
  byName: text('by_name').notNull(),
  at: moment('at').notNull().default(now),
})

/** The last one names the responsible person. */
export const dueHandovers = pgTable(
  'due_handovers',
  {
    id: identity('id'),
    dueId: reference('due_id', () => dues.id),
    toId: reference('to_id', () => users.id),
    reason: text('reason').notNull().default(''),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [index('due_handovers_due').on(t.dueId, t.id)],
)

/** Unique, so that nobody is alerted twice; who takes a row over is. `to_id` is null if there was nobody to alert. */
export const dueAlerts = pgTable(
  'due_alerts',
  {
    dueId: reference('due_id', () => dues.id),
    level: text('level', { enum: alertLevels }).notNull(),
    toId: id64('to_id').references(() => users.id),
    at: moment('at').notNull().default(now),
  },
  (t) => [unique('due_alerts_person').on(t.dueId, t.level, t.toId).nullsNotDistinct()],
)

/** A past day with its result. */
export const sealedDays = pgTable('sealed_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  dues: integer('dues').notNull(),
  at: moment('at').notNull().default(now),
})

export const sealedDues = pgTable(
  'sealed_dues',
  {
    dueId: id64('due_id')
      .primaryKey()
      .references(() => dues.id),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: dueKinds }).notNull(),
    productId: id64('product_id'),
    responsibleId: id64('responsible_id'),
    state: text('state', { enum: dueStates }).notNull(),
    doneAt: moment('done_at'),
    /** Of the submission after the deadline, negative before it; null: not done that day. */
    lateMinutes: integer('late_minutes'),
  },
  (t) => [index('sealed_dues_day').on(t.day, t.productId), index('sealed_dues_person').on(t.responsibleId, t.day)],
)

/** Days on which somebody is away: their deputies are responsible. `absences_once`, of the migration, excludes overlaps. */
export const absences = pgTable(
  'absences',
  {
    id: identity('id'),
    userId: reference('user_id', () => users.id),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    remark: text('remark').notNull().default(''),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [index('absences_user').on(t.userId, t.toDay), check('absences_days', sql`${t.fromDay} <= ${t.toDay}`)],
)

/** What an act on many items changed, so that it can be undone: their own rules before and after it. */
export const ruleBatches = pgTable('rule_batches', {
  id: identity('id'),
  text: text('text').notNull(),
  items: integer('items').notNull(),
  before: jsonb('before').notNull(),
  after: jsonb('after').notNull(),
  byId: id64('by_id').references(() => users.id),
  byName: text('by_name').notNull(),
  at: moment('at').notNull().default(now),
  undoneAt: moment('undone_at'),
})
