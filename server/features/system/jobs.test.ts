// Background jobs over HTTP: one's own, and everybody's.
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import {
  cancelAnyJob,
  cancelJob,
  getAnyJob,
  getJob,
  type JobState,
  queryJobs,
  queryOwnJobs,
  removeJobs,
  retryAnyJob,
  retryJob,
} from '#contract/system/jobs.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
const db = () => server().database.db
let owner: Person
let other: Person
let reader: Person
let keeper: Person

beforeAll(async () => {
  const powerless = (await makeRole(db())).code
  owner = await server().as(powerless)
  other = await server().as(powerless)
  reader = await server().as((await makeRole(db(), 'jobs.view')).code)
  keeper = await server().as((await makeRole(db(), 'jobs.view', 'jobs.disable', 'jobs.open')).code)
})
afterEach(() => db().delete(jobRuns))

type Columns = typeof jobRuns.$inferInsert
type Run = { [K in keyof Columns]?: Columns[K] | SQL }
/** A run that no worker claims, as no job has this name. */
async function add(run: Run = {}): Promise<string> {
  const [added] = await db()
    .insert(jobRuns)
    .values({
      name: 'test.none',
      title: '导出',
      ownerId: owner.id,
      author: {},
      input: {},
      tries: 4,
      triesLeft: 0,
      ...run,
    })
    .returning()
  return added?.id ?? ''
}
const row = async (id: string) => (await db().select().from(jobRuns).where(eq(jobRuns.id, id)))[0]
const missing = { status: 404, code: 20404, msg: '数据不存在' }

describe('one’s own jobs', () => {
  it('§4 lists one’s own, newest first, with progress and end', async () => {
    await add({ title: '导入', state: 'partly', done: 10, total: 10, failed: 3, message: '3 行有误', attempts: 1 })
    await add({ title: '导出', state: 'running', done: 40, total: 100, note: '第 40 行', cancelAskedAt: sql`now()` })
    await add({ title: '他人', ownerId: other.id })
    const { data } = await owner.call(queryOwnJobs, {})
    expect(data.records.map(({ title }) => title)).toEqual(['导出', '导入'])
    expect(data.records[0]).toMatchObject({ done: 40, total: 100, note: '第 40 行', isCancelling: true, fileUrl: null })
    expect(data.records[1]).toMatchObject({ failed: 3, message: '3 行有误', isCancelling: false })
    expect(data.records[0]).not.toHaveProperty('error')
    expect((await owner.call(queryOwnJobs, { state: 'partly' })).data.total).toBe(1)
  })

  it('§4 returns one with a link to its file, for its owner only', async () => {
    const id = await add({ state: 'done', fileId: '123' })
    const { data } = await owner.call(getJob, { id })
    expect(data.fileUrl).toMatch(new RegExp(`/file/123\\?.*user=${owner.id}`))
    expect(await other.call(getJob, { id })).toMatchObject(missing)
  })

  it('§4 cancels a queued one at once, and asks a running one to stop', async () => {
    const [queued, running] = [await add(), await add({ state: 'running' })]
    await owner.call(cancelJob, { id: queued })
    await owner.call(cancelJob, { id: running })
    expect(await row(queued)).toMatchObject({ state: 'cancelled', message: '已取消', endedAt: expect.any(String) })
    expect(await row(running)).toMatchObject({ state: 'running', cancelAskedAt: expect.any(String) })
  })

  it('§4 restarts a failed or cancelled one', async () => {
    const id = await add({
      state: 'failed',
      done: 3,
      total: 9,
      message: '执行出错',
      attempts: 4,
      cancelAskedAt: sql`now()`,
    })
    await owner.call(retryJob, { id })
    expect(await row(id)).toMatchObject({ state: 'queued', done: 0, total: 0, message: '', triesLeft: 4, attempts: 4 })
    expect((await row(id))?.cancelAskedAt).toBeNull()
  })

  it.each([
    ['cancel', cancelJob, 'done', '任务已结束，不能取消'],
    ['cancel', cancelJob, 'failed', '任务已结束，不能取消'],
    ['repeat', retryJob, 'running', '只有失败或已取消的任务可以重试'],
    ['repeat', retryJob, 'partly', '只有失败或已取消的任务可以重试'],
  ] as const)('§4 does not %s where it makes no sense (%#)', async (_act, call, state, msg) => {
    const id = await add({ state })
    expect(await owner.call(call, { id })).toMatchObject({ status: 409, code: 409, msg })
  })

  it('§4 does not act on jobs of others, also for people who may read all', async () => {
    const [queued, failed] = [await add(), await add({ state: 'failed' })]
    for (const person of [other, reader]) {
      expect(await person.call(cancelJob, { id: queued })).toMatchObject(missing)
      expect(await person.call(retryJob, { id: failed })).toMatchObject(missing)
    }
    expect(await row(queued)).toMatchObject({ state: 'queued' })
  })
})

