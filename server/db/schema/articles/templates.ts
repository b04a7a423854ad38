// Templates of articles, and the publishing standards that articles must meet.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { articleKinds, editions } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { newsCategories, products } from '../catalogue.ts'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { users } from '../organisation.ts'

const now = sql`now()`
const ids = (name: string) => id64(name).array().notNull().default(sql`'{}'`)
const texts = (name: string) => text(name).array().notNull().default(sql`'{}'`)

export const articleTemplates = pgTable(
  'article_templates',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    edition: text('edition', { enum: editions }).notNull(),
    kind: text('kind', { enum: articleKinds }).notNull(),
    newsCategoryId: id64('news_category_id').references(() => newsCategories.id),
    headId: id64('head_id').references((): AnyPgColumn => articleTemplateVersions.id),
    status: text('status', { enum: ['update', 'stopUpdate'] })
      .notNull()
      .default('update'),
    stopReason: text('stop_reason').notNull().default(''),
    remark: text('remark').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    createdById: id64('created_by_id').references(() => users.id),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [uniqueIndex('article_templates_name').on(t.edition, sql`lower(${t.name})`)],
)

/** The products of a template; none: all products. */
export const articleTemplateProducts = pgTable(
  'article_template_products',
  {
    templateId: reference('template_id', () => articleTemplates.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
  },
  (t) => [
    primaryKey({ columns: [t.templateId, t.productId] }),
    index('article_template_products_product').on(t.productId),
  ],
)

/** Append-only: an article references the version that it was made from. */
export const articleTemplateVersions = pgTable(
  'article_template_versions',
  {
    id: identity('id'),
    templateId: id64('template_id').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    keywords: texts('keywords'),
    channels: texts('channels'),
    source: text('source').notNull().default(''),
    body: jsonb('body').$type<BodyNode>().notNull(),
    note: text('note').notNull().default(''),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [unique('article_template_versions_number').on(t.templateId, t.number)],
)

export const articleTemplateFavourites = pgTable(
  'article_template_favourites',
  {
    userId: reference('user_id', () => users.id),
    templateId: reference('template_id', () => articleTemplates.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.templateId] })],
)

/** What an article of a category and kind must meet; null matches any. The most specific match applies. */
export const publishingStandards = pgTable(
  'publishing_standards',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    edition: text('edition', { enum: editions }),
    newsCategoryId: id64('news_category_id').references(() => newsCategories.id),
    kind: text('kind', { enum: articleKinds }),
    /** Words of the body; null: no limit. */
    leastWords: integer('least_words'),
    mostWords: integer('most_words'),
    leastPictures: integer('least_pictures').notNull().default(0),
    leastSummary: integer('least_summary').notNull().default(0),
    mostSummary: integer('most_summary'),
    requiredFields: texts('required_fields'),
    /** Allowed sources; empty: any. */
    sources: texts('sources'),
    forbiddenWords: texts('forbidden_words'),
    /** Required articles per day, and the time by which the last one is due, `HH:MM`. */
    timesADay: integer('times_a_day').notNull().default(0),
    deadline: text('deadline').notNull().default(''),
    reviewSteps: smallint('review_steps').notNull().default(1),
    /** The reviewers of a step; empty: anyone with the right. */
    firstReviewerIds: ids('first_reviewer_ids'),
    secondReviewerIds: ids('second_reviewer_ids'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    unique('publishing_standards_place').on(t.edition, t.newsCategoryId, t.kind).nullsNotDistinct(),
    check('publishing_standards_steps', sql`${t.reviewSteps} in (1, 2)`),
  ],
)
