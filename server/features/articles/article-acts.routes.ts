// Routes for acts on articles; both editions share the handlers.
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { articleActs } from '#contract/articles/article-acts.ts'
import { type Edition, editions } from '#contract/articles/article-labels.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Acting, transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { articleReaders, articles } from '#server/db/schema/articles/articles.ts'
import { articleScope } from './article-scope.ts'
import { type By, named } from './articles.acts.ts'
import { findArticles } from './articles.queries.ts'
import { checkFigures } from './figure-check.queries.ts'
import { endReviewNotices, notifyReviewers } from './notices.ts'
import { launchable, lockPublications, publish, takeDown } from './publications.acts.ts'
import { shareArticle } from './shares.acts.ts'
import { copyArticle, moveArticles, orderTops, pinOnTop } from './shelf.acts.ts'
import { eachArticle, submitArticles, withdrawArticles } from './submissions.acts.ts'

/** One transaction; announces the change to open lists and queues. */
const acting = <T>({ core, actor, by }: Acting, act: (tx: Tx, people: By) => Promise<T>): Promise<T> =>
  transact(core, async (tx, announce) => {
    announce({ type: 'articles' })
    const done = await act(tx, { actor, by })
    await endReviewNotices(tx, announce)
    return done
  })

const onEach = async (context: Acting, act: (tx: Tx, people: By) => Promise<RowOutcome[]>) =>
  outcomes(await acting(context, act))

function routesOf(edition: Edition) {
  const calls = articleActs[edition]
  return [
    serve(calls.submit, ({ body, ...context }) =>
      onEach(context, async (tx, people) => {
        const { rows, submitted } = await submitArticles(tx, people, edition, body.ids)
        await notifyReviewers(tx, context.core, people, submitted, 1)
        return rows
      }),
    ),
    serve(calls.withdraw, ({ body, ...context }) =>
      onEach(context, (tx, people) => withdrawArticles(tx, people, edition, body.ids)),
    ),
    serve(calls.launch, ({ body, ...context }) =>
      onEach(context, async (tx, people) => {
        await lockPublications(tx)
        return eachArticle(tx, people, edition, body.ids, async (inner, article) => {
          const passed = launchable(article)
          await checkFigures(inner, passed)
          const publication = await publish(inner, people.by, article, passed)
          await audit(inner, people.by, { ...named(article.id, 'launch'), after: { publication } })
        })
      }),
    ),
    serve(calls.takeDown, ({ body, ...context }) =>
      onEach(context, async (tx, people) => {
        await lockPublications(tx)
        return eachArticle(tx, people, edition, body.ids, async (inner, article) => {
          if (article.publishedId === null) throw refuse('conflict', { msg: '尚未发布' })
          await takeDown(inner, people.by, article, body.reason.trim())
        })
      }),
    ),
    serve(calls.copy, ({ body, ...context }) =>
      acting(context, (tx, people) => copyArticle(tx, people, edition, body.id)),
    ),
    serve(calls.move, ({ body, ...context }) =>
      onEach(context, (tx, people) => moveArticles(tx, people, edition, body.ids, body.newsCategoryId)),
    ),
    serveAct(calls.share, async ({ tx, body, core, actor, by }) => {
      await shareArticle(tx, core, { actor, by }, edition, body)
      return null
    }),
    serve(calls.top, ({ body, ...context }) =>
      acting(context, async (tx, people) => {
        await pinOnTop(tx, people, edition, body.id, body.until)
        return null
      }),
    ),
    serve(calls.orderTops, ({ body, ...context }) =>
      acting(context, async (tx, people) => {
        await orderTops(tx, people, edition, body.ids)
        return null
      }),
    ),
    serve(calls.tops, ({ actor, db }) =>
      db
        .select({
          id: articles.id,
          title: articles.title,
          topUntil: sql<string>`${articles.topUntil}`.mapWith(articles.topUntil),
        })
        .from(articles)
        .where(and(eq(articles.edition, edition), sql`${articles.topUntil} > now()`, articleScope(actor)))
        .orderBy(articles.topSort, sql`${articles.publishedAt} desc`, articles.id),
    ),
    serve(calls.count, async ({ body: { id, from, to }, actor, db }) => {
      checkFields({ from: from > to ? '开始日期不能晚于结束日期' : null })
      orNotFound((await findArticles(db, edition, [id], actor))[0])
      const { channel, day, readers } = articleReaders
      return db
        .select({ channel, day, readers })
        .from(articleReaders)
        .where(and(eq(articleReaders.articleId, id), gte(day, from), lte(day, to)))
        .orderBy(asc(day), asc(channel))
        .limit(5_000)
    }),
  ]
}

export const routes = editions.flatMap((edition) => routesOf(edition))
