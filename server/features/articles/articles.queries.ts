// Queries for lists and pages of articles.

import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import type { ArticleQuery, ArticleRow } from '#contract/articles/articles.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { productsInScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, list, startOfDay } from '#server/core/lists/paging.ts'
import { statement, type Values } from '#server/core/lists/statements.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import {
  articleFigures,
  articleProducts,
  articleReaders,
  articles,
  articleTexts,
  articleVersions,
} from '#server/db/schema/articles/articles.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema/organisation.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { articleScope, perArticleScope, type ScopeParts } from './article-scope.ts'
import { wordsToQuery } from './search.rules.ts'

/** Whether the published version, or else the newest, quotes an entry that was republished or taken back since. */
const isOutdated = sql<boolean>`exists (select from ${articleFigures} f
  where f.version_id = coalesce(${articles.publishedId}, ${articles.headId})
    and not exists (select from ${prices} p where p.id = f.price_id and p.publication = f.publication))`

const isTop = sql<boolean>`coalesce(${articles.topUntil} > now(), false)`

const row = {
  id: articles.id,
  version: articles.version,
  kind: articles.kind,
  title: articles.title,
  number: articleVersions.number,
  newsCategoryId: articles.newsCategoryId,
  newsCategoryName: newsCategories.name,
  productNames: sql<string[]>`array(select p.name from ${articleProducts} ap join ${products} p on p.id = ap.product_id
    where ap.article_id = ${articles.id} order by ap.product_id)`,
  channels: articleVersions.channels,
  state: articles.state,
  headId: sql<string>`${articles.headId}::text`,
  reviewingId: articles.reviewingId,
  publishedId: articles.publishedId,
  publishAt: articles.publishAt,
  publishedAt: articles.publishedAt,
  takeDownAt: articles.takeDownAt,
  topUntil: articles.topUntil,
  opinion: articles.opinion,
  submittedAt: articles.submittedAt,
  updatedAt: articles.updatedAt,
  isTop,
  isOutdated,
  hasPair: sql<boolean>`${articles.pairId} is not null or exists (select from articles e where e.pair_id = ${articles.id})`,
  isPairAhead: sql<boolean>`exists (select from articles z where z.id = ${articles.pairId}
      and z.head_id is distinct from ${articles.pairVersionId})
    or exists (select from articles e where e.pair_id = ${articles.id} and e.head_id <> e.pair_own_id)`,
  authorId: articles.authorId,
  authorName: users.realName,
  readers: sql<number>`coalesce((select sum(r.readers) from ${articleReaders} r where r.article_id = ${articles.id}), 0)::int`,
}

const selectRows = (db: Db) =>
  db
    .select(row)
    .from(articles)
    .innerJoin(articleVersions, eq(articleVersions.id, articles.headId))
    .leftJoin(newsCategories, eq(newsCategories.id, articles.newsCategoryId))
    .leftJoin(users, eq(users.id, articles.authorId))

const placeholder = sql.placeholder

/**
 * Up to so many search hits are fetched as ids and sorted; with more, scanning in list order meets enough of them soon.
 */
const FEW = 2_000
/** The same for a product: up to so many rows cost no more than scanning all articles from the newest. */
const FEW_OF_PRODUCT = 20_000
type Asked = ArticleQuery & { few?: string[]; fewOfProduct?: string }

const inEdition = sql`${articles.edition} = ${placeholder('edition')}`

/** For the estimate only: ignores the articles in scope without a product, which are few. */
async function inKnownProducts(db: Db, values: Values): Promise<SQL> {
  const ids = (await productsInScope(db, values)).map(({ id }) => id)
  return sql`${inEdition} and exists (select from ${articleProducts} s
    where s.article_id = ${articles.id} and s.product_id = any(${idArray(ids)}))`
}

const days = {
  from: { where: sql`${articles.updatedAt} >= ${startOfDay('from')}` },
  to: { where: sql`${articles.updatedAt} < ${endOfDay('to')}` },
}
const unrestricted = sql`true`

