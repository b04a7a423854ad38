// Routes for searching, reading, writing and autosaving articles; both editions share the handlers.
import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import { type Edition, editions } from '#contract/articles/article-labels.ts'
import { type Article, articleCalls } from '#contract/articles/articles.ts'
import { BODY_MAX } from '#contract/articles/body.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { type Core, transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { articleAutosaves } from '#server/db/schema/articles/articles.ts'
import { users } from '#server/db/schema/organisation.ts'
import { addArticle, ownDraft, removeArticles, saveArticle } from './articles.acts.ts'
import { type ArticleState, findArticles, pageOfArticles, pairOf } from './articles.queries.ts'
import { filesOfForm } from './previews.queries.ts'
import { findVersions, listVersions, showVersion } from './versions.queries.ts'

type Reading = { core: Core; actor: Actor }

/** Throws 20404 if it does not exist or is out of the actor's scope. */
async function found(db: Executor, edition: Edition, id: string, actor: Actor): Promise<ArticleState> {
  const article = orNotFound((await findArticles(db, edition, [id], actor))[0])
  return article
}

/** The caller's autosaves of an article, or of new ones. */
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
    .select({ at: max(articleAutosaves.at) })
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
    hasAutosave: typeof own?.at === 'string' && own.at > newest.at,
    newest: showVersion(core, newest, actor),
  }
}

const announced = <T>(core: Core, work: (tx: Tx) => Promise<T>) =>
  transact(core, (tx, announce) => {
    announce({ type: 'articles' })
    return work(tx)
  })

/** Drafts that nobody came back to end after this time; a person keeps so many of each edition. */
const DRAFT_LIFE = sql`interval '30 days'`
const DRAFTS_MAX = 100

type Kept = { id: string | null; draft: string; replaces?: string[]; baseId: string | null; form: object }

async function keep(tx: Tx, actor: Actor, edition: Edition, body: Kept) {
  const { id: articleId, draft, replaces = [], baseId, form } = body
  if (JSON.stringify(form).length > BODY_MAX) throw refuse('tooLarge', { msg: '内容过长，不能自动保存' })
  const [kept] = await tx
    .insert(articleAutosaves)
    .values({ userId: actor.id, edition, articleId, draft, baseId, form })
    .onConflictDoUpdate({
      target: [articleAutosaves.userId, articleAutosaves.edition, articleAutosaves.draft],
      set: { articleId, form, baseId, at: sql`now()` },
    })
    .returning({ at: articleAutosaves.at })
  if (replaces.length > 0)
    await tx
      .delete(articleAutosaves)
      .where(
        and(
          eq(articleAutosaves.userId, actor.id),
          eq(articleAutosaves.edition, edition),
          inArray(articleAutosaves.draft, replaces),
        ),
      )
  await tx.execute(sql`delete from ${articleAutosaves} where user_id = ${actor.id}::bigint and edition = ${edition}
    and (at < now() - ${DRAFT_LIFE} or id in (select id from ${articleAutosaves}
      where user_id = ${actor.id}::bigint and edition = ${edition} order by at desc, id desc offset ${DRAFTS_MAX}))`)
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
    serve(calls.autosave, async ({ body, actor, core, db }) => {
      if (body.id !== null) await found(db, edition, body.id, actor)
      return transact(core, (tx) => keep(tx, actor, edition, body))
    }),
    serve(calls.autosaves, ({ body, actor, db }) =>
      db
        .select({
          draft: articleAutosaves.draft,
          at: articleAutosaves.at,
          baseId: articleAutosaves.baseId,
          title: sql<string>`coalesce(${articleAutosaves.form} ->> 'title', '')`,
        })
        .from(articleAutosaves)
        .where(and(place(actor, edition, body.id), sql`${articleAutosaves.at} > now() - ${DRAFT_LIFE}`))
        .orderBy(desc(articleAutosaves.at), desc(articleAutosaves.id)),
    ),
    serve(calls.autosaved, async ({ body, actor, db }) => {
      const [kept] = await db
        .select()
        .from(articleAutosaves)
        .where(ownDraft(actor, edition, body.draft))
      if (!kept) return null
      const { draft, at, articleId, baseId, form } = kept
      return { draft, at, articleId, baseId, form: form as object }
    }),
    serve(calls.dropAutosave, async ({ body, actor, db }) => {
      await db.delete(articleAutosaves).where(ownDraft(actor, edition, body.draft))
      return null
    }),
  ]
}

export const routes = editions.flatMap((edition) => routesOf(edition))
