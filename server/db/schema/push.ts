// Pushes by mail and customised reports. The outcome for each recipient is in `messages` of the outbox.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
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
import { anyPushKinds, pushRenderings, pushStates, pushTimings } from '#contract/push/push-labels.ts'
import type { PushAudience, PushCounts, PushedSms } from '#contract/push/pushes.ts'
import { issueStates, orderRhythms } from '#contract/push/report-labels.ts'
import { smsPurposes } from '#contract/push/sms-purposes.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { articleVersions } from './articles/articles.ts'
import { products } from './catalogue.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { messageBodies } from './core/outbox.ts'
import { enterprises } from './members/members.ts'
import { users } from './organisation.ts'
import { priceRevisions, quoteItems } from './prices/prices.ts'

/** A class of short messages: text, template of the provider, sub-product of the recipients. */
export const smsClasses = pgTable(
  'sms_classes',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    /** Pushes choose among those for pushes; each occasion of meetings takes the first that is enabled. */
    purpose: text('purpose', { enum: smsPurposes }).notNull().default('push'),
    subProductKey: text('sub_product').$type<SubProductKey>().notNull(),
    /** Recipients hold a live grant for it; null: for anything of the sub-product. */
    productId: id64('product_id').references(() => products.id),
    sign: text('sign').notNull(),
    template: text('template').notNull(),
    text: text('text').notNull(),
    quoteItemIds: id64('quote_item_ids').array().notNull().default(sql`'{}'`),
    correctionText: text('correction_text').notNull().default(''),
    correctionTemplate: text('correction_template').notNull().default(''),
    isAdvert: boolean('is_advert').notNull().default(false),
    /** `HH:MM`, Shanghai: when its pushes usually go out. */
    sendTime: text('send_time').notNull().default(''),
    /** Yuan. */
    partPrice: numeric('part_price').notNull(),
    sort: integer('sort').notNull().default(0),
    isEnabled: boolean('is_enabled').notNull().default(true),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('sms_classes_name').on(sql`lower(${t.name})`)],
)

/** One push; a push for each workday is a plan, whose daily pushes are rows with `plan_id`. */
export const pushes = pgTable(
  'pushes',
  {
    id: identity('id'),
    version: version(),
    kind: text('kind', { enum: anyPushKinds }).notNull(),
    planId: id64('plan_id').references((): AnyPgColumn => pushes.id),
    /** The push whose prices this one corrects, only for its recipients. */
    correctionOf: id64('correction_of').references((): AnyPgColumn => pushes.id),
    title: text('title').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** Advertising is marked in front of its subject. */
    isAdvert: boolean('is_advert').notNull().default(false),
    /** Opening and clicks are recorded, where the console may do so at all. */
    isTracked: boolean('is_tracked').notNull().default(false),
    /** Recipients hold a live grant for each of these, and for the products of the quote items. */
    productIds: id64('product_ids').array().notNull().default(sql`'{}'`),
    quoteItemIds: id64('quote_item_ids').array().notNull().default(sql`'{}'`),
    /** Days that charts show; 0: none. */
    chartDays: smallint('chart_days').notNull().default(0),
    rendering: text('rendering', { enum: pushRenderings }).notNull().default('sending'),
    /** The publication of prices it shows, where `rendering` is `fixed`. */
    publication: id64('publication'),
    attachmentIds: id64('attachment_ids').array().notNull().default(sql`'{}'`),
    /** Published articles, in this order; recipients hold grants for their products too. */
    articleIds: id64('article_ids').array().notNull().default(sql`'{}'`),
    audience: jsonb('audience').$type<PushAudience>().notNull(),
    timing: text('timing', { enum: pushTimings }).notNull().default('now'),
    sendAt: moment('send_at'),
    /** `HH:MM`, Shanghai. */
    sendTime: text('send_time').notNull().default(''),
    state: text('state', { enum: pushStates }).notNull().default('draft'),
    /** The next time it is due. */
    nextAt: moment('next_at'),
    /** The reviewer's words where it was overruled, or why it was stopped without a person. */
    note: text('note').notNull().default(''),
    bodyId: id64('body_id').references(() => messageBodies.id),
    /**
     * Of short messages: their class, and its text when the push was written. `subject` is the provider's template.
     */
    smsClassId: id64('sms_class_id').references(() => smsClasses.id),
    sms: jsonb('sms').$type<PushedSms>(),
    /** What the messages are counted as; kept up while it is being sent. */
    counts: jsonb('counts').$type<PushCounts>(),
    authorId: reference('author_id', () => users.id),
    /** Who sends it: in their scope, as their sender. */
    pusherId: id64('pusher_id').references(() => users.id),
    reviewerId: id64('reviewer_id').references(() => users.id),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('pushes_kind').on(t.kind, t.id),
    index('pushes_due').on(t.nextAt).where(sql`${t.state} = 'scheduled'`),
    index('pushes_sending').on(t.id).where(sql`${t.state} = 'sending'`),
    // a plan makes one push a day, whichever process comes first
    uniqueIndex('pushes_plan_day').on(t.planId, t.nextAt).where(sql`${t.planId} is not null`),
    index('pushes_sms_class').on(t.smsClassId).where(sql`${t.smsClassId} is not null`),
    index('pushes_correction').on(t.correctionOf).where(sql`${t.correctionOf} is not null`),
  ],
)