/** For any filter and order: reads the rows of `articles` in scope. */
const listByAnything = (suffix: string, scope?: ScopeParts) =>
  list<ArticleRow, Asked>({
    name: `articles${suffix}`,
    always: sql`${inEdition} and ${scope?.asSet ?? unrestricted}`,
    ofRow: sql`${inEdition} and ${scope?.condition ?? unrestricted}`,
    ...(scope && { knownScope: inKnownProducts }),
    filters: {
      id: equals(articles.id, 'id'),
      few: { where: sql`${articles.id} = any(${placeholder('few')}::bigint[])` },
      fewOfProduct: {
        where: sql`${articles.id} = any(array(
          select ap.article_id from ${articleProducts} ap where ap.product_id = ${placeholder('fewOfProduct')}))`,
      },
      words: {
        where: sql`exists (select from ${articleTexts} t where t.article_id = ${articles.id}
          and t.grams @@ ${placeholder('words')}::tsquery)`,
        value: wordsToQuery,
      },
      kind: equals(articles.kind, 'kind'),
      state: equals(articles.state, 'state'),
      newsCategoryId: equals(articles.newsCategoryId, 'newsCategoryId'),
      productId: {
        where: sql`exists (select from ${articleProducts} ap
          where ap.article_id = ${articles.id} and ap.product_id = ${placeholder('productId')})`,
      },
      channel: { where: sql`${placeholder('channel')} = any(${articles.everChannels})` },
      authorId: equals(articles.authorId, 'authorId'),
      mine: { where: sql`(${articles.authorId} = ${placeholder('actorId')}) = ${placeholder('mine')}` },
      isOnline: { where: sql`(${articles.publishedId} is not null) = ${placeholder('isOnline')}` },
      isTop: { where: sql`${isTop} = ${placeholder('isTop')}` },
      isOutdated: { where: sql`${isOutdated} = ${placeholder('isOutdated')}` },
      ...days,
    },
    sorts: { updatedAt: articles.updatedAt, publishedAt: articles.publishedAt, submittedAt: articles.submittedAt },
    usual: sql`${articles.updatedAt} desc`,
    tie: articles.id,
    fields: row,
    rows: selectRows,
    // subqueries of a row run for the page only: over all articles PostgreSQL would read their tables whole first
    ids: (db, where) => db.select({ id: articles.id }).from(articles).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(articles).where(where),
  })

/**
 * Entries of the `article_products` index (index-only scan) under the alias `articles`, so that filters and sorts apply
 * to them.
 */
const indexed = (which: SQL) =>
  sql`(select s.article_id as id, s.edition, s.updated_at from ${articleProducts} s where ${which}) as articles`
const indexedId = sql`articles.id`

/** A list in the order of that index. Rows of `articles` are read for the page only. */
const inIndexOrder = {
  always: inEdition,
  filters: days,
  sorts: { updatedAt: articles.updatedAt },
  usual: sql`${articles.updatedAt} desc`,
  tie: articles.id,
  fields: row,
  rows: selectRows,
}
type IndexQuery = Pick<ArticleQuery, 'current' | 'size' | 'ascs' | 'descs' | 'from' | 'to'>

/** All articles of the product `productId`, which the caller has checked to be in scope. */
function listOfProduct(suffix: string, scope?: ScopeParts) {
  const ofProduct = indexed(sql`s.product_id = ${placeholder('productId')}`)
  return list<ArticleRow, IndexQuery>({
    ...inIndexOrder,
    name: `articles_of_product${suffix}`,
    ofRow: sql`${inEdition} and ${scope?.condition ?? unrestricted}`,
    ids: (db, where) => db.select({ id: indexedId }).from(ofProduct).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(ofProduct).where(where),
  })
}

/**
 * All articles in scope: the first rows of each product, merged. `union` removes duplicates of articles with several
 * products.
 */
