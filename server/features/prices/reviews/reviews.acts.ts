// The review of prices: passed ones are published under one number.
import { sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/envelope.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { notifyQuoting } from '#server/features/articles/quoting.queries.ts'
import { among, auditOf, judge } from '../entries.acts.ts'
import { type Entered, lockEntries, readWaiting, record, type Waiting } from '../entries.queries.ts'
import { beginPublication, learnUsual, lockPublications, recalculateChanges } from '../publications.queries.ts'
import { followPublication } from '../series/series-values.acts.ts'

type By = { actor: Actor; by: Author }
/** What the reviewer saw: an entry, and its waiting revision. */
type Seen = { id: string; revisionId: string }

type Reviewed = Entered & { waiting: Waiting }

/** Locked entries whose revision as seen still waits, and which the actor has not edited. */
async function lockSeen(tx: Tx, { actor, by }: By, seen: readonly Seen[]) {
  const revisionOf = new Map(seen.map(({ id, revisionId }) => [id, revisionId]))
  const ids = [...revisionOf.keys()]
  await lockPublications(tx)
  const found = await lockEntries(tx, actor, ids, { willPublish: true })
  const waiting = await readWaiting(
    tx,
    found.flatMap(({ entry }) => entry.reviewing ?? []),
  )
  const { done, rows } = judge(ids, found, ({ entry }) => {
    const revision = entry.reviewing === null ? undefined : waiting.get(entry.reviewing)
    if (!revision || revision.id !== revisionOf.get(entry.id)) return '已被他人处理，或提交后又有改动'
    return by.id !== null && revision.authorIds.includes(by.id) ? '不能审核自己录入或提交的价格' : null
  })
  const reviewed = done.flatMap((row): Reviewed[] => {
    const revision = waiting.get(row.entry.reviewing ?? '')
    return revision ? [{ ...row, waiting: revision }] : []
  })
  return { reviewed, rows }
}

export async function passEntries(tx: Tx, people: By, seen: readonly Seen[]): Promise<RowOutcome[]> {
  const { by } = people
  const { reviewed, rows } = await lockSeen(tx, people, seen)
  if (reviewed.length === 0) return rows
  const publication = await beginPublication(tx, by, reviewed.length)
  const values = reviewed.map(({ entry, waiting: { low, high, average, remark, isOutlier, reason } }) => {
    const status = entry.publication === null ? 'verified' : 'corrected'
    return { id: entry.id, status, low, high, average, remark, isOutlier, reason }
  })
  await tx.execute(sql`
    update ${prices} p set status = r.status, low = r.low, high = r.high, average = r.average, remark = r.remark,
        is_outlier = r."isOutlier", reason = r.reason, publication = ${publication}::bigint, reviewing = null,
        opinion = '', verified_by_id = ${by.id}::bigint, verified_at = now(), version = p.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id bigint, status text, low numeric, high numeric,
        average numeric, remark text, "isOutlier" boolean, reason text)
      where p.id = r.id`)
  const notes = reviewed.map(({ entry, waiting: { replaces } }) => ({
    id: entry.id,
    act: 'verify' as const,
    publication,
    ...(entry.publication !== null && replaces !== null && { replaces }),
  }))
  await record(tx, by, notes)
  await settle(tx, by, publication, reviewed)
  await auditOf(tx, by, 'verify', reviewed, { publication })
  return rows
}

/** Updates everything that depends on published prices. */
async function settle(tx: Tx, by: Author, publication: string, changed: readonly Entered[]): Promise<void> {
  const ids = changed.map(({ entry }) => entry.id)
  await recalculateChanges(tx, ids)
  await learnUsual(tx, [...new Set(changed.map(({ quoteItemId }) => quoteItemId))])
  await followPublication(tx, by, publication, changed)
  await notifyQuoting(tx, ids)
}

/** A first submission goes back to its analyst; a correction is discarded, except for its revisions. */
export async function overruleEntries(
  tx: Tx,
  people: By,
  seen: readonly Seen[],
  opinion: string,
): Promise<RowOutcome[]> {
  const { by } = people
  const { reviewed, rows } = await lockSeen(tx, people, seen)
  if (reviewed.length === 0) return rows
  const ids = reviewed.map(({ entry }) => entry.id)
  await tx.execute(sql`update ${prices} set reviewing = null, opinion = ${opinion}, version = version + 1,
    updated_at = now(), status = case when publication is null then 'overruled' else status end where ${among(ids)}`)
  await record(
    tx,
    by,
    ids.map((id) => ({ id, act: 'overrule' as const, opinion })),
  )
  await auditOf(tx, by, 'overrule', reviewed, { opinion })
  return rows
}

/** Entries that were verified today, by the day of the database. */
async function verifiedToday(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id::text as id from ${prices} where ${among(ids)} and verified_at::date = current_date`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Cancels the publication of prices verified today. The cancellation has a publication number of its own. */
export async function cancelEntries(
  tx: Tx,
  { actor, by }: By,
  ids: readonly string[],
  reason: string,
): Promise<RowOutcome[]> {
  await lockPublications(tx)
  const found = await lockEntries(tx, actor, ids, { willPublish: true })
  const today = await verifiedToday(tx, ids)
  const { done, rows } = judge(ids, found, ({ entry }) => {
    if (entry.publication === null) return '尚未发布'
    if (entry.reviewing !== null) return '有更正待审核，请先处理'
    if (entry.status !== 'verified') return '更正过的价格不能取消审核，请再次更正'
    return today.has(entry.id) ? null : '只能取消当天审核的价格，请用更正修改'
  })
  if (done.length === 0) return rows
  const publication = await beginPublication(tx, by, done.length)
  const taken = done.map(({ entry }) => entry.id)
  await record(
    tx,
    by,
    taken.map((id) => ({ id, act: 'cancelVerify' as const, reason, publication })),
  )
  await tx.execute(sql`update ${prices} set status = 'draft', publication = null, verified_by_id = null,
    verified_at = null, version = version + 1, updated_at = now() where ${among(taken)}`)
  await settle(tx, by, publication, done)
  await auditOf(tx, by, 'cancelVerify', done, { reason, publication })
  return rows
}