describe('everybody’s jobs', () => {
  const titles = async (query: Parameters<typeof reader.call<typeof queryJobs>>[1]) =>
    (await reader.call(queryJobs, query)).data.records.map(({ title }) => title)

  it('§2 finds them by state, name, person and day, and sorts', async () => {
    const far = sql`now() - interval '3 days'`
    const somebody = await makeUser(db(), { realName: '王小明' })
    await add({ title: '导出 100%', state: 'failed', error: 'Error: x', attempts: 4, ownerId: somebody.id })
    await add({ title: '清理', ownerId: null, state: 'done', createdAt: far, attempts: 1 })
    await add({ title: '导入', attempts: 2 })
    expect(await titles({ withSystem: true })).toEqual(['导入', '清理', '导出 100%'])
    expect(await titles({})).toEqual(['导入', '导出 100%'])
    expect(await titles({ state: 'failed' })).toEqual(['导出 100%'])
    expect(await titles({ title: '%' })).toEqual(['导出 100%'])
    expect(await titles({ owner: '小明' })).toEqual(['导出 100%'])
    expect(await titles({ owner: somebody.userName })).toEqual(['导出 100%'])
    expect(await titles({ descs: ['attempts'], withSystem: true })).toEqual(['导出 100%', '导入', '清理'])
    const before = addDays(dayOf(Date.now()), -3)
    expect(await titles({ from: before, to: before, withSystem: true })).toEqual(['清理'])
    const { data } = await reader.call(queryJobs, { descs: ['attempts'], withSystem: true })
    expect(data.records[0]).toMatchObject({ ownerName: '王小明' })
    expect(data.records[0]).not.toHaveProperty('error')
    expect(data.records[2]).toMatchObject({ ownerName: null, ownerUserName: null })
  })

  it('§2 hides what the schedule runs by itself, but not what ended badly there', async () => {
    await add({ title: '清理', ownerId: null, state: 'done' })
    await add({ title: '备份', ownerId: null, state: 'failed' })
    await add({ title: '汇率', ownerId: null, state: 'partly' })
    await add({ title: '导入', state: 'done' })
    expect(await titles({})).toEqual(['导入', '汇率', '备份'])
    expect(await titles({ withSystem: true })).toHaveLength(4)
  })

  it('§2 cancels and restarts each of them, notifies its owner, and audits it', async () => {
    const [queued, failed] = [await add(), await add({ state: 'failed' })]
    const here = await connect(server().base, owner)
    await keeper.call(cancelAnyJob, { id: queued })
    await keeper.call(retryAnyJob, { id: failed })
    expect([(await row(queued))?.state, (await row(failed))?.state]).toEqual(['cancelled', 'queued'])
    const states = () => new Map<string, JobState>(here.of('job').map(({ data }) => [data.jobId, data.state]))
    await expect.poll(() => states().get(queued)).toBe('cancelled')
    await expect.poll(() => states().get(failed)).toBe('queued')
    const acts = await db().select().from(auditLog).where(eq(auditLog.actorId, keeper.id)).orderBy(auditLog.id)
    expect(acts).toMatchObject([
      { action: 'job.cancel', targetType: 'job', targetId: queued, before: { state: 'queued' } },
      { action: 'job.retry', targetType: 'job', targetId: failed, before: { state: 'failed' } },
    ])
    here.socket.close()
  })

  it('§6 shows the last error only with the right to details', async () => {
    const id = await add({ state: 'failed', error: 'Error: x' })
    const looker = await server().as((await makeRole(db(), 'jobs.details')).code)
    expect((await looker.call(getAnyJob, { id })).data).toMatchObject({ title: '导出', error: 'Error: x' })
    expect(await looker.call(getAnyJob, { id: '999999' })).toMatchObject(missing)
    expect(await reader.call(getAnyJob, { id })).toMatchObject({ status: 403 })
  })

  it('§6 deletes finished ones of people, and audits it', async () => {
    const cleaner = await server().as((await makeRole(db(), 'jobs.delete')).code)
    const [ended, running, scheduled] = [
      await add({ state: 'done' }),
      await add({ state: 'running' }),
      await add({ state: 'done', ownerId: null, slot: 'test.daily 1' }),
    ]
    const remove = (...ids: string[]) => cleaner.call(removeJobs, { ids })
    expect(await remove(ended, running)).toMatchObject({ code: 409, msg: '任务还没有结束，请先取消' })
    expect(await remove(ended, scheduled)).toMatchObject({ code: 409 })
    expect(await remove(ended, '999999')).toMatchObject(missing)
    expect(await row(ended)).toBeDefined()
    expect((await remove(ended)).code).toBe(200)
    expect(await row(ended)).toBeUndefined()
    expect(await db().select().from(auditLog).where(eq(auditLog.actorId, cleaner.id))).toMatchObject([
      { action: 'job.delete', targetId: ended, before: { title: '导出', state: 'done' } },
    ])
    expect(await keeper.call(removeJobs, { ids: [running] })).toMatchObject({ status: 403 })
  })

  it('§6 refuses without the right', async () => {
    const id = await add()
    expect(await other.call(queryJobs, {})).toMatchObject({ status: 403, code: 403 })
    expect(await reader.call(cancelAnyJob, { id })).toMatchObject({ status: 403, code: 403 })
    expect(await reader.call(retryAnyJob, { id })).toMatchObject({ status: 403, code: 403 })
  })

  it('§9 refuses an invalid query and an unknown job', async () => {
    const refused = await server().send('POST', queryJobs.path, { state: 'open' }, { token: reader.token })
    expect(refused).toMatchObject({ status: 400, msg: '状态不在可选范围内' })
    const reply = await reader.call(queryJobs, { from: '2026-02-02', to: '2026-02-01' })
    expect(reply).toMatchObject({ status: 400, msg: '开始日期不能晚于结束日期' })
    expect(await keeper.call(cancelAnyJob, { id: '999999' })).toMatchObject(missing)
    const bad = await server().send('POST', cancelJob.path, { id: 'x' }, { token: owner.token })
    expect(bad).toMatchObject({ status: 400, msg: '任务不正确' })
  })
})
