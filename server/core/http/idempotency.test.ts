// Writes with an Idempotency-Key, over HTTP: done once, same reply to a repetition, nothing stored of a failed write.
import { sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Fields, Id, Nothing, Text } from '#contract/fields.ts'
import { beginSecondFactor } from '#contract/identity/account-security.ts'
import { addOrUpdateUser } from '#contract/organisation/users.ts'
import { PASSWORD } from '#test/constants.ts'
import { rootDepartment } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { transact } from '../core.ts'
import { sweepRequests } from './idempotency.ts'
import { attemptEach, outcomes } from './outcomes.ts'
import { refuse } from './refusal.ts'
import { serve } from './serve.ts'

const write = <P extends `/${string}`>(path: P) =>
  endpoint({
    summary: path,
    method: 'POST',
    path,
    access: signedIn,
    effect: 'write',
    body: Fields({ name: Text('名称', 40) }),
    data: Type.Object({ name: Type.String(), greeting: Type.String() }),
  })
const slow = write('/api/test/slow')
const broken = write('/api/test/broken')
const more = write('/api/test/more')
const partly = endpoint({ ...write('/api/test/partly'), body: Fields({ id: Id() }), data: Nothing })

const rename = (name: string) => sql`insert into departments (name, parent_id) select ${name}, min(id) from departments`

/** Signals that the slow act has begun, and lets it end. */
const slowAct = { begun: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() }

const server = testServer({}, [
  serve(slow, ({ body: { name }, core }) =>
    transact(core, async (tx) => {
      await tx.execute(rename(name))
      slowAct.begun.resolve()
      await slowAct.end.promise
      return { name, greeting: 'slow' }
    }),
  ),
  serve(broken, ({ body: { name }, core }) =>
    transact(core, async (tx) => {
      await tx.execute(rename(name))
      throw new Error('before the commit')
    }),
  ),
  // returns more than its transaction, and a field that the reply's schema lacks
  serve(more, async ({ body: { name }, core }) => {
    const inner = await transact(core, async (tx) => {
      await tx.execute(rename(name))
      return { name, password: 'inner' }
    })
    return { ...inner, greeting: `你好，${name}` }
  }),
  serve(partly, async ({ body: { id }, core }) =>
    outcomes(
      await transact(core, (tx) =>
        attemptEach(
          tx,
          [
            { id, name: '甲' },
            { id: '2', name: '乙' },
          ],
          async (inner, row) => {
            await inner.execute(rename(`partly ${row.name}`))
            if (row.name === '乙') throw refuse('conflict', { msg: '乙已停用' })
          },
        ),
      ),
    ),
  ),
])

let admin: Person
let count = 0
const nextKey = () => `test-key-${++count}`

beforeAll(async () => {
  admin = await server().as('administrator')
})

const post = (path: string, body: object, key: string, person = admin) =>
  server().send('POST', path, body, { token: person.token, headers: { 'idempotency-key': key } })

const departments = async (name: string) =>
  (await server().database.pool.query('select 1 from departments where name = $1', [name])).rowCount
const storedOf = async (key: string) =>
  (await server().database.pool.query('select * from request_keys where key = $1', [key])).rows

const form = async (userName: string) => {
  const { pool, db } = server().database
  const { rows } = await pool.query("select id from roles where code = 'reviewer'")
  const mobile = `138${String(++count).padStart(8, '0')}`
  return {
    userName,
    realName: userName,
    mobile,
    password: 'Abc12345@',
    deptId: await rootDepartment(db),
    roleId: String(rows[0].id),
  }
}

