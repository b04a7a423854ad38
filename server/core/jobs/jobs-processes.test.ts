// Background jobs in real processes: killed midway, poisoned, cancelled from another process, many at once, stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cancelAnyJob } from '#contract/system/jobs.ts'
import { openClient } from '#server/db/connection.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { testServer } from '#test/http.ts'
import { poison, stepwise } from '#test/job-process.ts'
import { quickLoading } from '#test/processes.ts'
import { type Author, transact } from '../core.ts'
import { type Job, startJob } from './jobs.ts'

const server = testServer()
const nobody: Author = { id: null, name: '', address: '', requestId: '' }
const script = join(import.meta.dirname, '../../../test/job-process.ts')
const options = { pollMs: 100, leaseMs: 1_000, pauseMs: 20, graceMs: 50, heedMs: 500, slots: 3 }

type Process = { child: ChildProcess; pid: number; output: () => string }
const processes: Process[] = []
const lives = ({ child }: Process) => child.exitCode === null && child.signalCode === null

/** Exactly `count` live processes. Those of the previous test are reused, as a start costs more than a test. */
async function alive(count: number): Promise<Process[]> {
  const left = processes.filter(lives)
  await Promise.all(left.slice(count).map((each) => end(each, 'SIGKILL')))
  const fresh = Array.from({ length: Math.max(0, count - left.length) }, startProcess)
  return [...left.slice(0, count), ...(await Promise.all(fresh))]
}

async function startProcess(): Promise<Process> {
  const { connection } = server().database
  const args = [...quickLoading, script, JSON.stringify(connection), JSON.stringify(options)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const started = { child, pid: child.pid ?? 0, output: () => output }
  processes.push(started)
  await expect.poll(() => output, { timeout: 50_000 }).toContain('ready')
  return started
}

async function end(process: Process, signal: NodeJS.Signals): Promise<void> {
  if (!lives(process)) return
  process.child.kill(signal)
  await once(process.child, 'exit')
}

beforeAll(async () => {
  const { owner, connection } = server().database
  const client = openClient(owner)
  await client.connect()
  await client.query(`create table job_effects (job_id bigint not null, pid int not null);
    grant select, insert, delete on job_effects to ${client.escapeIdentifier(connection.user ?? '')}`)
  await client.end()
})
afterEach(() => server().database.pool.query('delete from job_effects'))
afterAll(() => server().database.db.delete(jobRuns))
afterAll(() => Promise.all(processes.map((each) => end(each, 'SIGKILL'))))

const start = <Input>(started: Job<Input>, input: Input) =>
  transact(server().server.core, (tx) => startJob(tx, started, input, nobody))
const row = async (id: string) => (await server().database.db.select().from(jobRuns).where(eq(jobRuns.id, id)))[0]
const becomes = (id: string, state: string) =>
  expect.poll(async () => (await row(id))?.state, { interval: 20 }).toBe(state)
const effects = async () =>
  (await server().database.pool.query<{ job_id: string; pid: number }>('select job_id::text, pid from job_effects'))
    .rows

/** Two processes, and a long job that one of them has begun. */
async function startTwoWithJob(): Promise<{ id: string; runner: Process; other: Process }> {
  const both = await alive(2)
  const id = await start(stepwise, { steps: 150 })
  const begun = () => both.findIndex(({ output }) => output().includes(`begun ${id}\n`))
  await expect.poll(begun, { interval: 10 }).not.toBe(-1)
  const [runner, other] = begun() === 0 ? both : both.toReversed()
  if (!runner || !other) throw new Error('no processes')
  return { id, runner, other }
}

it('a job whose process is killed is done by another one, with one effect', async () => {
  const { id, runner, other } = await startTwoWithJob()
  await expect.poll(async () => (await row(id))?.done, { interval: 10 }).toBeGreaterThan(0)
  await end(runner, 'SIGKILL')
  await becomes(id, 'done')
  expect(await effects()).toEqual([{ job_id: id, pid: other.pid }])
  expect(await row(id)).toMatchObject({ attempts: 2, done: 150, total: 150 })
})

it('a job that kills its process is set aside, and the others go on', async () => {
  const [first] = await alive(1)
  const id = await start(poison, {})
  const kind = await start(stepwise, { steps: 3 })
  await expect.poll(() => first?.child.signalCode).toBe('SIGKILL')
  const [second] = await alive(1)
  await expect.poll(() => second?.child.signalCode).toBe('SIGKILL')
  const [last] = await alive(1)
  await becomes(id, 'failed')
  await becomes(kind, 'done')
  expect(await row(id)).toMatchObject({ attempts: 2, message: '执行多次中断，已停止重试' })
  expect((await effects()).filter(({ job_id }) => job_id === kind)).toHaveLength(1)
  expect(last?.child.signalCode).toBeNull()
})

it('a job is cancelled from another process', async () => {
  await alive(1)
  const id = await start(stepwise, { steps: 500 })
  await becomes(id, 'running')
  const admin = await server().as('administrator')
  expect(await admin.call(cancelAnyJob, { id })).toMatchObject({ code: 200 })
  await becomes(id, 'cancelled')
  expect(await effects()).toEqual([])
})

it('two processes share a hundred jobs, each done once', async () => {
  const both = await alive(2)
  const ids = await transact(server().server.core, async (tx) => {
    const all: string[] = []
    for (let count = 0; count < 100; count++) all.push(await startJob(tx, stepwise, { steps: 1 }, nobody))
    return all
  })
  await expect.poll(async () => (await effects()).length).toBe(100)
  const done = await effects()
  expect(new Set(done.map(({ job_id }) => job_id))).toEqual(new Set(ids))
  expect(new Set(done.map(({ pid }) => pid))).toEqual(new Set(both.map(({ pid }) => pid)))
  const begun = both.flatMap(({ output }) => [...output().matchAll(/begun (\d+)/g)].map(([, id = '']) => id))
  // one each, unless a busy machine let a lease expire: then the claim is another attempt
  const rows = await server().database.db.select().from(jobRuns).where(inArray(jobRuns.id, ids))
  const attempts = rows.reduce((sum, run) => sum + run.attempts, 0)
  expect(begun.filter((id) => ids.includes(id))).toHaveLength(attempts)
})

it('SIGTERM hands a long job over at once', async () => {
  const { id, runner, other } = await startTwoWithJob()
  await end(runner, 'SIGTERM')
  expect(runner.child.exitCode).toBe(0)
  await becomes(id, 'done')
  expect(await effects()).toEqual([{ job_id: id, pid: other.pid }])
  expect(await row(id)).toMatchObject({ triesLeft: stepwise.retries })
})