function listOfScope(suffix: string, { condition, products, withoutProduct }: ScopeParts) {
  const others = (where: SQL) => sql`from ${articles} where ${where} and ${articles.id} = any(array(${withoutProduct}))`
  return list<ArticleRow, IndexQuery>({
    ...inIndexOrder,
    name: `articles_of_scope${suffix}`,
    ofRow: sql`${inEdition} and ${condition}`,
    knownScope: inKnownProducts,
    ids: (db, where, nearest) =>
      db.select({ id: indexedId }).from(sql`(
        select first.* from unnest(${products}) as own(id) cross join lateral (
          select ${articles.id}, ${articles.updatedAt} from ${indexed(sql`s.product_id = own.id`)} where ${where} ${nearest}) as first
        union select ${articles.id}, ${articles.updatedAt} ${others(where)}) as articles`),
    matches: (db, where) =>
      db.select({ n: sql`1` }).from(sql`(
        select ${articles.id} from ${indexed(sql`s.product_id = any(${products})`)} where ${where}
        union select ${articles.id} ${others(where)}) as articles`),
    unscopedMatches: (db, where) => db.select({ n: sql`1` }).from(articles).where(where),
  })
}

/** Whether the product `productId` is in scope. */
function productIsInScope(suffix: string, scope?: ScopeParts): (db: Db, values: Values) => Promise<boolean> {
  if (!scope) return async () => true
  const fields = { isIn: sql<boolean>`${placeholder('productId')}::bigint = any(${scope.products})` }
  const ask = statement(`articles_product_in${suffix}`, fields, (db) => db.select(fields).from(sql`(select) as one`))
  return async (db, values) => (await ask(db, values))[0]?.isIn === true
}

const lists = perArticleScope((suffix, scope) => ({
  byAnything: listByAnything(suffix, scope),
  ofProduct: listOfProduct(suffix, scope),
  ofScope: scope && listOfScope(suffix, scope),
  productIsInScope: productIsInScope(suffix, scope),
}))

async function withFewWords(db: Db, query: Asked): Promise<Asked> {
  const { words, ...rest } = query
  if (!words?.trim()) return query
  const { rows } = await db.execute<{ id: string }>(sql`select t.article_id::text as id from ${articleTexts} t
    where t.grams @@ ${wordsToQuery(words)}::tsquery limit ${FEW + 1}`)
  return rows.length > FEW ? query : { ...rest, few: rows.map(({ id }) => id) }
}

async function withFewOfProduct(db: Db, query: Asked): Promise<Asked> {
  const { productId, ...rest } = query
  if (!productId) return query
  const { rows } = await db.execute<{ isMore: boolean }>(sql`select exists (select from ${articleProducts} ap
    where ap.product_id = ${productId} offset ${FEW_OF_PRODUCT}) as "isMore"`)
  return rows[0]?.isMore ? query : { ...rest, fewOfProduct: productId }
}

const asked = async (db: Db, query: ArticleQuery): Promise<Asked> => withFewWords(db, await withFewOfProduct(db, query))

const indexFields = new Set(['current', 'size', 'ascs', 'descs', 'productId', 'from', 'to'])
const isInIndexOrder = (query: ArticleQuery): boolean =>
  Object.entries(query).every(([name, value]) => indexFields.has(name) || value === undefined || value === '') &&
  [...(query.ascs ?? []), ...(query.descs ?? [])].every((name) => name === 'updatedAt')

/** One edition, within the actor's scope. */
export async function pageOfArticles(db: Db, edition: Edition, query: ArticleQuery, actor: Actor) {
  const { byAnything, ofProduct, ofScope, productIsInScope } = lists(actor)
  const values = { edition, viewerId: actor.id, actorId: actor.id }
  if (isInIndexOrder(query)) {
    const { productId } = query
    if (!productId && ofScope) return ofScope(db, query, values)
    const ofOne = { ...values, productId }
    // for a product out of scope the viewer still sees its articles that also have a product in scope
    if (productId && (await productIsInScope(db, ofOne))) return ofProduct(db, query, ofOne)
  }
  return byAnything(db, await asked(db, query), values)
}

export const eachArticleRow = (edition: Edition) => ({
  each: (db: Db, query: ArticleQuery, { viewer }: { viewer: Viewer }, limit: number) =>
    lists(viewer).byAnything.each(db, query, { edition, viewerId: viewer.id, actorId: viewer.id }, limit),
})

