// Runs background jobs in this process: claims queued jobs, renews their leases, stops cancelled ones, queues scheduled runs,
// and releases unfinished jobs on shutdown. Woken by the bus; polls as well, in case a notification was missed.
import type { Core } from '../core.ts'
import { addScheduled, type Claimed, claimJob, keepAlive, nextDue, reclaimLost } from './jobs.queries.ts'
import type { Job } from './jobs.ts'
import { type Patience, runAttempt, Stopped } from './jobs-attempt.ts'

const standard = {
  /** Jobs at once in a process: they share the pool of connections with calls. */
  slots: 3,
  /** More of them, for urgent jobs alone. */
  urgentSlots: 1,
  /** Polling interval of the queue, ms. */
  pollMs: 5_000,
  /** Lease: a process without a heartbeat for this long counts as dead, ms. Four heartbeats fit into it. */
  leaseMs: 20_000,
  /** Polling interval of the schedules, ms. */
  scheduleMs: 30_000,
  /** On shutdown: how long running jobs may go on before they are aborted, ms. */
  graceMs: 3_000,
  heedMs: 8_000,
  pauseMs: 5_000,
  pauseMostMs: 600_000,
} satisfies Patience & Record<string, number>

export type WorkerOptions = Partial<typeof standard>

export type Worker = {
  /** Claims no more jobs, gives running ones `graceMs` to finish, then hands them over: at most `graceMs` + `heedMs`. */
  stop: () => Promise<void>
}

type Running = Claimed & { controller: AbortController; ended: Promise<void> }

export function startWorker(core: Core, jobs: readonly Job[], options: WorkerOptions = {}): Worker {
  const { slots, urgentSlots, pollMs, leaseMs, scheduleMs, graceMs, ...patience } = { ...standard, ...options }
  const { db, bus, log } = core
  const names = jobs.map(({ name }) => name)
  const urgentNames = jobs.filter(({ isUrgent }) => isUrgent).map(({ name }) => name)
  const running = new Set<Running>()
  let isStopping = false
  let isClaiming = false
  let wokenAgain = false
  let looked: Promise<void> = Promise.resolve()
  let due: NodeJS.Timeout | undefined

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)

  /** One round at a time; a request during a round starts another one after it. */
  function wake(): void {
    wokenAgain = true
    if (isClaiming || isStopping) return
    isClaiming = true
    looked = (async () => {
      while (wokenAgain && !isStopping) {
        wokenAgain = false
        await claimWork().catch(warn('jobs: the queue was not read'))
      }
      isClaiming = false
    })()
  }

  async function claimWork(): Promise<void> {
    while (running.size < slots + urgentSlots && !isStopping) {
      const claimable = running.size < slots ? names : urgentNames
      const claimed = await claimJob(db, claimable)
      if (!claimed) return waitForDue(claimable)
      begin(claimed)
    }
  }

  async function waitForDue(claimable: readonly string[]): Promise<void> {
    clearTimeout(due)
    const wait = await nextDue(db, claimable)
    if (wait !== null && wait < pollMs) due = setTimeout(wake, Math.max(wait, 0) + 10).unref()
  }

  function begin(claimed: Claimed): void {
    const declared = jobs.find(({ name }) => name === claimed.name)
    if (!declared) return
    const controller = new AbortController()
    const ended = runAttempt({ core, declared, claimed, controller, patience })
      .catch(warn('job: its end was not written'))
      .finally(() => {
        running.delete(run)
        wake()
      })
    const run: Running = { ...claimed, controller, ended }
    running.add(run)
  }

  /** Heartbeat of the running jobs; aborts those that were cancelled or that another process has claimed. */
  async function renew(): Promise<void> {
    if (running.size === 0) return
    const leased = [...running]
    const renewed = await keepAlive(db, leased)
    for (const { id, attempts, controller } of leased) {
      const state = renewed.find((each) => each.id === id && each.attempts === attempts)
      if (!state) controller.abort(new Stopped('lost'))
      else if (state.isCancelled) controller.abort(new Stopped('cancelled'))
    }
  }
  const renewSafely = () => void renew().catch(warn('jobs: running ones were not renewed'))

  async function poll(): Promise<void> {
    // Our own first: after an outage of the database their leases would look expired.
    await renew()
    await reclaimLost(db, leaseMs)
    wake()
  }

  async function addDue(): Promise<void> {
    for (const each of jobs) {
      if (each.schedule && (await addScheduled(db, { ...each, schedule: each.schedule, title: each.title({}) }))) wake()
    }
  }

  bus.onChange((change) => {
    if (change.type === 'queued') wake()
    else if (change.type === 'cancelling') renewSafely()
  })
  bus.onReset(() => {
    wake()
    renewSafely()
  })

  const seeking = [
    setInterval(() => void poll().catch(warn('jobs: polling the queue failed')), pollMs),
    setInterval(() => void addDue().catch(warn('jobs: nothing was scheduled')), scheduleMs),
  ]
  const renewing = setInterval(renewSafely, leaseMs / 4)
  for (const timer of [...seeking, renewing]) timer.unref()
  wake()

  return {
    stop: async () => {
      isStopping = true
      for (const timer of seeking) clearInterval(timer)
      clearTimeout(due)
      await looked
      const timer = setTimeout(() => {
        for (const { controller } of running) controller.abort(new Stopped('stopping'))
      }, graceMs)
      await Promise.all([...running].map(({ ended }) => ended))
      // Only now are running jobs no longer ours.
      clearInterval(renewing)
      clearTimeout(timer)
    },
  }
}
