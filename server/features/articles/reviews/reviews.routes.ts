// Routes for the review of articles.
import { sql } from 'drizzle-orm'
import { can, isAllowed } from '#contract/access.ts'
import { editions } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import {
  type ArticleReview,
  addArticleComment,
  getArticleReview,
  listArticleComments,
  listArticleReviews,
  overruleArticles as overruleCall,
  passArticles as passCall,
  resolveArticleComment,
} from '#contract/articles/reviews.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Core, personNameOf, transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { articleComments } from '#server/db/schema/articles/articles.ts'
import { named } from '../articles.acts.ts'
import { type ArticleState, findArticles } from '../articles.queries.ts'
import { endReviewNotices, notifyAuthors, notifyReviewers } from '../notices.ts'
import { authorsSince, findVersions, showVersion } from '../versions.queries.ts'
import { overruleArticles, passArticles } from './reviews.acts.ts'
import { commentsOf, isComment, isTopComment, pageOfArticleReviews, reviewsOf } from './reviews.queries.ts'

/** From either edition, if the actor may read it: on the review page, or from the edition's own list. */
async function found(db: Executor, id: string, actor: Actor): Promise<ArticleState> {
  for (const edition of editions) {
    const [article] = await findArticles(db, edition, [id], actor)
    const { menu } = articleCalls[edition]
    const isReader = ['details', 'examine', 'edit'] as const
    const may = [...isReader.map((alias) => can(menu, alias)), ...isReader.map((alias) => can('newsReview', alias))]
    if (article && may.some((right) => isAllowed(right, actor))) return article
  }
  throw refuse('notFound')
}

async function shown(db: Executor, core: Core, actor: Actor, article: ArticleState): Promise<ArticleReview> {
  const { id, edition, reviewingId, publishedId, headId } = article
  const read = reviewingId ?? headId
  const versions = await findVersions(db, id, [read, ...(publishedId === null ? [] : [publishedId])])
  const version = versions.find((each) => each.id === read)
  if (!version) throw new Error('an article without its version')
  const published = versions.find((each) => each.id === publishedId)
  return {
    id,
    edition,
    isOwn: (await authorsSince(db, article)).has(actor.id),
    isWaiting: reviewingId !== null,
    version: showVersion(core, version, actor),
    published: published ? showVersion(core, published, actor) : null,
    comments: await commentsOf(db, id),
    reviews: await reviewsOf(db, id),
  }
}

const changing = <T>(core: Core, act: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(core, async (tx, announce) => {
    announce({ type: 'articles' })
    const done = await act(tx)
    await endReviewNotices(tx, announce)
    return done
  })

export const routes = [
  serve(listArticleReviews, ({ body, actor, db }) => pageOfArticleReviews(db, body, actor)),
  serve(getArticleReview, async ({ body, actor, core, db }) => shown(db, core, actor, await found(db, body.id, actor))),

  serve(passCall, async ({ body: { rows, opinion = '' }, core, actor, by }) =>
    outcomes(
      await changing(core, async (tx) => {
        const done = await passArticles(tx, { actor, by }, rows, opinion.trim(), (article) =>
          shown(tx, core, actor, article),
        )
        const over = done.reviewed.filter((article) => !done.waiting.includes(article))
        await notifyAuthors(tx, { actor, by }, over, { verb: '审核通过', text: '已通过审核。' })
        await notifyReviewers(tx, core, { actor, by }, done.waiting, 2)
        return done.rows
      }),
    ),
  ),
  serve(overruleCall, async ({ body: { rows, opinion }, core, actor, by }) =>
    outcomes(
      await changing(core, async (tx) => {
        const done = await overruleArticles(tx, { actor, by }, rows, opinion.trim())
        await notifyAuthors(tx, { actor, by }, done.reviewed, { verb: '被驳回', text: `被驳回：${opinion.trim()}` })
        return done.rows
      }),
    ),
  ),

  serve(listArticleComments, async ({ body, actor, db }) => commentsOf(db, (await found(db, body.id, actor)).id)),
  serve(addArticleComment, ({ body, core, actor, by }) =>
    changing(core, async (tx) => {
      const article = await found(tx, body.id, actor)
      orNotFound((await findVersions(tx, article.id, [body.versionId]))[0])
      if (body.parentId !== null && (await tx.$count(articleComments, isTopComment(article.id, body.parentId))) === 0) {
        throw refuse('notFound')
      }
      const { parentId, block, quote, versionId } = body
      const content = body.content.trim()
      const [added] = await tx
        .insert(articleComments)
        .values({
          articleId: article.id,
          versionId,
          parentId,
          block,
          quote,
          content,
          byId: by.id,
          byName: personNameOf(by),
        })
        .returning({ id: articleComments.id })
      await audit(tx, by, { ...named(article.id, 'comment'), after: { content, quote } })
      return { id: added?.id ?? '' }
    }),
  ),
  serve(resolveArticleComment, ({ body, core, actor, by }) =>
    changing(core, async (tx) => {
      const article = await found(tx, body.id, actor)
      const [changed] = await tx
        .update(articleComments)
        .set({
          resolvedByName: body.isResolved ? personNameOf(by) : null,
          resolvedAt: body.isResolved ? sql`now()` : null,
        })
        .where(isComment(article.id, body.commentId))
        .returning({ id: articleComments.id })
      if (!changed) throw refuse('notFound')
      await audit(tx, by, {
        ...named(article.id, 'resolveComment'),
        after: { commentId: body.commentId, isResolved: body.isResolved },
      })
      return null
    }),
  ),
]
