/**
 * Background jobs. A job is declared once, stands in the list `jobs` of app.ts, and is started in the transaction of the
 * act that wants it; any process on the database runs it (jobs-worker.ts), again where a process died or an attempt failed.
 *
 *     export const exportUsers = job({
 *       name: 'users.export',
 *       input: Fields({ … }),
 *       title: () => '导出员工账号',
 *       run: async ({ input, core, signal, progress }) => { …; return { done: 100 } },
 *     })
 */
import type { Static, TSchema } from 'typebox'
import type { Tx } from '#server/db/connection.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import type { Author, Core } from '../core.ts'
import { notifyChange } from '../live/bus.ts'

/** Rows done, rows failed, a sentence for the owner, a file for them to download. */
export type Outcome = { done: number; failed?: number; message?: string; fileId?: string }

export type JobContext<Input> = {
  id: string
  input: Input
  /** Whose act it is, for `audit`. */
  by: Author
  core: Core
  /**
   * Aborted where somebody cancels, the process stops, or the time is over: check it between rows
   * (`signal.throwIfAborted()`) and hand it on. What still runs 10 s later is left behind.
   */
  signal: AbortSignal
  /** Cheap to call often: stored and sent at most twice a second. `0, 0` where the total is unknown. */
  progress: (done: number, total: number, note?: string) => void
  /**
   * Ends the job in the transaction of its effect: both are there, once, or neither. Throws where the job is no longer
   * this attempt's (its lease expired, or it was cancelled), which undoes the effect. Answers the outcome: return it.
   */
  finish: (tx: Tx, outcome: Outcome) => Promise<Outcome>
}

export type Job<Input = unknown> = {
  /** Unique in the program, `area.what`. Rows keep it: a renamed job leaves what is queued behind. */
  name: string
  input: TSchema
  title(input: Input): string
  /** Attempts after the first, with growing pauses between them. A refusal is final and is not repeated. */
  retries: number
  /** An attempt that takes longer is ended, ms. */
  timeLimitMs: number
  /** Short and due at its moment: where long jobs hold all slots, it has one more. */
  isUrgent: boolean
  /** Schedule: one run for each slot over all processes, every so many minutes, counted from 00:00 in Shanghai plus `offset`. */
  schedule: { every: number; offset: number } | null
  run(context: JobContext<Input>): Promise<Outcome>
}

type Declaration<I extends TSchema> = {
  name: string
  input: I
  title: (input: Static<I>) => string
  retries?: number
  timeLimitMs?: number
  isUrgent?: boolean
  /** Minutes; the input is then `{}`. */
  schedule?: { every: number; offset?: number }
  /** A throw is a failed attempt. It may run more than once: put what must not happen twice in one transaction with `finish`. */
  run: (context: JobContext<Static<I>>) => Promise<Outcome>
}

const RETRIES = 3
const TIME_LIMIT_MS = 30 * 60_000

export const job = <I extends TSchema>({ schedule, ...declared }: Declaration<I>): Job<Static<I>> => ({
  retries: RETRIES,
  timeLimitMs: TIME_LIMIT_MS,
  isUrgent: false,
  schedule: schedule ? { offset: 0, ...schedule } : null,
  ...declared,
})

/** Queues a job: it begins with the commit, in whatever process is free. @returns its id, for `getJob` and the live channel */
export async function startJob<Input>(
  tx: Tx,
  started: Pick<Job<Input>, 'name' | 'title' | 'retries'>,
  input: Input,
  by: Author,
  /** A moment before which it does not begin. */
  notBefore?: string,
): Promise<string> {
  const [row] = await tx
    .insert(jobRuns)
    .values({
      name: started.name,
      title: started.title(input),
      ownerId: by.id,
      author: by,
      input,
      tries: started.retries + 1,
      triesLeft: started.retries + 1,
      ...(notBefore !== undefined && { runAfter: notBefore }),
    })
    .returning({ id: jobRuns.id })
  if (!row) throw new Error('no job was queued')
  await notifyChange(tx, { type: 'queued', ids: [row.id] })
  return row.id
}
