// Personal settings, over HTTP.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getLoginUserInfo, refreshUserInfo } from '#contract/identity/own-account.ts'
import { requestToken } from '#contract/identity/sign-in.ts'
import {
  getPageOpenType,
  getUserReview,
  type ReviewType,
  setPageOpenType,
  updateUserReview,
} from '#contract/system/settings.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
/** A person without any right: these calls require none. */
const somebody = async () => server().as((await makeRole(db())).code)
const on = { priceReview: 1, newReview: 1, reportReview: 1, transactionPriceReview: 1 }
const rowOf = async ({ id }: Person) => (await db().select().from(users).where(eq(users.id, id)))[0]

describe('GET /api/backend/getUserReview, POST /api/backend/updateUserReview', () => {
  it.each([
    [1, 'priceReview'],
    [2, 'newReview'],
    [3, 'transactionPriceReview'],
    [4, 'reportReview'],
  ] as const)('§3 type %i switches %s, and no other flag', async (type: ReviewType, flag) => {
    const person = await somebody()
    expect(await person.call(updateUserReview, { id: person.id, type, review: 0 })).toMatchObject({ code: 200 })
    const off = { ...on, [flag]: 0 }
    expect((await person.call(getUserReview)).data).toEqual({ id: person.id, ...off })
    expect((await person.call(getLoginUserInfo)).data).toMatchObject(off)
    await person.call(updateUserReview, { id: person.id, type, review: 1 })
    expect((await person.call(getUserReview)).data).toEqual({ id: person.id, ...on })
  })

  it('§6 refuses another person’s id, for administrators too', async () => {
    const [admin, other] = [await server().as('administrator'), await somebody()]
    const reply = await admin.call(updateUserReview, { id: other.id, type: 1, review: 0 })
    expect(reply).toMatchObject({ status: 403, code: 403 })
    expect((await other.call(getUserReview)).data).toMatchObject(on)
  })

  it('keeps the version of the account, so that an open form stays valid', async () => {
    const person = await somebody()
    const before = await rowOf(person)
    await person.call(updateUserReview, { id: person.id, type: 2, review: 0 })
    await person.call(setPageOpenType, { type: 1 })
    expect((await rowOf(person))?.version).toBe(before?.version)
    expect(await db().select().from(auditLog).where(eq(auditLog.targetId, person.id))).toEqual([])
  })

  it.each([
    [{ type: 0, review: 1 }, '提醒类型不在可选范围内'],
    [{ type: 5, review: 1 }, '提醒类型不在可选范围内'],
    [{ type: '1', review: 1 }, '提醒类型应为整数'],
    [{ type: 1.5, review: 1 }, '提醒类型应为整数'],
    [{ type: 1, review: 2 }, '提醒开关不在可选范围内'],
    [{ type: 1, review: true }, '提醒开关应为整数'],
    [{ type: 1 }, '提醒开关不能为空'],
  ])('§9 refuses %j', async (input, msg) => {
    const person = await somebody()
    const body = { id: person.id, ...input }
    const reply = await server().send('POST', updateUserReview.path, body, { token: person.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
    expect((await person.call(getUserReview)).data).toMatchObject(on)
  })
})

describe('GET /api/backend/getPageOpenType, POST /api/backend/setPageOpenType', () => {
  it('§2 is 0 at first, is set to 1 and back, and the session shows it at once', async () => {
    const person = await somebody()
    expect((await person.call(getPageOpenType)).data).toBe(0)
    for (const type of [1, 0] as const) {
      expect(await person.call(setPageOpenType, { type })).toMatchObject({ code: 200, success: true, msg: '操作成功' })
      expect((await person.call(getPageOpenType)).data).toBe(type)
      expect((await person.call(refreshUserInfo)).data.pageOpenMethod).toBe(type)
    }
    await person.call(setPageOpenType, { type: 1 })
    const renewal = {
      grant_type: 'refresh_token',
      client_id: 'console',
      client_secret: 'console',
      refresh_token: person.refreshToken,
    } as const
    expect((await server().nobody.call(requestToken, renewal)).data.pageOpenMethod).toBe(1)
  })

  it('is stored for each person, and accepts a form as well', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const form = new URLSearchParams({ type: '1' })
    expect((await server().send('POST', setPageOpenType.path, form, { token: one.token })).code).toBe(200)
    expect((await one.call(getPageOpenType)).data).toBe(1)
    expect((await other.call(getPageOpenType)).data).toBe(0)
  })

  it.each([
    [{ type: 2 }, '页面打开方式不在可选范围内'],
    [{ type: -1 }, '页面打开方式不在可选范围内'],
    [{ type: '1' }, '页面打开方式应为整数'],
    [{}, '页面打开方式不能为空'],
  ])('§9 refuses %j', async (input, msg) => {
    const reply = await server().send('POST', setPageOpenType.path, input, { token: (await somebody()).token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('without signing in', () => {
  it.each([getUserReview, updateUserReview, getPageOpenType, setPageOpenType])('$path: 401', async (endpoint) => {
    const reply = await server().send(endpoint.method, endpoint.path, endpoint.method === 'GET' ? undefined : {})
    expect(reply).toMatchObject({ status: 401, code: 401 })
  })
})
