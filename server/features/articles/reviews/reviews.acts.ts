// Reviews of articles: a pass is for the version that was read, by somebody who did not write or submit it.

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { anyOf, can, isAllowed } from '#contract/access.ts'
import { editions } from '#contract/articles/article-labels.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { articleReviews, articles } from '#server/db/schema/articles/articles.ts'
import { type By, named } from '../articles.acts.ts'
import { type ArticleState, lockArticles } from '../articles.queries.ts'
import { lockPublications, publishOrSchedule } from '../publications.acts.ts'
import { standardFor } from '../standards.queries.ts'
import { authorsSince } from '../versions.queries.ts'
import { namedReviewers } from './reviewers.queries.ts'

/** What the reviewer read. */
type Read = { id: string; versionId: string }
/** `waiting`: the passed ones that still need their second step. */
export type Reviewed = { rows: RowOutcome[]; reviewed: ArticleState[]; waiting: ArticleState[] }

/** Whether the actor reviews articles of that edition: on the review page, or from the edition's own list. */
const reviews = (actor: Actor, { edition }: ArticleState, alias: 'pass' | 'overrule') =>
  isAllowed(anyOf(can('newsReview', alias), can(articleCalls[edition].menu, 'examine')), actor)

/** Throws if the actor may not review it, or if the version that was read no longer waits. */
async function checkReviewer(
  tx: Tx,
  { actor, by }: By,
  article: ArticleState,
  read: Read,
  alias: 'pass' | 'overrule',
): Promise<void> {
  if (!reviews(actor, article, alias)) throw refuse('forbidden')
  if (article.reviewingId !== read.versionId) throw refuse('conflict', { msg: '已被他人处理，或提交后又有改动' })
  if (by.id === null || (await authorsSince(tx, article)).has(by.id)) {
    throw refuse('conflict', { msg: '不能审核自己撰写、修改或提交的资讯' })
  }
  const named = await namedReviewers(tx, article.id)
  if (named.length > 0 && !named.some(({ id }) => id === by.id)) {
    throw refuse('conflict', { msg: `此级审核由指定的人员完成：${named.map(({ name }) => name).join('、')}` })
  }
}

async function lockRead(tx: Tx, { actor }: By, read: readonly Read[]): Promise<Map<string, ArticleState>> {
  await lockPublications(tx)
  const ids = read.map(({ id }) => id)
  const found = new Map<string, ArticleState>()
  for (const edition of editions)
    for (const each of await lockArticles(tx, edition, ids, actor)) found.set(each.id, each)
  if (found.size < new Set(ids).size) throw refuse('notFound')
  return found
}

const waiting = (id: string) => and(eq(articleReviews.articleId, id), isNull(articleReviews.outcome))

export async function passArticles(
  tx: Tx,
  people: By,
  read: readonly Read[],
  opinion: string,
  newer: (article: ArticleState) => Promise<unknown>,
): Promise<Reviewed> {
  const { by } = people
  const found = await lockRead(tx, people, read)
  const [only] = read.length === 1 ? found.values() : []
  const isNewer = only && only.reviewingId !== null && only.reviewingId !== read[0]?.versionId
  if (isNewer) throw refuse('stale', { data: await newer(only), msg: '提交人已提交新的版本，请重新阅读' })
  const reviewed: ArticleState[] = []
  const waitingNext: ArticleState[] = []
  const named_ = read.map((each) => ({ ...each, name: found.get(each.id)?.title ?? '' }))
  const rows = await attemptEach(tx, named_, async (inner, each) => {
    const article = orNotFound(found.get(each.id))
    await checkReviewer(inner, people, article, each, 'pass')
    const { reviewSteps = 1 } = (await standardFor(inner, article)) ?? {}
    const step = article.reviewStep + 1
    if (step > 1) {
      const { rows: before } =
        await inner.execute(sql`select from ${articleReviews} where article_id = ${article.id}::bigint
        and version_id = ${each.versionId}::bigint and outcome = 'pass' and reviewer_id = ${by.id}::bigint`)
      if (before.length > 0) throw refuse('conflict', { msg: '两级审核须由不同的人完成' })
    }
    const [done] = await inner
      .update(articleReviews)
      .set({ outcome: 'pass', opinion, reviewerId: by.id, reviewerName: personNameOf(by), reviewedAt: sql`now()` })
      .where(waiting(article.id))
      .returning()
    if (!done) throw refuse('conflict')
    await inner.update(articles).set({ reviewerId: by.id }).where(eq(articles.id, article.id))
    if (step < reviewSteps) {
      const { submittedById, submittedByName, submittedAt } = done
      await inner.insert(articleReviews).values({
        articleId: article.id,
        versionId: each.versionId,
        step: step + 1,
        submittedById,
        submittedByName,
        submittedAt,
      })
      await inner
        .update(articles)
        .set({ reviewStep: step, version: sql`${articles.version} + 1`, updatedAt: sql`now()` })
        .where(eq(articles.id, article.id))
      await audit(inner, by, { ...named(article.id, 'pass'), after: { step, opinion } })
      waitingNext.push(article)
    } else {
      await inner
        .update(articles)
        .set({ pairOwnId: each.versionId })
        .where(and(eq(articles.id, article.id), isNotNull(articles.pairId), isNull(articles.pairOwnId)))
      const publication = await publishOrSchedule(inner, by, article, each.versionId)
      await audit(inner, by, {
        ...named(article.id, 'pass'),
        after: { ...(publication !== null && { publication }), opinion },
      })
    }
    reviewed.push(article)
  })
  return { rows, reviewed, waiting: waitingNext }
}

/** Returns it to its author; what readers see does not change. */
export async function overruleArticles(tx: Tx, people: By, read: readonly Read[], opinion: string): Promise<Reviewed> {
  const { by } = people
  const found = await lockRead(tx, people, read)
  const reviewed: ArticleState[] = []
  const rows = await attemptEach(
    tx,
    read.map((each) => ({ ...each, name: found.get(each.id)?.title ?? '' })),
    async (inner, each) => {
      const article = orNotFound(found.get(each.id))
      await checkReviewer(inner, people, article, each, 'overrule')
      await inner
        .update(articleReviews)
        .set({
          outcome: 'overrule',
          opinion,
          reviewerId: by.id,
          reviewerName: personNameOf(by),
          reviewedAt: sql`now()`,
        })
        .where(waiting(article.id))
      await inner
        .update(articles)
        .set({
          state: 'overruled',
          reviewingId: null,
          reviewStep: 0,
          opinion,
          reviewerId: by.id,
          version: sql`${articles.version} + 1`,
          updatedAt: sql`now()`,
        })
        .where(eq(articles.id, article.id))
      await audit(inner, by, { ...named(article.id, 'overrule'), after: { opinion } })
      reviewed.push(article)
    },
  )
  return { rows, reviewed, waiting: [] }
}
