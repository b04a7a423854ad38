// What readers see: publish an approved version, at once or at its minute, and take it down. Each such change gets a
// number.
import { eq, type SQL, sql } from 'drizzle-orm'
import { Fields, Id } from '#contract/fields.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, personNameOf, transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { articlePublications, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import type { ArticleState } from './articles.queries.ts'
import { checkFigures, whyFalse } from './figure-check.queries.ts'
import { notifyHeld } from './notices.ts'
import { recordQuoted } from './quoting.queries.ts'

/** The author of scheduled changes. */
const scheduler: Author = { id: null, name: '定时任务', address: '', requestId: '' }

/**
 * Serialises the changes that readers see: publication numbers follow the commit order. Take it before any row lock; it
 * is held until the commit.
 */
export async function lockPublications(tx: Tx): Promise<void> {
  // Two keys of an advisory lock that nothing else uses.
  await tx.execute(sql`select pg_advisory_xact_lock(1129270608, 3)`)
}

async function numbered(
  tx: Tx,
  by: Author,
  articleId: string,
  versionId: string | null,
  reason: string,
): Promise<string> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    insert into ${articlePublications} (number, article_id, version_id, reason, by_id, by_name, at)
    select coalesce(max(number), 0) + 1, ${articleId}::bigint, ${versionId}::bigint, ${reason}, ${by.id}::bigint, ${personNameOf(by)},
        clock_timestamp() from ${articlePublications} returning number::text`)
  const number = rows[0]?.number
  if (number === undefined) throw new Error('no publication was numbered')
  return number
}

const named = (id: string, verb: string) => ({ action: `article.${verb}`, targetType: 'article', targetId: id })

/** Readers see the approved version from the commit on. Needs `lockPublications`. */
export async function publish(
  tx: Tx,
  by: Author,
  article: Pick<ArticleState, 'id'>,
  versionId: string,
): Promise<string> {
  const { id } = article
  const publication = await numbered(tx, by, id, versionId, '')
  const { rows } = await tx.execute<{ leavesAt: string | null }>(sql`
    update ${articles} a set published_id = v.id, publication = ${publication}::bigint, take_down_at = v.take_down_at,
        published_at = case when a.published_id = v.id then a.published_at else now() end,
        top_until = case when a.published_id = v.id then a.top_until else coalesce(v.top_until, a.top_until) end,
        passed_id = greatest(a.passed_id, v.id), state = case when a.head_id = v.id then 'published' else a.state end,
        reviewing_id = nullif(a.reviewing_id, v.id), publish_at = case when a.head_id = v.id then null else a.publish_at end,
        opinion = case when a.head_id = v.id then '' else a.opinion end, version = a.version + 1, updated_at = now(),
        ever_channels = array(select distinct unnest(a.ever_channels || v.channels) order by 1)
      from ${articleVersions} v where a.id = ${id}::bigint and v.id = ${versionId}::bigint and v.article_id = a.id
      returning ${utc(sql`a.take_down_at`)} as "leavesAt"`)
  const [row] = rows
  if (!row) throw new Error('a version of another article')
  await recordQuoted(tx, by, id, versionId)
  if (row.leavesAt !== null) await startJob(tx, takeDownAtMinute, { id, publication }, scheduler, row.leavesAt)
  return publication
}

/** Removes the article for readers, and for the sites. Needs `lockPublications`. */
export async function takeDown(tx: Tx, by: Author, article: ArticleState, reason: string): Promise<void> {
  const publication = await numbered(tx, by, article.id, null, reason)
  const isWorkedOn = article.headId !== article.publishedId && article.state !== 'scheduled'
  await tx
    .update(articles)
    .set({
      publishedId: null,
      publication,
      takeDownAt: null,
      publishAt: null,
      state: isWorkedOn ? article.state : 'takenDown',
      version: sql`${articles.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(articles.id, article.id))
  await audit(tx, by, { ...named(article.id, 'takeDown'), after: { reason, publication } })
}

const utc = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

type Due = { id: string; versionId: string }

/**
 * Publishes the scheduled version if it still waits. A job that runs early is queued again, so that the publication is
 * not lost.
 */
