// Articles: the row that lists show and acts change, the append-only versions with the texts, their reviews, and the
// history of what readers saw.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  customType,
  date,
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
import {
  articleKinds,
  articleStates,
  editions,
  figureFields,
  reviewOutcomes,
  versionOrigins,
} from '#contract/articles/article-labels.ts'
import type { FieldBinding } from '#contract/articles/bound-fields.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { newsCategories, products } from '../catalogue.ts'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { priceRevisions } from '../prices/prices.ts'
import { articleTemplateVersions } from './templates.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const now = sql`now()`
const texts = (name: string) => text(name).array().notNull().default(sql`'{}'`)
const ids = (name: string) => id64(name).array().notNull().default(sql`'{}'`)

/**
 * Titles and kinds are copies from the newest version, for lists. `reviewing` waits for review, `passed` was approved
 * last, `published` is what readers see; each points to a version, so that exactly what was approved goes out.
 */
export const articles = pgTable(
  'articles',
  {
    id: identity('id'),
    version: version(),
    edition: text('edition', { enum: editions }).notNull(),
    kind: text('kind', { enum: articleKinds }).notNull(),
    title: text('title').notNull(),
    newsCategoryId: id64('news_category_id').references(() => newsCategories.id),
    state: text('state', { enum: articleStates }).notNull().default('draft'),
    /** Of an English article: its Chinese one, and the version of it that the English text matches. */
    pairId: id64('pair_id').references((): AnyPgColumn => articles.id, { onDelete: 'set null' }),
    pairVersionId: id64('pair_version_id').references((): AnyPgColumn => articleVersions.id),
    /** Its own version that the Chinese text matches; null until a translation has passed its review. */
    pairOwnId: id64('pair_own_id').references((): AnyPgColumn => articleVersions.id),
    headId: id64('head_id').references((): AnyPgColumn => articleVersions.id),
    reviewingId: id64('reviewing_id').references((): AnyPgColumn => articleVersions.id),
    passedId: id64('passed_id').references((): AnyPgColumn => articleVersions.id),
    publishedId: id64('published_id').references((): AnyPgColumn => articleVersions.id),
    /** Number of review steps passed so far. */
    reviewStep: smallint('review_step').notNull().default(0),
    /** When a scheduled article is published, to the minute. */
    publishAt: moment('publish_at'),
    takeDownAt: moment('take_down_at'),
    publishedAt: moment('published_at'),
    /** Number of the last change visible to readers; the cursor of open calls. */
    publication: id64('publication'),
    /** Every channel where it was ever published: their sites must learn that it was taken down. */
    everChannels: texts('ever_channels'),
    topUntil: moment('top_until'),
    topSort: integer('top_sort').notNull().default(0),
    opinion: text('opinion').notNull().default(''),
    authorId: id64('author_id').references(() => users.id),
    submittedById: id64('submitted_by_id').references(() => users.id),
    submittedAt: moment('submitted_at'),
    reviewerId: id64('reviewer_id').references(() => users.id),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [
    index('articles_edition').on(t.edition, t.updatedAt, t.id),
    index('articles_state').on(t.edition, t.state, t.updatedAt, t.id),
    index('articles_category').on(t.newsCategoryId, t.updatedAt, t.id),
    index('articles_author').on(t.authorId, t.updatedAt, t.id),
    index('articles_reviewing').on(t.submittedAt, t.id).where(sql`${t.reviewingId} is not null`),
    index('articles_due').on(t.publishAt).where(sql`${t.state} = 'scheduled'`),
    index('articles_leaving').on(t.takeDownAt).where(sql`${t.publishedId} is not null`),
    index('articles_tops').on(t.edition, t.topSort, t.id).where(sql`${t.topUntil} is not null`),
    index('articles_published').on(t.edition, t.publishedAt, t.id).where(sql`${t.publishedId} is not null`),
    uniqueIndex('articles_publication').on(t.publication).where(sql`${t.publication} is not null`),
    uniqueIndex('articles_pair').on(t.pairId).where(sql`${t.pairId} is not null`),
    check('articles_pair_edition', sql`${t.pairId} is null or ${t.edition} = 'en'`),
    check('articles_waiting', sql`(${t.reviewingId} is not null) = (${t.state} = 'pending')`),
    check(
      'articles_scheduled',
      sql`${t.state} <> 'scheduled' or (${t.publishAt} is not null and ${t.passedId} is not null)`,
    ),
  ],
)

/**
 * The article's products, which define its scope. An article without products is seen by those who write in its
 * category. `edition` and `updatedAt` are copies from the article, written only by triggers, so that lists by product
 * are read from the index.
 */
export const articleProducts = pgTable(
  'article_products',
  {
    articleId: reference('article_id', () => articles.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
    edition: text('edition', { enum: editions }).notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.productId] }),
    index('article_products_order').on(t.productId, t.edition, t.updatedAt, t.articleId),
  ],
)