/** Which published prices a push carried, each as its revision: a correction finds the pushes by it. */
export const pushPrices = pgTable(
  'push_prices',
  {
    pushId: reference('push_id', () => pushes.id, { onDelete: 'cascade' }),
    quoteItemId: reference('quote_item_id', () => quoteItems.id),
    day: date('day', { mode: 'string' }).notNull(),
    revisionId: reference('revision_id', () => priceRevisions.id),
  },
  (t) => [
    primaryKey({ columns: [t.pushId, t.quoteItemId, t.day] }),
    index('push_prices_price').on(t.quoteItemId, t.day),
  ],
)

/** Which version of an article a push carried: what was published since tells whether it was corrected or taken down. */
export const pushArticles = pgTable(
  'push_articles',
  {
    pushId: reference('push_id', () => pushes.id, { onDelete: 'cascade' }),
    articleId: id64('article_id').notNull(),
    versionId: reference('version_id', () => articleVersions.id),
  },
  (t) => [primaryKey({ columns: [t.pushId, t.articleId] }), index('push_articles_article').on(t.articleId)],
)

/** Accounts under a name, to choose them again. */
export const pushLists = pgTable(
  'push_lists',
  {
    id: identity('id'),
    version: version(),
    /** Of one sub-product: see `listKindOf`. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    accountIds: id64('account_ids').array().notNull(),
    authorId: reference('author_id', () => users.id),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('push_lists_name').on(t.kind, sql`lower(${t.name})`)],
)

/** What a customer ordered: which report, how often, for how much. */
export const reportOrders = pgTable(
  'report_orders',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => enterprises.id),
    title: text('title').notNull(),
    contents: text('contents').notNull().default(''),
    rhythm: text('rhythm', { enum: orderRhythms }).notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    contactName: text('contact_name').notNull(),
    contactEmail: text('contact_email').notNull(),
    /** Yuan, for the whole order. */
    price: numeric('price').notNull(),
    remark: text('remark').notNull().default(''),
    isEnabled: boolean('is_enabled').notNull().default(true),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [index('report_orders_enterprise').on(t.enterpriseId), index('report_orders_days').on(t.startsOn, t.endsOn)],
)

/** One report of an order, with its file. */
export const reportIssues = pgTable(
  'report_issues',
  {
    id: identity('id'),
    version: version(),
    orderId: reference('order_id', () => reportOrders.id),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    fileId: id64('file_id').notNull(),
    state: text('state', { enum: issueStates }).notNull().default('draft'),
    opinion: text('opinion').notNull().default(''),
    authorId: reference('author_id', () => users.id),
    reviewerId: id64('reviewer_id').references(() => users.id),
    bodyId: id64('body_id').references(() => messageBodies.id),
    sentAt: moment('sent_at'),
    receivedOn: date('received_on', { mode: 'string' }),
    receivedBy: text('received_by').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('report_issues_due').on(t.orderId, t.dueOn)],
)