describe('§9 a write with an Idempotency-Key', () => {
  it('is done once, with the same reply; the input is stored only as a hash', async () => {
    const key = nextKey()
    const body = await form('onlyonce')
    const first = await post(addOrUpdateUser.path, body, key)
    const second = await post(addOrUpdateUser.path, body, key)
    expect(first).toMatchObject({ code: 200, data: { id: expect.stringMatching(/^\d+$/), version: 1 } })
    expect({ ...second, headers: null }).toEqual({ ...first, headers: null })
    const { rowCount } = await server().database.pool.query("select 1 from users where user_name = 'onlyonce'")
    expect(rowCount).toBe(1)
    expect(JSON.stringify(await storedOf(key))).not.toContain(body.password)
  })

  it('is refused with another input (422); the same key of another caller does not conflict', async () => {
    const key = nextKey()
    await post(more.path, { name: '同键' }, key)
    expect(await post(more.path, { name: '他物' }, key)).toMatchObject({ status: 422, code: 422 })
    expect(await departments('他物')).toBe(0)
    const other = await server().as('administrator')
    expect((await post(more.path, { name: '同键' }, key, other)).code).toBe(200)
    expect(await departments('同键')).toBe(2)
  })

  it('is refused while the same write is running (409), however often', async () => {
    const key = nextKey()
    const first = post(slow.path, { name: '慢' }, key)
    await slowAct.begun.promise
    for (const _ of [1, 2]) {
      expect(await post(slow.path, { name: '慢' }, key)).toMatchObject({ code: 409, msg: '相同的操作正在处理，请稍候' })
    }
    slowAct.end.resolve()
    expect((await first).data).toEqual({ name: '慢', greeting: 'slow' })
    expect((await post(slow.path, { name: '慢' }, key)).data).toEqual({ name: '慢', greeting: 'slow' })
    expect(await departments('慢')).toBe(1)
  })

  it('stores nothing if it failed before its commit or was refused', async () => {
    const key = nextKey()
    expect((await post(broken.path, { name: '断' }, key)).status).toBe(500)
    expect(await storedOf(key)).toEqual([])
    expect(await departments('断')).toBe(0)
    expect((await post(addOrUpdateUser.path, { ...(await form('refused')), deptId: '999999' }, key)).status).toBe(400)
    expect(await storedOf(key)).toEqual([])
  })

  it('stores the reply as sent, also where the transaction returns something else', async () => {
    const key = nextKey()
    const reply = await post(more.path, { name: '多' }, key)
    expect(reply.data).toEqual({ name: '多', greeting: '你好，多' })
    const [row] = await storedOf(key)
    expect(JSON.parse(row.reply).data).toEqual(reply.data)
    expect((await post(more.path, { name: '多' }, key)).data).toEqual(reply.data)
  })

  it('stores a partial success (602), and does not repeat it', async () => {
    const key = nextKey()
    const rows = [
      { id: '1', name: '甲', ok: true, msg: '' },
      { id: '2', name: '乙', ok: false, msg: '乙已停用' },
    ]
    const wanted = { status: 200, code: 602, success: false, data: rows, msg: '成功 1 项，失败 1 项' }
    expect(await post(partly.path, { id: '1' }, key)).toMatchObject(wanted)
    expect(await post(partly.path, { id: '1' }, key)).toMatchObject(wanted)
    expect([await departments('partly 甲'), await departments('partly 乙')]).toEqual([1, 0])
  })

  it('stores no reply with a secret (409 已处理)', async () => {
    const person = await server().as('reviewer')
    const key = nextKey()
    const body = { password: PASSWORD }
    const first = await post(beginSecondFactor.path, body, key, person)
    if (first.code !== 200) throw new Error(first.msg)
    expect((await storedOf(key))[0].reply).toBeNull()
    expect(await post(beginSecondFactor.path, body, key, person)).toMatchObject({
      code: 409,
      msg: '已处理，请刷新查看结果',
    })
  })

  it('refuses a malformed key', async () => {
    expect(await post(more.path, { name: 'x' }, 'short')).toMatchObject({ status: 400 })
  })

  it('expires after 24 hours', async () => {
    const key = nextKey()
    const { pool, db } = server().database
    await post(more.path, { name: '隔日' }, key)
    await pool.query("update request_keys set created_at = now() - interval '25 hours' where key = $1", [key])
    expect((await post(more.path, { name: '隔日' }, key)).code).toBe(200)
    expect(await departments('隔日')).toBe(2)
    await pool.query("update request_keys set created_at = now() - interval '25 hours' where key = $1", [key])
    await pool.query("insert into used_confirmations values ('old', now() - interval '6 minutes'), ('new', now())")
    expect(await sweepRequests(db)).toBe(2)
    expect(await storedOf(key)).toEqual([])
  })
})
