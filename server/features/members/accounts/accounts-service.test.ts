// What staff do for the members behind accounts, over HTTP: another enterprise, an invitation, an AI trial, figures.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { associateAccount, countAccount, generateAiAccounts, inviteByAccount } from '#contract/members/accounts.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveGrants } from '../grants/grants.acts.ts'

const server = testServer()
const aliases = ['view', 'count', 'invite', 'association', 'generateAIAccount']
let keeper: Person
let other: Person
let admin: Person
const today = dayOf(Date.now())
const author = { id: null, name: 'test', address: '', requestId: 'test' }

beforeAll(async () => {
  const { database, as } = server()
  const rights = aliases.map((alias) => `bigData.accounts.${alias}`)
  const role = await makeRole(database.db, ...rights, 'aiWeb.accounts.empower')
  keeper = await as(role.code)
  other = await as(role.code)
  admin = await as('administrator')
})

const db = () => server().database.db
const mine = () => makeAccount(db(), 'bigData', { ownerId: keeper.id })
const grant = (accountId: string, productId: string | null, from: number, to: number) =>
  db().transaction((tx) =>
    giveGrants(tx, author, { via: 'single', reason: '' }, [
      { accountId, productId, kind: 'trial', startsOn: addDays(today, from), endsOn: addDays(today, to), quota: null },
    ]),
  )
const memberOf = async (id: string) => {
  const [row] = await db().select().from(members).where(eq(members.id, id))
  if (!row) throw new Error('no member')
  return row
}
const audited = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action }) => action)

describe('serving the member behind an account', () => {
  it('links member and sub-accounts to another enterprise, with the owner’s history', async () => {
    const { id, memberId } = await mine()
    const sub = await makeMember(db(), { ownerId: keeper.id, mainId: memberId })
    const enterprise = await makeEnterprise(db(), { ownerId: keeper.id })
    const link = { id, enterpriseId: enterprise.id, takesOwner: true, reason: '企业更名' }
    expect((await keeper.call(associateAccount, link)).code).toBe(200)
    expect((await memberOf(sub.id)).enterpriseId).toBe(enterprise.id)
    expect(await keeper.call(associateAccount, link)).toMatchObject({ code: 409 })
    const foreign = await makeEnterprise(db(), { ownerId: other.id })
    expect(await keeper.call(associateAccount, { ...link, enterpriseId: foreign.id })).toMatchObject({ code: 20404 })
    await db().update(enterprises).set({ ownerId: other.id }).where(eq(enterprises.id, enterprise.id))
    const back = await makeEnterprise(db(), { ownerId: other.id })
    await admin.call(associateAccount, { ...link, enterpriseId: back.id })
    expect((await memberOf(memberId)).ownerId).toBe(other.id)
    const history = await db().select().from(ownerChanges).where(eq(ownerChanges.targetId, memberId))
    expect(history).toMatchObject([{ fromId: keeper.id, toId: other.id, reason: expect.stringContaining('企业更名') }])
  })

  it('§6 sets the enterprise’s owner on the member only with the right to set owners', async () => {
    const below = await makeUser(db(), { saleParentId: keeper.id })
    const { id, memberId } = await mine()
    const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: below.id })
    const link = { id, enterpriseId, takesOwner: true, reason: '企业更名' }
    expect(await keeper.call(associateAccount, link)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'takesOwner' }] },
    })
    expect((await keeper.call(associateAccount, { ...link, takesOwner: false })).code).toBe(200)
    expect(await memberOf(memberId)).toMatchObject({ ownerId: keeper.id, enterpriseId })
  })

  it('§6 opens no AI account for a locked member, nor for a sub-account without a place', async () => {
    const locked = await mine()
    await db().update(members).set({ locked: true }).where(eq(members.id, locked.memberId))
    const main = await mine()
    const sub = await makeMember(db(), { ownerId: keeper.id, mainId: main.memberId })
    const { id } = await makeAccount(db(), 'bigData', { memberId: sub.id })
    const reply = await keeper.call(generateAiAccounts, { ids: [locked.id, id], days: 7 })
    expect(reply).toMatchObject({
      code: 602,
      data: [
        { ok: false, msg: '会员已锁定，不能授权' },
        { ok: false, msg: '主账号没有开通该子产品' },
      ],
    })
  })

  it('returns an invitation with the link of that sub-product, and audits it', async () => {
    const { id } = await mine()
    const { data } = await keeper.call(inviteByAccount, { id })
    expect(data.link).toMatch(/^http:\/\/.+\/backend\/register\?subProduct=bigData$/)
    expect(data.text).toContain(data.link)
    expect(await audited(id)).toEqual(['account.invite'])
  })

  it('opens AI accounts with a trial for those who have none: 602 with each outcome', async () => {
    const [one, two] = [await mine(), await mine()]
    await makeAccount(db(), 'aiWeb', { memberId: two.memberId })
    const reply = await keeper.call(generateAiAccounts, { ids: [one.id, two.id], days: 7, dailyQuestions: 20 })
    expect(reply).toMatchObject({
      code: 602,
      data: [
        { id: one.id, ok: true },
        { id: two.id, ok: false, msg: '已有 AI 账号' },
      ],
    })
    const made = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, one.memberId))
    expect(made.find(({ subProduct }) => subProduct === 'aiWeb')).toMatchObject({
      grantKind: 'trial',
      startsOn: today,
      endsOn: addDays(today, 6),
      dailyQuestions: 20,
    })
  })

  it('§6 needs 授权 on AI 问答 itself to open an AI account, not only on the page', async () => {
    const { as, database } = server()
    const elsewhere = await makeRole(
      database.db,
      ...['bigData.accounts.generateAIAccount', 'bigData.accounts.empower', 'aiWeb.accounts.view'],
    )
    const seller = await as(elsewhere.code)
    const { id, memberId } = await makeAccount(db(), 'bigData', { ownerId: seller.id })
    expect(await seller.call(generateAiAccounts, { ids: [id], days: 7 })).toMatchObject({
      status: 403,
      msg: '没有子产品的授权权限：AI 问答',
    })
    const opened = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, memberId))
    expect(opened.map(({ subProduct }) => subProduct)).toEqual(['bigData'])
    expect(await audited(id)).toEqual([])
  })

  it('counts visits and grants', async () => {
    const { id } = await mine()
    await grant(id, (await makeProduct(db())).id, 0, 90)
    const { data } = await keeper.call(countAccount, { id })
    expect(data).toMatchObject({ visits: 0, minutes: 0, grants: [{ validity: 'active', count: 1 }] })
    expect(data.days).toHaveLength(30)
    expect(data.days.at(-1)?.day).toBe(today)
  })
})
