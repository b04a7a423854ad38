// One attempt at a background job: runs it with its context, and stores how it ended.
import { type Db, outsideTransaction } from '#server/db/connection.ts'
import type { Core } from '../core.ts'
import { Refusal } from '../http/refusal.ts'
import { checkInput } from '../http/validation.ts'
import { noticeStaff } from '../outbox/queue.ts'
import { type Claimed, endFailed, endJob, findEnded, release, reportProgress, requeue } from './jobs.queries.ts'
import type { Job, JobContext, Outcome } from './jobs.ts'
import { throttled } from './progress.ts'

/** Why an attempt is ended from outside: the reason of its signal. `lost`: its lease expired and another process claimed it. */
export class Stopped extends Error {
  readonly why: 'cancelled' | 'stopping' | 'late' | 'lost'
  constructor(why: Stopped['why']) {
    super(texts[why])
    this.why = why
  }
}

const texts = { cancelled: '已取消', stopping: '进程正在停止', late: '执行超时', lost: '已由其他进程接手' }

const FAILED = '执行出错，多次重试仍未成功'
const ERROR_CHARS = 1_000

export type Patience = {
  /** How long a job may take to stop after its signal was aborted, ms. */
  heedMs: number
  /** The pause before the second attempt, ms; it doubles with each. */
  pauseMs: number
  pauseMostMs: number
}

type Needs = { core: Core; declared: Job; claimed: Claimed; controller: AbortController; patience: Patience }

/** Resolves when the end is written. Rejects if that failed: the job is then claimed again when its lease expires. */
export async function runAttempt({ core, declared, claimed, controller, patience }: Needs): Promise<void> {
  const { db, log } = core
  const { signal } = controller
  const about = { job: claimed.name, id: claimed.id, attempt: claimed.attempts }
  const timer = setTimeout(() => controller.abort(new Stopped('late')), declared.timeLimitMs)
  let isOver = false
  const report = throttled((now: { done: number; total: number; note: string }) => {
    if (isOver) return
    // people see it while the job's transaction is open
    outsideTransaction(() => reportProgress(db, claimed, now)).catch((error: unknown) =>
      log.warn({ err: error }, 'job: progress not written'),
    )
  })
  const context: JobContext<unknown> = {
    id: claimed.id,
    input: claimed.input,
    by: claimed.author,
    core,
    signal,
    progress: (done, total, note = '') => report({ done, total, note }),
    finish: async (tx, outcome) => {
      signal.throwIfAborted()
      if (!(await endJob(tx, claimed, whole(outcome)))) throw new Stopped('lost')
      return outcome
    },
  }
  try {
    checkInput(declared.input, claimed.input, 'strict')
    const outcome = await heeded(declared.run(context), signal, patience.heedMs)
    isOver = true
    // Where `finish` was committed, nothing is left to end.
    await endJob(db, claimed, whole(outcome))
    log.info(about, 'job ended')
    await notifyOwner(core, claimed)
  } catch (error) {
    isOver = true
    const reason: unknown = signal.aborted ? signal.reason : error
    log.warn({ err: reason, ...about }, 'job: an attempt ended early')
    await endEarly(db, claimed, reason, patience)
    await notifyOwner(core, claimed)
  } finally {
    clearTimeout(timer)
  }
}

/** Notifies the owner if they want it; a notice that cannot be stored does not fail the job. */
async function notifyOwner({ db, log }: Core, { id, attempts, author }: Claimed): Promise<void> {
  const ownerId = author.id
  if (ownerId === null) return
  try {
    await db.transaction(async (tx) => {
      const ended = await findEnded(tx, { id, attempts })
      if (!ended) return
      const { title, state, message } = ended
      await noticeStaff(tx, {
        event: 'jobEnded',
        key: `${id}:${attempts}`,
        userIds: [ownerId],
        link: '',
        title: `${title}${state === 'done' ? '已完成' : state === 'partly' ? '部分完成' : '没有完成'}`,
        text: message,
      })
    })
  } catch (error) {
    log.warn({ err: error, job: id }, 'job: its owner was not notified')
  }
}

/** The job's result, or the signal's reason if the job does not stop in time. */
function heeded(work: Promise<Outcome>, signal: AbortSignal, heedMs: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), heedMs).unref(), { once: true })
  })
}

const whole = ({ done, failed = 0, message = '', fileId }: Outcome) => ({
  done,
  failed,
  message,
  fileId: fileId ?? null,
})

async function endEarly(db: Db, claimed: Claimed, reason: unknown, patience: Patience): Promise<void> {
  const why = reason instanceof Stopped ? reason.why : undefined
  if (why === 'lost') return
  if (why === 'stopping') {
    await release(db, claimed)
  } else if (why === 'cancelled') {
    await endFailed(db, claimed, { state: 'cancelled', message: texts.cancelled, error: '' })
  } else if (reason instanceof Refusal) {
    await endFailed(db, claimed, { state: 'failed', message: reason.message, error: '' })
  } else if (claimed.triesLeft <= 0) {
    const message = why === 'late' ? texts.late : FAILED
    await endFailed(db, claimed, { state: 'failed', message, error: tell(reason) })
  } else {
    const before = claimed.tries - claimed.triesLeft - 1
    await requeue(db, claimed, Math.min(patience.pauseMs * 2 ** before, patience.pauseMostMs), tell(reason))
  }
}

/** For administrators. Drizzle's own message repeats the parameters of the statement, which may be secret. */
function tell(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).slice(0, ERROR_CHARS)
}