export type ArticleState = {
  id: string
  version: number
  edition: Edition
  state: ArticleRow['state']
  title: string
  kind: ArticleRow['kind']
  newsCategoryId: string | null
  headId: string
  headNumber: number
  reviewingId: string | null
  passedId: string | null
  publishedId: string | null
  reviewStep: number
  publishAt: string | null
  takeDownAt: string | null
  topUntil: string | null
  publishedAt: string | null
  submittedAt: string | null
  updatedAt: string
  opinion: string
  authorId: string | null
  submittedById: string | null
  pairId: string | null
  pairVersionId: string | null
}

const stateColumns = sql`${articles.id}::text as id, ${articles.version} as version, ${articles.edition} as edition,
  ${articles.state} as state, ${articles.title} as title, ${articles.kind} as kind,
  ${articles.newsCategoryId}::text as "newsCategoryId", ${articles.headId}::text as "headId",
  (select v.number from ${articleVersions} v where v.id = ${articles.headId}) as "headNumber",
  ${articles.reviewingId}::text as "reviewingId", ${articles.passedId}::text as "passedId",
  ${articles.publishedId}::text as "publishedId", ${articles.reviewStep} as "reviewStep",
  ${articles.publishAt}::text as "publishAt", ${articles.takeDownAt}::text as "takeDownAt",
  ${articles.topUntil}::text as "topUntil", ${articles.publishedAt}::text as "publishedAt",
  ${articles.submittedAt}::text as "submittedAt", ${articles.updatedAt}::text as "updatedAt",
  ${articles.opinion} as opinion, ${articles.authorId}::text as "authorId",
  ${articles.submittedById}::text as "submittedById", ${articles.pairId}::text as "pairId",
  ${articles.pairVersionId}::text as "pairVersionId"`

const momentOrNull = (at: string | null) => (at === null ? null : isoMoment(at))

const asState = (found: ArticleState): ArticleState => ({
  ...found,
  publishAt: momentOrNull(found.publishAt),
  takeDownAt: momentOrNull(found.takeDownAt),
  topUntil: momentOrNull(found.topUntil),
  publishedAt: momentOrNull(found.publishedAt),
  submittedAt: momentOrNull(found.submittedAt),
  updatedAt: isoMoment(found.updatedAt),
})

async function statesWhere(db: Executor, where: SQL, lock: SQL): Promise<ArticleState[]> {
  const { rows } = await db.execute<ArticleState>(
    sql`select ${stateColumns} from ${articles} where ${where} order by ${articles.id} ${lock}`,
  )
  return rows.map(asState)
}

export const findArticles = (db: Executor, edition: Edition, ids: readonly string[], actor: Actor) =>
  statesWhere(
    db,
    sql`${articles.id} = any(${idArray(ids)}) and ${articles.edition} = ${edition} and ${articleScope(actor)}`,
    sql``,
  )

/** Locks rows in id order; skips rows out of scope. */
export const lockArticles = (tx: Executor, edition: Edition, ids: readonly string[], actor: Actor) =>
  statesWhere(
    tx,
    sql`${articles.id} = any(${idArray(ids)}) and ${articles.edition} = ${edition} and ${articleScope(actor)}`,
    sql`for no key update of ${articles}`,
  )

export type Pair = {
  id: string
  headId: string
  /** The version of the pair that `article` matches. */
  upToId: string | null
  isAhead: boolean
}

/** The article of the other edition, from either side. */
export async function pairOf(db: Executor, article: ArticleState): Promise<Pair | undefined> {
  const isChinese = article.pairId === null
  const other = isChinese ? eq(articles.pairId, article.id) : eq(articles.id, article.pairId ?? '0')
  const upTo = isChinese ? articles.pairOwnId : sql`${article.pairVersionId}::bigint`
  const [found] = await db
    .select({
      id: articles.id,
      headId: sql<string>`${articles.headId}::text`,
      upToId: sql<string | null>`${upTo}::text`,
      // an English text without a passed review is a translation in progress, not a change of the original
      isAhead: isChinese
        ? sql<boolean>`coalesce(${articles.headId} <> ${upTo}, false)`
        : sql<boolean>`${articles.headId} is distinct from ${upTo}`,
    })
    .from(articles)
    .where(other)
    .orderBy(desc(articles.id))
    .limit(1)
  return found
}
