// The rows of background jobs as the worker claims, renews and ends them. Every change of a running one names its attempt:
// a process whose lease expired changes nothing when it comes back.

import { type SQL, sql } from 'drizzle-orm'
import type { JobState } from '#contract/system/jobs.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import type { Author } from '../core.ts'
import { notifyChange } from '../live/bus.ts'
import type { Job } from './jobs.ts'

/** Which attempt at which job. */
export type Attempt = { id: string; attempts: number }

export type Claimed = Attempt & { name: string; input: unknown; author: Author; tries: number; triesLeft: number }

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1_000})`

/**
 * Takes a queued job, which no other process then takes; first one of an owner for whom fewest run.
 * @param names jobs that this program has; those of a newer release wait for a process of it
 */
export async function claimJob(db: Db, names: readonly string[]): Promise<Claimed | undefined> {
  const { rows } = await db.execute<Claimed>(sql`
    update ${jobRuns} set state = 'running', attempts = attempts + 1, tries_left = tries_left - 1, alive_at = now(),
      started_at = now(), done = 0, total = 0, note = '', failed = 0, message = ''
    where id = (
      select j.id from ${jobRuns} j
      where j.state = 'queued' and j.run_after <= now() and j.name = any(${sql.param(names)}::text[])
      order by (select count(*) from ${jobRuns} r where r.state = 'running' and r.owner_id = j.owner_id), j.run_after, j.id
      limit 1 for update of j skip locked)
    returning id::text, attempts, name, input, author, tries, tries_left as "triesLeft"`)
  if (rows[0]) await notifyChange(db, { type: 'jobs', ids: [rows[0].id] })
  return rows[0]
}

/** When the next queued job is due, ms from now; null where none waits. */
export async function nextDue(db: Db, names: readonly string[]): Promise<number | null> {
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select (extract(epoch from min(run_after) - now()) * 1000)::float8 as wait from ${jobRuns}
    where state = 'queued' and name = any(${sql.param(names)}::text[])`)
  return rows[0]?.wait ?? null
}

/** Requeues, cancels or fails the jobs of processes whose leases expired. */
export async function reclaimLost(db: Db, leaseMs: number): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${jobRuns} set run_after = now(),
      state = case when cancel_asked_at is not null then 'cancelled' when tries_left > 0 then 'queued' else 'failed' end,
      ended_at = case when cancel_asked_at is null and tries_left > 0 then null else now() end,
      message = case when cancel_asked_at is null and tries_left <= 0 then '执行多次中断，已停止重试' else '' end,
      error = '执行它的进程已中断'
    where id in (select id from ${jobRuns} where state = 'running' and alive_at < now() - ${seconds(leaseMs)}
      for update skip locked)
    returning id::text`)
  if (rows.length > 0) await notifyChange(db, { type: 'queued', ids: rows.map(({ id }) => id) })
}

export type Renewed = Attempt & { isCancelled: boolean }

/** Renews the leases of these attempts. @returns those that are still ours */
export async function keepAlive(db: Db, running: readonly Attempt[]): Promise<Renewed[]> {
  const { rows } = await db.execute<Renewed>(sql`
    update ${jobRuns} set alive_at = now() where ${mine(running)}
    returning id::text, attempts, cancel_asked_at is not null as "isCancelled"`)
  return rows
}

export async function reportProgress(
  db: Db,
  attempt: Attempt,
  { done, total, note }: { done: number; total: number; note: string },
): Promise<void> {
  await change(db, attempt, sql`alive_at = now(), done = ${done}, total = ${total}, note = ${note}`)
}

type End = { done: number; failed: number; message: string; fileId: string | null }

/** @returns whether it was still this attempt's to end */
export const endJob = (db: Executor, attempt: Attempt, { done, failed, message, fileId }: End): Promise<boolean> =>
  change(
    db,
    attempt,
    sql`state = ${failed > 0 ? 'partly' : 'done'}, ended_at = now(), done = ${done + failed}, failed = ${failed},
      total = greatest(total, ${done + failed}), note = '', message = ${message}, file_id = ${fileId}, error = ''`,
  )

type Failure = { state: Extract<JobState, 'failed' | 'cancelled'>; message: string; error: string }

export const endFailed = (db: Db, attempt: Attempt, { state, message, error }: Failure): Promise<boolean> =>
  change(db, attempt, sql`state = ${state}, ended_at = now(), note = '', message = ${message}, error = ${error}`)

/** Bus notification: a job was queued. */
type ChangeType = 'jobs' | 'queued'

/** Another attempt after a pause. */
export const requeue = (db: Db, attempt: Attempt, pauseMs: number, error: string): Promise<boolean> =>
  change(
    db,
    attempt,
    sql`state = 'queued', run_after = now() + ${seconds(pauseMs)}, note = '', error = ${error}`,
    'queued',
  )

/** On shutdown: another process runs it again, and the attempt does not count. */
export const release = (db: Db, attempt: Attempt): Promise<boolean> =>
  change(db, attempt, sql`state = 'queued', run_after = now(), note = '', tries_left = tries_left + 1`, 'queued')

const mine = (running: readonly Attempt[]): SQL => sql`state = 'running' and (id, attempts) in (
  select * from unnest(${idArray(running.map(({ id }) => id))},
    ${sql.param(running.map(({ attempts }) => attempts))}::int[]))`

async function change(db: Executor, attempt: Attempt, set: SQL, type: ChangeType = 'jobs'): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update ${jobRuns} set ${set} where ${mine([attempt])}`)
  if (!rowCount) return false
  await notifyChange(db, { type, ids: [attempt.id] })
  return true
}

const OF_SHANGHAI_MIN = 480

type Due = Pick<Job, 'name' | 'retries'> & { schedule: NonNullable<Job['schedule']>; title: string }

/** Adds a run for the current slot of the database's clock, unless there is one. @returns whether it was added */
export async function addScheduled(db: Db, { name, title, retries, schedule }: Due): Promise<boolean> {
  const { every, offset } = schedule
  const minute = sql`extract(epoch from now()) / 60 + ${OF_SHANGHAI_MIN - offset}::int`
  const slot = sql`${name} || ' ' || floor((${minute}) / ${every}::int)`
  const nobody: Author = { id: null, name: '', address: '', requestId: '' }
  const { rowCount } = await db.execute(sql`
    insert into ${jobRuns} (name, title, author, input, tries, tries_left, slot)
    select ${name}, ${title}, ${JSON.stringify(nobody)}::jsonb, '{}', ${retries + 1}, ${retries + 1}, ${slot}
    where not exists (select 1 from ${jobRuns} where slot = ${slot})
    on conflict (slot) do nothing`)
  return rowCount === 1
}

/** What the live channel says of these jobs, to their owners. */
export async function findReports(db: Db, ids: readonly string[]) {
  const { rows } = await db.execute<{
    jobId: string
    ownerId: string
    done: number
    total: number
    state: JobState
    note: string
  }>(sql`
    select id::text as "jobId", owner_id::text as "ownerId", done, total, state, note from ${jobRuns}
    where id = any(${idArray(ids)}) and owner_id is not null`)
  return rows
}

/** How an attempt ended; undefined where the job goes on, or was cancelled by its owner. */
export async function findEnded(tx: Executor, { id, attempts }: Attempt) {
  const [row] = await tx
    .select({ title: jobRuns.title, state: jobRuns.state, message: jobRuns.message })
    .from(jobRuns)
    .where(
      sql`${jobRuns.id} = ${id} and ${jobRuns.attempts} = ${attempts} and ${jobRuns.state} in ('done', 'partly', 'failed')`,
    )
  return row
}