/** One per save. Append-only for the application's role; outlives a deleted draft. */
export const articleVersions = pgTable(
  'article_versions',
  {
    id: identity('id'),
    articleId: id64('article_id').notNull(),
    /** 1, 2, 3, … per article. */
    number: integer('number').notNull(),
    origin: text('origin', { enum: versionOrigins }).notNull().default('save'),
    kind: text('kind', { enum: articleKinds }).notNull(),
    newsCategoryId: id64('news_category_id').references(() => newsCategories.id),
    productIds: ids('product_ids'),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    summary: text('summary').notNull().default(''),
    keywords: texts('keywords'),
    tags: texts('tags'),
    source: text('source').notNull().default(''),
    author: text('author').notNull().default(''),
    /** Files without foreign keys: those of a deleted draft are cleaned up. */
    coverId: id64('cover_id'),
    attachmentIds: ids('attachment_ids'),
    channels: texts('channels'),
    publishAt: moment('publish_at'),
    takeDownAt: moment('take_down_at'),
    topUntil: moment('top_until'),
    /** Figures in title, subtitle and summary, found there by their words (contract/articles/bound-fields.ts). */
    bindings: jsonb('bindings').$type<FieldBinding[]>().notNull().default([]),
    /** Tiptap's JSON, and what was derived from it: sanitised HTML and plain text. */
    body: jsonb('body').$type<BodyNode>().notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** The version of the template that it was made from. */
    templateVersionId: id64('template_version_id').references(() => articleTemplateVersions.id),
    /** Answers of an AI assistant that were taken over into the text. Without foreign keys: these may be cleared. */
    aiAnswerIds: ids('ai_answer_ids'),
    note: text('note').notNull().default(''),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [
    unique('article_versions_number').on(t.articleId, t.number),
    index('article_versions_title').using('gin', sql`text_key(${t.title}) gin_trgm_ops`),
  ],
)

/** Search text of the newest version; in a table of its own, so that acts on the article do not touch the index. */
export const articleTexts = pgTable(
  'article_texts',
  {
    articleId: id64('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    grams: tsvector('grams').generatedAlwaysAs(sql`text_grams(text)`),
  },
  (t) => [index('article_texts_grams').using('gin', t.grams)],
)

/** Unsaved input of a user; without an article id, of a new article. */
export const articleAutosaves = pgTable(
  'article_autosaves',
  {
    id: identity('id'),
    userId: reference('user_id', () => users.id),
    edition: text('edition', { enum: editions }).notNull(),
    articleId: id64('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** Made by the browser: two open editors are two drafts, of a new article or of the same one. */
    draft: text('draft').notNull(),
    /** The version that was being edited. */
    baseId: id64('base_id').references(() => articleVersions.id),
    form: jsonb('form').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [
    unique('article_autosaves_draft').on(t.userId, t.edition, t.draft),
    // deleting an article deletes them
    index('article_autosaves_article').on(t.articleId),
  ],
)

/** A submission and its outcome, which is null while it waits. */
export const articleReviews = pgTable(
  'article_reviews',
  {
    id: identity('id'),
    articleId: reference('article_id', () => articles.id, { onDelete: 'cascade' }),
    versionId: reference('version_id', () => articleVersions.id),
    /** 1, or 2 if the standard requires two steps. */
    step: smallint('step').notNull().default(1),
    submittedById: id64('submitted_by_id').references(() => users.id),
    submittedByName: text('submitted_by_name').notNull(),
    submittedAt: moment('submitted_at').notNull().default(now),
    outcome: text('outcome', { enum: reviewOutcomes }),
    opinion: text('opinion').notNull().default(''),
    reviewerId: id64('reviewer_id').references(() => users.id),
    reviewerName: text('reviewer_name').notNull().default(''),
    reviewedAt: moment('reviewed_at'),
  },
  (t) => [
    index('article_reviews_article').on(t.articleId, t.id),
    index('article_reviews_reviewed').on(t.reviewedAt).where(sql`${t.outcome} is not null`),
    uniqueIndex('article_reviews_waiting').on(t.articleId).where(sql`${t.outcome} is null`),
  ],
)

/** Remarks at a passage of a version. */
export const articleComments = pgTable(
  'article_comments',
  {
    id: identity('id'),
    articleId: reference('article_id', () => articles.id, { onDelete: 'cascade' }),
    versionId: reference('version_id', () => articleVersions.id),
    /** The comment that this replies to. */
    parentId: id64('parent_id').references((): AnyPgColumn => articleComments.id, { onDelete: 'cascade' }),
    /** Block of the body, from 0, and the quoted words in it. */
    block: integer('block').notNull().default(0),
    quote: text('quote').notNull().default(''),
    content: text('content').notNull(),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
    resolvedByName: text('resolved_by_name'),
    resolvedAt: moment('resolved_at'),
  },
  (t) => [index('article_comments_article').on(t.articleId, t.id)],
)

/**
 * The price entries that a version quotes, as published then: once an entry has another publication, the text is
 * outdated.
 */
export const articleFigures = pgTable(
  'article_figures',
  {
    versionId: reference('version_id', () => articleVersions.id),
    /** Place in the body, such as `table-1`. */
    place: text('place').notNull(),
    articleId: id64('article_id').notNull(),
    priceId: id64('price_id').notNull(),
    quoteItemId: id64('quote_item_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    field: text('field', { enum: figureFields }).notNull(),
    value: text('value').notNull(),
    revisionId: reference('revision_id', () => priceRevisions.id),
    publication: id64('publication').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.place, t.priceId, t.field] }),
    index('article_figures_price').on(t.priceId, t.articleId),
  ],
)

/** History of what readers saw: a version, or its removal. Append-only; numbers are assigned under a lock. */
export const articlePublications = pgTable(
  'article_publications',
  {
    number: id64('number').primaryKey(),
    articleId: id64('article_id').notNull(),
    /** Null: taken down. */
    versionId: id64('version_id').references(() => articleVersions.id),
    reason: text('reason').notNull().default(''),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [index('article_publications_article').on(t.articleId, t.number)],
)

/** Reader counts by channel and day, as reported by the sites. */
export const articleReaders = pgTable(
  'article_readers',
  {
    articleId: reference('article_id', () => articles.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    readers: integer('readers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.channel, t.day] })],
)

/** Who has an article open; a row without a recent ping counts as absent. */
export const articlePresence = pgTable(
  'article_presence',
  {
    articleId: reference('article_id', () => articles.id, { onDelete: 'cascade' }),
    /** One browser tab of a user. */
    tab: text('tab').notNull(),
    userId: reference('user_id', () => users.id),
    mode: text('mode', { enum: ['edit', 'review'] }).notNull(),
    since: moment('since').notNull().default(now),
    seenAt: moment('seen_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.tab] })],
)
