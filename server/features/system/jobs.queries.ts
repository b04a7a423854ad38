// Background jobs for their screens, own or all, and the acts on them.
import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  isEnded,
  isRepeatable,
  type JobRow,
  type JobsQuery,
  type OwnJobsQuery,
  type SystemJob,
  type SystemJobRow,
} from '#contract/system/jobs.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { users } from '#server/db/schema/organisation.ts'

const row = {
  id: jobRuns.id,
  name: jobRuns.name,
  title: jobRuns.title,
  state: sql<JobRow['state']>`${jobRuns.state}`,
  done: jobRuns.done,
  total: jobRuns.total,
  note: jobRuns.note,
  failed: jobRuns.failed,
  message: jobRuns.message,
  attempts: jobRuns.attempts,
  isCancelling: sql<boolean>`${jobRuns.state} = 'running' and ${jobRuns.cancelAskedAt} is not null`,
  createdAt: jobRuns.createdAt,
  startedAt: jobRuns.startedAt,
  endedAt: jobRuns.endedAt,
}

/** For the owner, who may download the file. */
const ownRow = { ...row, fileId: jobRuns.fileId }
type OwnRow = Omit<JobRow, 'fileUrl'> & { fileId: string | null }

const state = equals(jobRuns.state, 'state')

export const listOwnJobs = list<OwnRow, OwnJobsQuery>({
  name: 'own_jobs',
  always: sql`${jobRuns.ownerId} = ${sql.placeholder('ownerId')}`,
  filters: { state },
  sorts: { createdAt: jobRuns.createdAt },
  usual: sql`${jobRuns.id} desc`,
  tie: jobRuns.id,
  fields: ownRow,
  rows: (db) => db.select(ownRow).from(jobRuns),
  matches: (db, where) => db.select({ n: sql`1` }).from(jobRuns).where(where),
})

export async function findOwnJob(db: Db, ownerId: string, id: string): Promise<OwnRow> {
  const [found] = await db
    .select(ownRow)
    .from(jobRuns)
    .where(and(eq(jobRuns.id, id), eq(jobRuns.ownerId, ownerId)))
  if (!found) throw refuse('notFound')
  return found
}

const systemRow = {
  ...row,
  fileUrl: sql<null>`null`,
  ownerName: users.realName,
  ownerUserName: users.userName,
}

const owner = nameHas(users.userName, 'owner')
const ofPeople = {
  name: 'ofPeople',
  where: sql`(${jobRuns.ownerId} is not null or ${jobRuns.state} in ('failed', 'partly'))`,
}

export const listJobs = list<SystemJobRow, JobsQuery>({
  name: 'jobs',
  always: sql`true`,
  filters: {
    title: nameHas(jobRuns.title, 'title'),
    state,
    owner: { ...owner, where: sql`(${owner.where} or ${nameHas(users.realName, 'owner', users.spelling).where})` },
    from: { where: sql`${jobRuns.createdAt} >= ${startOfDay('from')}` },
    to: { where: sql`${jobRuns.createdAt} < ${endOfDay('to')}` },
  },
  known: ({ withSystem }) => (withSystem ? undefined : ofPeople),
  sorts: {
    createdAt: jobRuns.createdAt,
    startedAt: jobRuns.startedAt,
    endedAt: jobRuns.endedAt,
    attempts: jobRuns.attempts,
  },
  usual: sql`${jobRuns.id} desc`,
  tie: jobRuns.id,
  fields: systemRow,
  rows: (db) => db.select(systemRow).from(jobRuns).leftJoin(users, eq(users.id, jobRuns.ownerId)),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(jobRuns).leftJoin(users, eq(users.id, jobRuns.ownerId)).where(where),
})

export async function findJob(db: Db, id: string): Promise<SystemJob> {
  const [found] = await db
    .select({ ...systemRow, error: jobRuns.error, runAfter: jobRuns.runAfter })
    .from(jobRuns)
    .leftJoin(users, eq(users.id, jobRuns.ownerId))
    .where(eq(jobRuns.id, id))
  if (!found) throw refuse('notFound')
  return found
}

/** Locks the jobs to be deleted. Throws 409 for scheduled runs, which the schedule reads: only age deletes those. */
export async function lockEnded(tx: Tx, ids: readonly string[]) {
  const found = await tx
    .select({ id: jobRuns.id, title: jobRuns.title, state: jobRuns.state, ownerId: jobRuns.ownerId })
    .from(jobRuns)
    .where(inArray(jobRuns.id, [...ids]))
    .orderBy(jobRuns.id)
    .for('update')
  if (found.length < new Set(ids).size) throw refuse('notFound')
  if (found.some(({ state }) => !isEnded(state))) throw refuse('conflict', { msg: '任务还没有结束，请先取消' })
  if (found.some(({ ownerId }) => ownerId === null))
    throw refuse('conflict', { msg: '系统任务的记录到期自动清理，不能删除' })
  return found
}

export const deleteJobs = (tx: Tx, ids: readonly string[]) => tx.delete(jobRuns).where(inArray(jobRuns.id, [...ids]))

/** @param ownerId the required owner; jobs of others are not found */
async function lockJob(tx: Tx, id: string, ownerId: string | null) {
  const [found] = await tx
    .select({ state: jobRuns.state, title: jobRuns.title })
    .from(jobRuns)
    .where(and(eq(jobRuns.id, id), ownerId === null ? undefined : eq(jobRuns.ownerId, ownerId)))
    .for('update')
  if (!found) throw refuse('notFound')
  return found
}

/** Cancels a queued job at once, and asks a running one to stop. */
export async function cancelRun(tx: Tx, id: string, ownerId: string | null) {
  const before = await lockJob(tx, id, ownerId)
  if (isEnded(before.state)) throw refuse('conflict', { msg: '任务已结束，不能取消' })
  await tx
    .update(jobRuns)
    .set(
      before.state === 'queued'
        ? { state: 'cancelled', endedAt: sql`now()`, message: '已取消' }
        : { cancelAskedAt: sql`now()` },
    )
    .where(eq(jobRuns.id, id))
  return before
}

/** Starts over, with as many attempts as the first time. */
export async function repeatRun(tx: Tx, id: string, ownerId: string | null) {
  const before = await lockJob(tx, id, ownerId)
  if (!isRepeatable(before.state)) throw refuse('conflict', { msg: '只有失败或已取消的任务可以重试' })
  await tx
    .update(jobRuns)
    .set({
      state: 'queued',
      runAfter: sql`now()`,
      triesLeft: jobRuns.tries,
      cancelAskedAt: null,
      endedAt: null,
      message: '',
      done: 0,
      total: 0,
    })
    .where(eq(jobRuns.id, id))
  return before
}