async function publishDue(tx: Tx, { id, versionId }: Due): Promise<number> {
  await lockPublications(tx)
  const { rows } = await tx.execute<{ isDue: boolean; at: string }>(sql`
    select publish_at <= clock_timestamp() as "isDue", ${utc(sql`publish_at`)} as at from ${articles}
      where id = ${id}::bigint and state = 'scheduled' and passed_id = ${versionId}::bigint for no key update`)
  const [waiting] = rows
  if (!waiting) return 0
  if (!waiting.isDue) {
    await startJob(tx, publishAtMinute, { id, versionId }, scheduler, waiting.at)
    return 0
  }
  if ((await whyFalse(tx, versionId)) !== null) {
    await hold(tx, id)
    return 0
  }
  const publication = await publish(tx, scheduler, { id }, versionId)
  await audit(tx, scheduler, { ...named(id, 'launch'), after: { publication } })
  return 1
}

const HELD = '引用的价格在审核通过后有更正，没有按时发布；请更新价格后重新提交审核'

/** Returns it to its author instead of publishing it, and revokes its approval; what readers see does not change. */
async function hold(tx: Tx, id: string): Promise<void> {
  await tx
    .update(articles)
    .set({
      state: 'overruled',
      opinion: HELD,
      passedId: sql`${articles.publishedId}`,
      publishAt: null,
      version: sql`${articles.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(articles.id, id))
  await audit(tx, scheduler, { ...named(id, 'overrule'), after: { opinion: HELD } })
  await notifyHeld(tx, id, HELD)
}

const minute = { retries: 20, timeLimitMs: 60_000, isUrgent: true }

export const publishAtMinute = job({
  ...minute,
  name: 'articles.publish',
  input: Fields({ id: Id('资讯'), versionId: Id('版本') }),
  title: ({ id }) => `定时发布资讯 ${id}`,
  run: ({ input, core, finish }) =>
    transact(core, async (tx, announce) => {
      const done = await publishDue(tx, input)
      announce({ type: 'articles' })
      return finish(tx, {
        done,
        message: done === 0 ? '没有发布：已撤回、已发布、尚未到时间，或引用的价格有更正' : '已发布',
      })
    }),
})

export const takeDownAtMinute = job({
  ...minute,
  name: 'articles.takeDown',
  input: Fields({ id: Id('资讯'), publication: Id('发布序号') }),
  title: ({ id }) => `定时下架资讯 ${id}`,
  run: ({ input: { id, publication }, core, finish }) =>
    transact(core, async (tx, announce) => {
      await lockPublications(tx)
      const { rows } = await tx.execute<ArticleState>(sql`select id::text as id, state, head_id::text as "headId",
          published_id::text as "publishedId" from ${articles} where id = ${id}::bigint and published_id is not null
          and publication = ${publication}::bigint and take_down_at <= clock_timestamp() for no key update`)
      const [article] = rows
      if (article) await takeDown(tx, scheduler, article, '到达下架时间')
      announce({ type: 'articles' })
      return finish(tx, { done: rows.length, message: article ? '已下架' : '已下架或重新发布，无需处理' })
    }),
})

/**
 * Approved: published at its minute, or at once if that is past. Refuses outdated figures. Needs `lockPublications`.
 */
export async function publishOrSchedule(
  tx: Tx,
  by: Author,
  article: ArticleState,
  versionId: string,
): Promise<string | null> {
  await checkFigures(tx, versionId)
  const { rows } = await tx.execute<{ at: string }>(sql`
    update ${articles} a set state = 'scheduled', passed_id = v.id, reviewing_id = null, opinion = '',
        publish_at = date_trunc('minute', v.publish_at), version = a.version + 1, updated_at = now()
      from ${articleVersions} v where a.id = ${article.id}::bigint and v.id = ${versionId}::bigint
        and date_trunc('minute', v.publish_at) > clock_timestamp()
      returning ${utc(sql`a.publish_at`)} as at`)
  const [scheduled] = rows
  if (!scheduled) return publish(tx, by, article, versionId)
  await startJob(tx, publishAtMinute, { id: article.id, versionId }, scheduler, scheduled.at)
  return null
}

/** Returns the approved version, or throws why it cannot be published now. */
export function launchable({ state, passedId }: ArticleState): string {
  if (state === 'published') throw refuse('conflict', { msg: '已经发布' })
  if (passedId === null || (state !== 'scheduled' && state !== 'takenDown')) {
    throw refuse('conflict', { msg: '还没有通过审核，请先提交审核' })
  }
  return passedId
}
