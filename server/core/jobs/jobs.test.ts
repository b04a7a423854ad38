// Background jobs in one process and on two workers: start, progress, end, attempts, cancelling, handing over.
import { eq, sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Fields, Text } from '#contract/fields.ts'
import { outsideTransaction } from '#server/db/connection.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { departments } from '#server/db/schema/organisation.ts'
import { makeUser } from '#test/factories.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'
import { type Author, transact } from '../core.ts'
import { refuse } from '../http/refusal.ts'
import { type Job, type JobContext, job, type Outcome, startJob } from './jobs.ts'
import { startWorker, type Worker, type WorkerOptions } from './jobs-worker.ts'

const first = testServer()
let second: TestServer
let by: Author

beforeAll(async () => {
  second = await openTestServer(first().database)
  by = { ...(await makeUser(first().database.db)), name: 'somebody', address: '127.0.0.1', requestId: 'r' }
})
afterAll(() => second.server.close())

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await first().database.db.delete(jobRuns)
})

const quick: WorkerOptions = { pollMs: 50, leaseMs: 400, pauseMs: 20, graceMs: 20, heedMs: 100, scheduleMs: 40 }
const work = (jobs: Job[], options: WorkerOptions = {}, at: TestServer = first()) => {
  const worker = startWorker(at.server.core, jobs, { ...quick, ...options })
  workers.push(worker)
  return worker
}

const anything = Fields({ text: Type.Optional(Text('文字', 20)) })
type Input = { text?: string }
let count = 0
/** A job with a unique name. */
const make = (
  run: (context: JobContext<Input>) => Promise<Outcome>,
  more: Partial<Pick<Job, 'retries' | 'timeLimitMs' | 'isUrgent'>> & {
    schedule?: { every: number; offset?: number }
  } = {},
) => job({ name: `test.${++count}`, input: anything, title: ({ text = '' }) => `试验${text}`, run, ...more })

const start = (started: Job<Input>, input: Input = {}, author = by) =>
  transact(first().server.core, (tx) => startJob(tx, started, input, author))

const row = async (id: string) => {
  const [found] = await first().database.db.select().from(jobRuns).where(eq(jobRuns.id, id))
  if (!found) throw new Error('no such run')
  return found
}
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await row(id)).state, { interval: 10 }).toBe(state)

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

