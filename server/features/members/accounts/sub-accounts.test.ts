// Sub-accounts over HTTP: places are counted under the main account's lock, moves stay within an enterprise.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addSubAccount,
  disableSubAccount,
  getSubMoves,
  moveSubAccounts,
  openSubAccount,
  querySubAccounts,
  removeSubAccounts,
  saveSubAccount,
  setSubPassword,
} from '#contract/members/sub-accounts.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const aliases = ['view', 'add', 'edit', 'delete', 'disable', 'open', 'move', 'setPassword', 'exportBtn'] as const
let keeper: Person
let other: Person
let weak: Person

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, ...aliases.map((alias) => `bigData.subsidiaryAccount.${alias}`))
  keeper = await as(role.code)
  other = await as(role.code)
  weak = await as((await makeRole(database.db, 'bigData.accounts.view', 'bigDataEnglish.subsidiaryAccount.view')).code)
})

const db = () => server().database.db
const makeMain = async (subQuota: number, enterpriseId?: string) => {
  const member = await makeMember(db(), { ownerId: keeper.id, ...(enterpriseId && { enterpriseId }) })
  const { id } = await makeAccount(db(), 'bigData', { memberId: member.id, subQuota })
  return { id, memberId: member.id, enterpriseId: member.enterpriseId, loginName: member.loginName }
}
type Main = Awaited<ReturnType<typeof makeMain>>
const makeSub = async (main: Main) => {
  const overrides = { ownerId: keeper.id, mainId: main.memberId, enterpriseId: main.enterpriseId }
  const member = await makeMember(db(), overrides)
  return { ...(await makeAccount(db(), 'bigData', { memberId: member.id })), loginName: member.loginName }
}
let count = 0
const person = () => {
  const n = String(++count)
  return { loginName: `sub.${n}`, realName: '分号', mobile: `134${n.padStart(8, '0')}`, email: '', remark: '' }
}
const subsOf = async ({ id }: Main) => {
  const { data } = await keeper.call(querySubAccounts, { subProduct: 'bigData', mainId: id })
  return data.records[0]?.children.map((each) => each.id) ?? []
}

describe('POST /api/backend/member/sub-account/page', () => {
  it('§6 shows main accounts with places and sub-accounts, of one’s own customers', async () => {
    const main = await makeMain(3)
    const sub = await makeSub(main)
    const { data } = await keeper.call(querySubAccounts, { subProduct: 'bigData', mainId: main.id })
    expect(data.records).toMatchObject([
      { id: main.id, subUsed: 1, subQuota: 3, children: [{ id: sub.id, loginName: sub.loginName, validity: 'none' }] },
    ])
    const found = await other.call(querySubAccounts, { subProduct: 'bigData', mainId: main.id })
    expect(found.data.records).toEqual([])
    expect(await weak.call(querySubAccounts, { subProduct: 'bigData' })).toMatchObject({ status: 403 })
  })

  it('§6 does not show a sub-account with an owner out of scope, nor find the main account by it', async () => {
    const main = await makeMain(3)
    const sub = await makeSub(main)
    await db().update(members).set({ ownerId: other.id }).where(eq(members.loginName, sub.loginName))
    expect(await subsOf(main)).toEqual([])
    const query = { subProduct: 'bigData', loginName: sub.loginName } as const
    expect((await keeper.call(querySubAccounts, query)).data.records).toEqual([])
    const moves = await keeper.call(getSubMoves, { id: main.id })
    expect(JSON.stringify(moves.data)).not.toContain(sub.loginName)
  })

  it('finds a main account by a sub-account, and finds full ones', async () => {
    const main = await makeMain(1)
    const sub = await makeSub(main)
    const ask = async (query: object) =>
      (await keeper.call(querySubAccounts, { subProduct: 'bigData', ...query })).data.records.map(({ id }) => id)
    expect(await ask({ loginName: sub.loginName })).toEqual([main.id])
    expect(await ask({ isFull: true })).toContain(main.id)
    expect(await ask({ isFull: false })).not.toContain(main.id)
  })
})

