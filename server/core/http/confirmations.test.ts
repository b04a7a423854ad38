// Confirmation of far-reaching acts, over HTTP: 600 with a preview, then the same call with its token, once.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Fields, Ids, Nothing } from '#contract/fields.ts'
import { makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { transact } from '../core.ts'
import { confirmed } from './confirmations.ts'
import { serve } from './serve.ts'

const clear = endpoint({
  summary: '清空备注',
  method: 'POST',
  path: '/api/test/clearRemarks',
  access: signedIn,
  effect: 'write',
  body: Fields({ ids: Ids() }),
  data: Nothing,
})
const clearToo = endpoint({ ...clear, path: '/api/test/clearRemarksToo' })

const serveClear = (of: typeof clear | typeof clearToo) =>
  serve(of, async (context) => {
    const { body, core } = context
    await transact(core, async (tx) => {
      const among = sql`id = any(${sql.param(body.ids)}::bigint[])`
      const { rows } = await tx.execute<{ name: string; version: number }>(
        sql`select user_name as name, version from users where ${among} order by id for update`,
      )
      const names = rows.map(({ name }) => name)
      await confirmed(tx, context, {
        preview: { text: '将清空以下员工的备注', groups: [{ title: '员工', count: names.length, names }] },
        versions: rows.map(({ version }) => version),
      })
      await tx.execute(sql`update users set remark = remark || '+' where ${among}`)
    })
    return null
  })

const server = testServer({}, [serveClear(clear), serveClear(clearToo)])
let admin: Person
let user: { id: string; userName: string }

beforeAll(async () => {
  admin = await server().as('administrator')
  user = await makeUser(server().database.db)
})

type Sent = { token?: string; path?: string; person?: Person; ids?: string[] }
const post = ({ token, path = clear.path, person = admin, ids = [user.id] }: Sent = {}) =>
  server().send('POST', path, { ids }, { token: person.token, headers: token ? { 'x-confirm-token': token } : {} })

const tokenOf = (reply: { data: unknown }) => (reply.data as { confirmToken: string }).confirmToken
const remark = async () =>
  (await server().database.pool.query('select remark from users where id = $1', [user.id])).rows[0].remark as string

describe('§8 600: an act that needs confirmation', () => {
  it('first shows a preview and changes nothing; with the token it is done, once', async () => {
    const initial = await post()
    expect(initial).toMatchObject({
      status: 200,
      code: 600,
      success: false,
      msg: '请确认后再继续',
      data: { preview: { text: '将清空以下员工的备注', groups: [{ count: 1, names: [user.userName] }] } },
    })
    expect(await remark()).toBe('')
    const token = tokenOf(initial)
    expect(await post({ token })).toMatchObject({ code: 200, data: null })
    expect(await remark()).toBe('+')
    const again = await post({ token })
    expect(again).toMatchObject({ code: 600, msg: '确认已失效或数据已变化，请重新确认' })
    expect(await remark()).toBe('+')
  })

  it('is done once if the token comes twice at the same time', async () => {
    const before = await remark()
    const token = tokenOf(await post())
    const replies = await Promise.all([post({ token }), post({ token }), post({ token })])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 600, 600])
    expect(await remark()).toBe(`${before}+`)
  })

  it.each([3_600_000, -3_600_000])('a token works across processes whose clocks differ by %d ms', async (ms) => {
    const token = tokenOf(await post())
    const realNow = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
    expect((await post({ token })).code).toBe(200)
    const theirs = tokenOf(await post())
    vi.restoreAllMocks()
    expect((await post({ token: theirs })).code).toBe(200)
  })

  it('needs a new confirmation if the rows have changed since', async () => {
    const token = tokenOf(await post())
    await server().database.pool.query('update users set version = version + 1 where id = $1', [user.id])
    const again = await post({ token })
    expect(again.code).toBe(600)
    expect((await post({ token: tokenOf(again) })).code).toBe(200)
  })

  it('accepts the token from no other caller, for no other call or input, nor after its expiry', async () => {
    const before = await remark()
    const token = tokenOf(await post())
    const other = await server().as('administrator')
    const second = await makeUser(server().database.db)
    expect((await post({ token, person: other })).code).toBe(600)
    expect((await post({ token, path: clearToo.path })).code).toBe(600)
    expect((await post({ token, ids: [user.id, second.id] })).code).toBe(600)
    const [nonce, until, seal] = token.split('.')
    expect((await post({ token: `${nonce}.${Number(until) + 1}.${seal}` })).code).toBe(600)
    expect((await post({ token: 'none' })).code).toBe(600)
    expect(await remark()).toBe(before)
    const late = `${nonce}.1000000000.${seal}`
    expect((await post({ token: late })).code).toBe(600)
  })
})