describe('a job', () => {
  it('begins with the commit of its act, and never after a rollback', async () => {
    const ran: (string | undefined)[] = []
    const note = make(async ({ input }) => ({ done: ran.push(input.text) }))
    work([note])
    const undone = transact(first().server.core, async (tx) => {
      await startJob(tx, note, { text: '一' }, by)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const id = await start(note, { text: '二' })
    await becomes(id, 'done')
    expect(ran).toEqual(['二'])
    expect(await row(id)).toMatchObject({ title: '试验二', ownerId: by.id, done: 1, total: 1, attempts: 1, error: '' })
  })

  it('records who started it, how it ended, and what failed', async () => {
    const authors: Author[] = []
    const some = make(async (context) => {
      authors.push(context.by)
      return { done: 8, failed: 2, message: '2 行有误', fileId: '77' }
    })
    work([some])
    const id = await start(some)
    await becomes(id, 'partly')
    expect(await row(id)).toMatchObject({ done: 10, total: 10, failed: 2, message: '2 行有误', fileId: '77' })
    expect(authors).toEqual([by])
  })

  it('reports progress to its owner, on any process, at most twice a second', async () => {
    const owner = await first().as('reviewer')
    const here = await connect(second.base, owner)
    const slow = make(async ({ progress }) => {
      for (let done = 1; done <= 60; done++) {
        progress(done, 60, `第 ${done} 行`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return { done: 60 }
    })
    work([slow])
    const times: number[] = []
    here.socket.on('message', () => times.push(performance.now()))
    const id = await start(slow, {}, { ...by, id: owner.id })
    const states = () => here.of('job').map(({ data }) => data.state)
    await expect.poll(() => states().at(-1)).toBe('done')
    const reports = here.of('job').map(({ data }) => data)
    expect(reports.every(({ jobId, total }) => jobId === id && (total === 60 || total === 0))).toBe(true)
    expect(reports.some(({ done, note }) => done > 0 && note === `第 ${done} 行`)).toBe(true)
    // 1.2 s of work: no more than two messages in each second that it took
    expect(reports.length).toBeLessThanOrEqual(2 * Math.ceil(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000) + 1)
    here.socket.close()
  })

  it('is claimed by a free process, first for the owner with fewest running jobs', async () => {
    const order: (string | undefined)[] = []
    const other = { ...by, id: (await makeUser(first().database.db)).id }
    // the first runs until the second is taken, however long that takes
    const { promise: bothTaken, resolve } = Promise.withResolvers<void>()
    const note = make(async ({ input }) => {
      if (order.push(input.text) === 2) resolve()
      await bothTaken
      return { done: 1 }
    })
    await start(note, { text: 'a1' })
    await start(note, { text: 'a2' })
    await start(note, { text: 'a3' })
    const last = await start(note, { text: 'b1' }, other)
    work([note], { slots: 2 })
    await becomes(last, 'done')
    expect(order.slice(0, 2)).toEqual(['a1', 'b1'])
  })

  it('urgent, does not wait behind long ones that hold all slots; a long one does', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const long = make(async () => {
      await released
      return { done: 1 }
    })
    const urgent = make(async () => ({ done: 1 }), { isUrgent: true })
    work([long, urgent], { slots: 2 })
    const ids = [await start(long), await start(long), await start(long)]
    await expect.poll(async () => (await row(ids[1] ?? '')).state, { interval: 10 }).toBe('running')
    for (let run = 0; run < 3; run++) await becomes(await start(urgent), 'done')
    expect((await row(ids[2] ?? '')).state).toBe('queued')
    release()
    for (const id of ids) await becomes(id, 'done')
  })

  it('unknown to this release waits for a process that knows it', async () => {
    const unknown = make(async () => ({ done: 1 }))
    const known = make(async () => ({ done: 1 }))
    work([known])
    const id = await start(unknown)
    await becomes(await start(known), 'done')
    expect((await row(id)).state).toBe('queued')
    work([unknown])
    await becomes(id, 'done')
  })
})

describe('an attempt that fails', () => {
  it('is repeated after a growing pause; administrators see the error without parameters', async () => {
    const at: number[] = []
    const { db } = first().database
    const shaky = make(async () => {
      at.push(performance.now())
      if (at.length < 3) await db.execute(sql`select ${'a secret'}::int`)
      return { done: 1 }
    })
    work([shaky], { pauseMs: 150 })
    const id = await start(shaky)
    await expect.poll(async () => (await row(id)).error, { interval: 5 }).toContain('invalid input syntax')
    expect((await row(id)).error).not.toContain('params')
    await becomes(id, 'done')
    const [one = 0, two = 0, three = 0] = at
    expect(two - one).toBeGreaterThanOrEqual(150)
    expect(three - two).toBeGreaterThanOrEqual(300)
    expect(await row(id)).toMatchObject({ attempts: 3, error: '' })
  })

  it('too often sets the job aside, with a message for its owner and the error for administrators', async () => {
    let ran = 0
    const bad = make(
      async () => {
        ran++
        throw new Error('no such thing')
      },
      { retries: 2 },
    )
    work([bad])
    const id = await start(bad)
    await becomes(id, 'failed')
    expect(ran).toBe(3)
    expect(await row(id)).toMatchObject({
      message: '执行出错，多次重试仍未成功',
      error: 'Error: no such thing',
    })
  })

  it('with a refusal, or with invalid input, is not repeated', async () => {
    const refused = make(async () => {
      throw refuse('conflict', { msg: '文件已过期' })
    })
    work([refused])
    const [id, misfit] = [await start(refused), await start(refused, { text: 'x'.repeat(21) })]
    await becomes(id, 'failed')
    await becomes(misfit, 'failed')
    expect(await row(id)).toMatchObject({ attempts: 1, message: '文件已过期' })
    expect(await row(misfit)).toMatchObject({ attempts: 1, message: '文字最多20个字符' })
  })

  it('by taking too long is ended, also if it ignores the signal', async () => {
    const endless = make(() => new Promise(() => {}), { retries: 0, timeLimitMs: 30 })
    work([endless])
    const id = await start(endless)
    await becomes(id, 'failed')
    expect((await row(id)).message).toBe('执行超时')
  })
})

describe('finish', () => {
  const addAndFinish = (name: string, before: (context: JobContext<Input>) => Promise<void> = async () => {}) =>
    make(async (context) =>
      transact(context.core, async (tx) => {
        await tx.insert(departments).values({ name })
        await before(context)
        return context.finish(tx, { done: 1, message: '已新增' })
      }),
    )
  const departmentsCalled = (name: string) =>
    first().database.db.select().from(departments).where(eq(departments.name, name))

  it('commits the effect with the end', async () => {
    const add = addAndFinish('一次')
    work([add])
    const id = await start(add)
    await becomes(id, 'done')
    expect(await row(id)).toMatchObject({ message: '已新增', attempts: 1 })
    expect(await departmentsCalled('一次')).toHaveLength(1)
  })

  it('rolls back the effect of an attempt whose lease was lost, and does not touch the new one', async () => {
    const { db } = first().database
    const loseLease = async ({ id }: JobContext<Input>) => {
      if ((await row(id)).attempts > 1) return
      await db.update(jobRuns).set({ attempts: 2, state: 'queued' }).where(eq(jobRuns.id, id))
    }
    const add = addAndFinish('两次', (context) => outsideTransaction(() => loseLease(context)))
    work([add])
    const id = await start(add)
    await becomes(id, 'done')
    expect((await row(id)).attempts).toBe(3)
    expect(await departmentsCalled('两次')).toHaveLength(1)
  })
})

describe('a process that stops', () => {
  it('lets a job finish within the grace period', async () => {
    const short = make(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { done: 1 }
    })
    const worker = work([short], { graceMs: 2_000 })
    const id = await start(short)
    await becomes(id, 'running')
    await worker.stop()
    expect((await row(id)).state).toBe('done')
  })

  it('hands other jobs over at once, and the attempt does not count', async () => {
    const ran: string[] = []
    const long = make(async ({ signal, id }) => (ran.push(id) === 1 ? untilAborted(signal) : { done: 1 }), {
      retries: 0,
    })
    const worker = work([long])
    const id = await start(long)
    await becomes(id, 'running')
    await worker.stop()
    expect(await row(id)).toMatchObject({ state: 'queued', triesLeft: 1 })
    work([long], {}, second)
    await becomes(id, 'done')
    expect(ran).toEqual([id, id])
  })
})

describe('a schedule', () => {
  it('adds one run for a slot over all processes', async () => {
    let ran = 0
    const hourly = make(async () => ({ done: ++ran }), { schedule: { every: 60 } })
    work([hourly])
    work([hourly], {}, second)
    const runs = () => first().database.db.select().from(jobRuns).where(eq(jobRuns.name, hourly.name))
    await expect.poll(async () => (await runs()).at(0)?.state).toBe('done')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await runs()).toHaveLength(1)
    expect(ran).toBe(1)
    const [run] = await runs()
    const slot = Number(run?.slot?.split(' ')[1])
    expect(Math.abs(slot - (Date.now() / 3_600_000 + 8))).toBeLessThan(2)
    expect(run).toMatchObject({ ownerId: null, input: {} })
  })
})
