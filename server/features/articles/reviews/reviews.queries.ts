// The queue of articles waiting for review, and the comments and past reviews of one.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { wordsInBody } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { ArticleComment, ArticleReview, ArticleReviewQuery, ArticleReviewRow } from '#contract/articles/reviews.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import {
  articleComments,
  articleFigures,
  articlePresence,
  articleProducts,
  articleReviews,
  articles,
  articleVersions,
} from '#server/db/schema/articles/articles.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { users } from '#server/db/schema/organisation.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { perArticleScope } from '../article-scope.ts'
import { PRESENT_S } from '../presence.queries.ts'
import { narrowestStandard } from '../standards.queries.ts'
import { hadHandIn, mayReview } from './reviewers.queries.ts'

const placeholder = sql.placeholder

const isOwn = hadHandIn(placeholder('actorId'))

const row = {
  id: articles.id,
  versionId: sql<string>`${articles.reviewingId}::text`,
  number: articleVersions.number,
  edition: articles.edition,
  kind: articles.kind,
  title: articles.title,
  newsCategoryName: newsCategories.name,
  productNames: sql<string[]>`array(select p.name from ${articleProducts} ap join ${products} p on p.id = ap.product_id
    where ap.article_id = ${articles.id} order by ap.product_id)`,
  // counted as the editor does
  words: sql<number>`${articleVersions.body}`.mapWith((body: BodyNode) => wordsInBody(body)),
  isRevision: sql<boolean>`${articles.publishedId} is not null`,
  step: sql<number>`${articles.reviewStep} + 1`,
  steps: sql<number>`coalesce((select n.review_steps
    from ${narrowestStandard(articles.edition, articles.newsCategoryId, articles.kind)} n), 1)`,
  publishAt: articleVersions.publishAt,
  submittedById: articles.submittedById,
  submittedByName: sql<string>`coalesce(${users.realName}, '')`,
  submittedAt: sql<string>`${articles.submittedAt}`.mapWith(articles.submittedAt),
  isOwn,
  isOutdated: sql<boolean>`exists (select from ${articleFigures} f where f.version_id = ${articles.reviewingId}
    and not exists (select from ${prices} p where p.id = f.price_id and p.publication = f.publication))`,
  comments: sql<number>`(select count(*)::int from ${articleComments} c where c.article_id = ${articles.id}
    and c.parent_id is null and c.resolved_at is null)`,
  readers: sql<string[]>`array(select distinct u.real_name from ${articlePresence} r join ${users} u on u.id = r.user_id
    where r.article_id = ${articles.id} and r.mode = 'review' and r.seen_at > now() - make_interval(secs => ${sql.raw(String(PRESENT_S))}))`,
}

const queues = perArticleScope((suffix, scope) =>
  list<ArticleReviewRow, ArticleReviewQuery>({
    name: `article_reviews${suffix}`,
    always: sql`${articles.reviewingId} is not null and ${scope?.condition ?? sql`true`} and ${mayReview(placeholder('actorId'))}`,
    filters: {
      edition: equals(articles.edition, 'edition'),
      kind: equals(articles.kind, 'kind'),
      newsCategoryId: equals(articles.newsCategoryId, 'newsCategoryId'),
      productId: {
        where: sql`exists (select from ${articleProducts} ap
          where ap.article_id = ${articles.id} and ap.product_id = ${placeholder('productId')})`,
      },
      submittedById: equals(articles.submittedById, 'submittedById'),
      isOwn: { where: sql`${isOwn} = ${placeholder('isOwn')}` },
    },
    sorts: { submittedAt: articles.submittedAt },
    usual: sql`${articles.submittedAt}`,
    tie: articles.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(articles)
        .innerJoin(articleVersions, eq(articleVersions.id, articles.reviewingId))
        .leftJoin(newsCategories, eq(newsCategories.id, articles.newsCategoryId))
        .leftJoin(users, eq(users.id, articles.submittedById)),
    matches: (db, where) => db.select({ n: sql`1` }).from(articles).where(where),
  }),
)

/** What the actor may pass, and, unless others are named, what they wrote or submitted; the longest waiting first. */
export const pageOfArticleReviews = (db: Db, query: ArticleReviewQuery, actor: Actor) =>
  queues(actor)(db, query, { viewerId: actor.id, actorId: actor.id })

export async function commentsOf(db: Executor, articleId: string): Promise<ArticleComment[]> {
  return db
    .select({
      id: articleComments.id,
      versionId: articleComments.versionId,
      number: articleVersions.number,
      parentId: articleComments.parentId,
      block: articleComments.block,
      quote: articleComments.quote,
      content: articleComments.content,
      byId: articleComments.byId,
      byName: articleComments.byName,
      at: articleComments.at,
      resolvedByName: articleComments.resolvedByName,
      resolvedAt: articleComments.resolvedAt,
    })
    .from(articleComments)
    .innerJoin(articleVersions, eq(articleVersions.id, articleComments.versionId))
    .where(eq(articleComments.articleId, articleId))
    .orderBy(articleComments.id)
}

export async function reviewsOf(db: Executor, articleId: string): Promise<ArticleReview['reviews']> {
  const { rows } = await db.execute<ArticleReview['reviews'][number]>(sql`
    select r.id::text as id, v.number, r.step, r.submitted_by_name as "submittedByName", r.submitted_at::text as "submittedAt",
        r.outcome, r.opinion, r.reviewer_name as "reviewerName", r.reviewed_at::text as "reviewedAt"
      from ${articleReviews} r join ${articleVersions} v on v.id = r.version_id
      where r.article_id = ${articleId}::bigint order by r.id desc limit 100`)
  return rows.map((found) => ({
    ...found,
    submittedAt: isoMoment(found.submittedAt),
    reviewedAt: found.reviewedAt === null ? null : isoMoment(found.reviewedAt),
  }))
}

export const isComment = (articleId: string, id: string) =>
  and(eq(articleComments.articleId, articleId), eq(articleComments.id, id))
export const isTopComment = (articleId: string, id: string) =>
  and(isComment(articleId, id), isNull(articleComments.parentId))