describe('adding sub-accounts', () => {
  it('refuses more than the places', async () => {
    const main = await makeMain(1)
    const { data, code } = await keeper.call(addSubAccount, { mainId: main.id, ...person() })
    expect(code).toBe(200)
    expect(data.password).toHaveLength(16)
    const [row] = await db()
      .select({ mainId: members.mainId, source: members.source, ownerId: members.ownerId })
      .from(memberAccounts)
      .innerJoin(members, eq(members.id, memberAccounts.memberId))
      .where(eq(memberAccounts.id, data.id))
    expect(row).toEqual({ mainId: main.memberId, source: 'subAccount', ownerId: keeper.id })
    expect(await keeper.call(addSubAccount, { mainId: main.id, ...person() })).toMatchObject({
      code: 409,
      msg: '子账号名额已满（1/1）',
    })
  })

  it('gives the last place only once to concurrent requests', async () => {
    const main = await makeMain(3)
    await makeSub(main)
    await makeSub(main)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => keeper.call(addSubAccount, { mainId: main.id, ...person() })),
    )
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    expect(await subsOf(main)).toHaveLength(3)
  })

  it('§5 §6 refuses invalid input, no right, a main account out of scope, and a sub-account as main', async () => {
    const main = await makeMain(5)
    const sub = await makeSub(main)
    const wrong = await keeper.call(addSubAccount, { mainId: main.id, ...person(), mobile: '138' })
    expect(wrong).toMatchObject({ code: 400, msg: '手机号码长度不为11位' })
    expect(await weak.call(addSubAccount, { mainId: main.id, ...person() })).toMatchObject({ status: 403 })
    expect(await other.call(addSubAccount, { mainId: main.id, ...person() })).toMatchObject({ code: 20404 })
    expect(await keeper.call(addSubAccount, { mainId: sub.id, ...person() })).toMatchObject({ code: 20404 })
  })
})

describe('acts on a sub-account', () => {
  it('edits, disables, enables, resets and deletes it', async () => {
    const main = await makeMain(2)
    const { data: made } = await keeper.call(addSubAccount, { mainId: main.id, ...person() })
    const { id } = made
    const read = async () =>
      (await keeper.call(querySubAccounts, { subProduct: 'bigData', mainId: main.id })).data.records[0]?.children[0]
    const stored = await read()
    const form = { id, ...person(), version: stored?.version ?? 0 }
    expect((await keeper.call(saveSubAccount, { ...form, realName: '改名' })).code).toBe(200)
    expect(await keeper.call(saveSubAccount, form)).toMatchObject({ code: 601 })
    await keeper.call(disableSubAccount, { id })
    expect(await read()).toMatchObject({ realName: '改名', status: 'disabled' })
    await keeper.call(openSubAccount, { id })
    expect((await keeper.call(setSubPassword, { id, password: '' })).data.password).toHaveLength(16)
    const { initial, done } = await confirm(server(), keeper, removeSubAccounts, { ids: [id] })
    expect(initial.code).toBe(600)
    expect(done.code).toBe(200)
    expect(await read()).toBeUndefined()
  })

  it.each([
    [disableSubAccount.path, {}],
    [openSubAccount.path, {}],
    [setSubPassword.path, { password: '' }],
    [saveSubAccount.path, { version: 2, ...person() }],
  ])('§6 %s: 403, 20404 out of scope, for main accounts, and for unknown ids', async (path, more) => {
    const main = await makeMain(2)
    const sub = await makeSub(main)
    const send = (id: string, by: Person) => server().send('POST', path, { id, ...more }, { token: by.token })
    expect(await send(sub.id, weak)).toMatchObject({ status: 403 })
    expect(await send(sub.id, other)).toMatchObject({ code: 20404 })
    expect(await send(main.id, keeper)).toMatchObject({ code: 20404 })
    expect(await send('99999999', keeper)).toMatchObject({ code: 20404 })
    const [row] = await db().select().from(auditLog).where(eq(auditLog.targetId, sub.id))
    expect(row).toBeUndefined()
  })
})

