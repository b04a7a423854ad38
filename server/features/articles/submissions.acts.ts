// Submits articles for review, and withdraws them.

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import { whyNotSubmitted } from '#contract/articles/submission-rules.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { articleReviews, articles } from '#server/db/schema/articles/articles.ts'
import { type By, named } from './articles.acts.ts'
import { type ArticleState, lockArticles } from './articles.queries.ts'
import { whyFalse } from './figure-check.queries.ts'
import { standardFor } from './standards.queries.ts'
import { findVersions } from './versions.queries.ts'

/** Runs an act on each article by itself; if one does not exist or is out of scope, 20404 for all. */
export async function eachArticle(
  tx: Tx,
  { actor }: By,
  edition: Edition,
  ids: readonly string[],
  act: (tx: Tx, article: ArticleState) => Promise<void>,
): Promise<RowOutcome[]> {
  const found = new Map((await lockArticles(tx, edition, ids, actor)).map((article) => [article.id, article]))
  if (found.size < ids.length) throw refuse('notFound')
  const rows = ids.flatMap((id) => found.get(id) ?? []).map((article) => ({ ...article, name: article.title }))
  return attemptEach(tx, rows, act)
}

async function databaseNow(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ ms: string }>(sql`select extract(epoch from now()) * 1000 as ms`)
  return Number(rows[0]?.ms)
}

export async function submitArticles(
  tx: Tx,
  people: By,
  edition: Edition,
  ids: readonly string[],
): Promise<{ rows: RowOutcome[]; submitted: ArticleState[] }> {
  const { by } = people
  const submitted: ArticleState[] = []
  const now = await databaseNow(tx)
  const rows = await eachArticle(tx, people, edition, ids, async (inner, article) => {
    const { id, headId, state } = article
    if (state === 'pending') throw refuse('conflict', { msg: '已在审核中' })
    if (state !== 'draft' && state !== 'overruled') throw refuse('conflict', { msg: '没有需要审核的修改' })
    const [version] = await findVersions(inner, id, [headId])
    if (!version) throw new Error('an article without its version')
    const standard = await standardFor(inner, { edition, ...version })
    const why = whyNotSubmitted(version, standard, { now, whyFalse: await whyFalse(inner, headId) })
    if (why !== null) throw refuse('invalid', { msg: why.msg, data: { fields: why.fields } })
    await inner
      .insert(articleReviews)
      .values({ articleId: id, versionId: headId, submittedById: by.id, submittedByName: personNameOf(by) })
    await inner
      .update(articles)
      .set({
        state: 'pending',
        reviewingId: headId,
        reviewStep: 0,
        opinion: '',
        submittedById: by.id,
        submittedAt: sql`now()`,
        version: sql`${articles.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(articles.id, id))
    submitted.push(article)
  })
  const done = rows.filter(({ ok }) => ok)
  await auditAll(
    tx,
    by,
    done.map(({ id }) => named(id, 'submit')),
  )
  return { rows, submitted }
}

export async function withdrawArticles(
  tx: Tx,
  people: By,
  edition: Edition,
  ids: readonly string[],
): Promise<RowOutcome[]> {
  const { by } = people
  const rows = await eachArticle(tx, people, edition, ids, async (inner, { id, state, publishedId }) => {
    if (state !== 'pending' && state !== 'scheduled') throw refuse('conflict', { msg: '没有在审核或等待发布' })
    await inner
      .update(articleReviews)
      .set({ outcome: 'withdraw', reviewerId: by.id, reviewerName: personNameOf(by), reviewedAt: sql`now()` })
      .where(and(eq(articleReviews.articleId, id), isNull(articleReviews.outcome)))
    await inner
      .update(articles)
      .set({
        state: 'draft',
        reviewingId: null,
        publishAt: null,
        // withdrawing revokes the approval: the same text is reviewed again
        ...(state === 'scheduled' && { passedId: publishedId }),
        version: sql`${articles.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(articles.id, id))
  })
  await auditAll(
    tx,
    by,
    rows.filter(({ ok }) => ok).map(({ id }) => named(id, 'withdraw')),
  )
  return rows
}
