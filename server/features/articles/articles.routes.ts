// Routes for searching, reading, writing and autosaving articles; both editions share the handlers.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Edition, editions } from '../../../contract/articles/article-labels.ts'
import { type Article, articleCalls } from '../../../contract/articles/articles.ts'
import { BODY_MAX } from '../../../contract/articles/body.ts'
import type { Actor } from '../../core/access/actors.ts'
import { type Core, transact } from '../../core/core.ts'
import { outcomes } from '../../core/http/outcomes.ts'
import { orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import type { Db, Executor, Tx } from '../../db/connection.ts'
import { articleAutosaves } from '../../db/schema/articles/articles.ts'
import { users } from '../../db/schema/organisation.ts'
import { addArticle, removeArticles, saveArticle } from './articles.acts.ts'
import { type ArticleState, findArticles, pageOfArticles, pairOf } from './articles.queries.ts'
import { filesOfForm } from './previews.queries.ts'
import { findVersions, listVersions, showVersion } from './versions.queries.ts'

type Reading = { core: Core; actor: Actor }

/** Throws 20404 if it does not exist or is out of the actor's scope. */
async function found(db: Executor, edition: Edition, id: string, actor: Actor): Promise<ArticleState> {
  const article = orNotFound((await findArticles(db, edition, [id], actor))[0])
  return article
}

const place = (actor: Actor, edition: Edition, id: string | null) =>
  and(
    eq(articleAutosaves.userId, actor.id),
    eq(articleAutosaves.edition, edition),
    id === null ? isNull(articleAutosaves.articleId) : eq(articleAutosaves.articleId, id),
  )

async function shown(db: Executor, { core, actor }: Reading, article: ArticleState): Promise<Article> {
  const [newest] = await findVersions(db, article.id, [article.headId])
  if (!newest) throw new Error('an article without its version')
  const pair = await pairOf(db, article)
  const [own] = await db
    .select({ at: articleAutosaves.at })
    .from(articleAutosaves)
    .where(place(actor, article.edition, article.id))
  const { rows } = await db.execute<{ author: string | null; submitted: string | null }>(sql`
    select (select u.real_name from ${users} u where u.id = a.author_id) as author,
        (select u.real_name from ${users} u where u.id = a.submitted_by_id) as submitted
      from articles a where a.id = ${article.id}::bigint`)
  const {
    passedId: _,
    reviewStep: __,
    headNumber: ___,
    authorId: ____,
    submittedById: _____,
    pairVersionId: ______,
    ...facts
  } = article
  return {
    ...facts,
    authorName: rows[0]?.author ?? null,
    submittedByName: rows[0]?.submitted ?? null,
    pairId: pair?.id ?? null,
    pairVersionId: pair?.upToId ?? null,
    isPairAhead: pair?.isAhead ?? false,
    hasAutosave: own !== undefined && own.at > newest.at,
    newest: showVersion(core, newest, actor),
  }
}

const announced = <T>(core: Core, work: (tx: Tx) => Promise<T>) =>
  transact(core, (tx, announce) => {
    announce({ type: 'articles' })
    return work(tx)
  })

async function keep(
  db: Db,
  actor: Actor,
  edition: Edition,
  body: { id: string | null; baseId: string | null; form: object },
) {
  const { id: articleId, baseId, form } = body
  if (JSON.stringify(form).length > BODY_MAX) throw refuse('tooLarge', { msg: '内容过长，不能自动保存' })
  const [kept] = await db
    .insert(articleAutosaves)
    .values({ userId: actor.id, edition, articleId, baseId, form })
    .onConflictDoUpdate({
      target: [articleAutosaves.userId, articleAutosaves.edition, articleAutosaves.articleId],
      set: { form, baseId, at: sql`now()` },
    })
    .returning({ at: articleAutosaves.at })
  return { at: kept?.at ?? '' }
}

function routesOf(edition: Edition) {
  const calls = articleCalls[edition]
  return [
    serve(calls.list, ({ body, actor, db }) => pageOfArticles(db, edition, body, actor)),
    serve(calls.get, async ({ body, actor, core, db }) =>
      shown(db, { core, actor }, await found(db, edition, body.id, actor)),
    ),
    serve(calls.versions, async ({ body, actor, db }) =>
      listVersions(db, (await found(db, edition, body.id, actor)).id),
    ),
    serve(calls.version, async ({ body, actor, core, db }) => {
      const { id } = await found(db, edition, body.id, actor)
      const version = orNotFound((await findVersions(db, id, [body.versionId]))[0])
      return showVersion(core, version, actor)
    }),
    serve(
      calls.add,
      ({ body, files, core, actor, by }) =>
        announced(core, (tx) => addArticle(tx, { actor, by, core, files }, edition, body)),
      { filesOf: filesOfForm },
    ),
    serve(
      calls.save,
      ({ body, files, core, actor, by }) =>
        announced(core, (tx) =>
          saveArticle(tx, { actor, by, core, files }, edition, body, (stored) => shown(tx, { core, actor }, stored)),
        ),
      { filesOf: filesOfForm },
    ),
    serve(calls.remove, async ({ body, core, actor, by }) =>
      outcomes(await announced(core, (tx) => removeArticles(tx, { actor, by }, edition, body.ids))),
    ),
    serve(calls.autosave, async ({ body, actor, db }) => {
      if (body.id !== null) await found(db, edition, body.id, actor)
      return keep(db, actor, edition, body)
    }),
    serve(calls.autosaved, async ({ body, actor, db }) => {
      const [kept] = await db
        .select()
        .from(articleAutosaves)
        .where(place(actor, edition, body.id))
      return kept ? { at: kept.at, articleId: kept.articleId, baseId: kept.baseId, form: kept.form as object } : null
    }),
    serve(calls.dropAutosave, async ({ body, actor, db }) => {
      await db.delete(articleAutosaves).where(place(actor, edition, body.id))
      return null
    }),
  ]
}

export const routes = editions.flatMap((edition) => routesOf(edition))