describe('moving sub-accounts', () => {
  it('moves them between the main accounts of one enterprise, and back', async () => {
    const from = await makeMain(2)
    const to = await makeMain(2, from.enterpriseId)
    const [one, two] = [await makeSub(from), await makeSub(from)]
    const mains = await keeper.call(getSubMoves, { id: from.id })
    expect(mains.data.map(({ id, subs }) => [id, subs.length])).toEqual([
      [from.id, 2],
      [to.id, 0],
    ])
    const move = { fromId: from.id, toId: to.id }
    expect((await keeper.call(moveSubAccounts, { ...move, toIds: [one.id, two.id], backIds: [] })).code).toBe(200)
    expect(await subsOf(to)).toEqual([one.id, two.id])
    expect((await keeper.call(moveSubAccounts, { ...move, toIds: [], backIds: [two.id] })).code).toBe(200)
    expect(await subsOf(from)).toEqual([two.id])
  })

  it('602 where places are missing: also in another sub-product that a member brings', async () => {
    const from = await makeMain(3)
    const to = await makeMain(1, from.enterpriseId)
    const [one, two] = [await makeSub(from), await makeSub(from)]
    const move = { fromId: from.id, toId: to.id, backIds: [] }
    expect(await keeper.call(moveSubAccounts, { ...move, toIds: [one.id, two.id] })).toMatchObject({
      code: 602,
      data: [
        { id: one.id, ok: true },
        { id: two.id, ok: false, msg: '子账号名额已满（1/1）' },
      ],
    })
    const third = await makeMain(5, from.enterpriseId)
    await makeAccount(db(), 'bigDataEnglish', { memberId: two.memberId })
    expect(await keeper.call(moveSubAccounts, { ...move, toId: third.id, toIds: [two.id] })).toMatchObject({
      code: 602,
      data: [{ ok: false, msg: '主账号没有开通该子产品' }],
    })
  })

  it('swaps sub-accounts with a full main account', async () => {
    const from = await makeMain(1)
    const to = await makeMain(2, from.enterpriseId)
    const [one, two] = [await makeSub(from), await makeSub(to)]
    const move = { fromId: from.id, toId: to.id, toIds: [one.id], backIds: [two.id] }
    expect((await keeper.call(moveSubAccounts, move)).code).toBe(200)
    expect([await subsOf(from), await subsOf(to)]).toEqual([[two.id], [one.id]])
  })

  it('swaps sub-accounts of two full main accounts, as many as both sides give', async () => {
    const from = await makeMain(1)
    const to = await makeMain(2, from.enterpriseId)
    const [one, two, three] = [await makeSub(from), await makeSub(to), await makeSub(to)]
    const move = { fromId: from.id, toId: to.id, toIds: [one.id], backIds: [two.id, three.id] }
    expect(await keeper.call(moveSubAccounts, move)).toMatchObject({
      code: 602,
      data: [{ ok: true }, { id: three.id, ok: false, msg: '子账号名额已满（1/1）' }, { id: one.id, ok: true }],
    })
    expect([await subsOf(from), await subsOf(to)]).toEqual([[two.id], [three.id, one.id].toSorted()])
    expect(await keeper.call(moveSubAccounts, { ...move, toIds: [two.id], backIds: [one.id] })).toMatchObject({
      code: 200,
    })
    expect(await subsOf(from)).toEqual([one.id])
  })

  it('§6 refuses another enterprise, customers out of scope, no right, and an empty move', async () => {
    const from = await makeMain(2)
    const sub = await makeSub(from)
    const elsewhere = await makeMain(2, (await makeEnterprise(db(), { ownerId: keeper.id })).id)
    const move = { fromId: from.id, toId: elsewhere.id, toIds: [sub.id], backIds: [] }
    expect(await keeper.call(moveSubAccounts, move)).toMatchObject({ code: 409 })
    expect(await other.call(moveSubAccounts, move)).toMatchObject({ code: 20404 })
    expect(await weak.call(moveSubAccounts, move)).toMatchObject({ status: 403 })
    expect(await keeper.call(moveSubAccounts, { ...move, toIds: [] })).toMatchObject({ code: 400 })
    expect(await other.call(getSubMoves, { id: from.id })).toMatchObject({ code: 20404 })
    expect(await keeper.call(getSubMoves, { id: sub.id })).toMatchObject({ code: 20404 })
    expect(await weak.call(getSubMoves, { id: from.id })).toMatchObject({ status: 403 })
  })
})
