// The matrix of a customer over HTTP: several cells in one act, previewed, undone; scope.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  getEnterprise,
  queryEnterpriseMembers,
  queryEnterprises,
  searchEnterprises,
  searchMembersToLink,
} from '#contract/members/customers.ts'
import type { GrantPreview } from '#contract/members/grant-preview.ts'
import { undoGrants } from '#contract/members/grant-undo.ts'
import { getGrantMatrix, type MatrixChange, queryEnterpriseActs, saveGrantMatrix } from '#contract/members/matrix.ts'
import { queryOwnerChanges } from '#contract/members/owners.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { extendGrants, giveGrants } from '../grants/grants.acts.ts'

const server = testServer()
const db = () => server().database.db
const by = { id: null, name: '测试', address: '', requestId: 'test' }
let admin: Person
let sales: Person
let other: Person
let day: string
let enterprise: { id: string; name: string }
let member: { id: string; loginName: string }
let productId: string

beforeAll(async () => {
  const role = await makeRole(
    db(),
    ...['view', 'details', 'serviceRecords', 'association'].map((right) => `customerList.${right}`),
    ...['bigData', 'app', 'aiWeb'].flatMap((key) => [`${key}.accounts.view`, `${key}.accounts.empower`]),
  )
  admin = await server().as('administrator')
  sales = await server().as(role.code, { realName: '总览销售' })
  other = await server().as(role.code)
  day = await databaseToday(db())
})

beforeEach(async () => {
  enterprise = await makeEnterprise(db(), { ownerId: sales.id })
  member = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: sales.id })
  productId = (await makeProduct(db())).id
})

const inputOf = (...changes: Omit<MatrixChange, 'memberId'>[]) => ({
  enterpriseId: enterprise.id,
  changes: changes.map((change) => ({ memberId: member.id, ...change })),
  reason: '续费',
})
const grant = (subProduct: MatrixChange['subProduct'], days: number, more: Partial<MatrixChange> = {}) => ({
  subProduct,
  act: 'grant' as const,
  kind: 'trial' as const,
  endsOn: addDays(day, days),
  ...more,
})
const cells = async (person = sales) => {
  const { data } = await person.call(getGrantMatrix, { enterpriseId: enterprise.id })
  return Object.fromEntries(
    (data.members[0]?.cells ?? []).map(({ subProduct, kind, endsOn, products }) => [
      subProduct,
      { kind, endsOn, products },
    ]),
  )
}

describe('POST /api/backend/member/matrix/save', () => {
  it('§6 changes several cells in one act, opening missing accounts', async () => {
    const input = inputOf(grant('bigData', 30, { productIds: [productId] }), grant('aiWeb', 10))
    const { preview, done } = await confirm(server(), sales, saveGrantMatrix, input)
    expect((preview as GrantPreview).cells).toMatchObject([
      { subProduct: 'bigData', isNewAccount: true, before: null, after: { kind: 'trial', products: 1 } },
      { subProduct: 'aiWeb', isNewAccount: true, before: null, after: { endsOn: addDays(day, 10) } },
    ])
    expect(done).toMatchObject({ code: 200, data: { changed: 2 } })
    expect(await cells()).toEqual({
      bigData: { kind: 'trial', endsOn: addDays(day, 30), products: 1 },
      aiWeb: { kind: 'trial', endsOn: addDays(day, 10), products: 1 },
    })
    const rows = await db().select().from(grantChanges).where(eq(grantChanges.actId, done.data.actId))
    expect(rows).toHaveLength(2)
  })

  it('§6 extends, revokes and grants again in one act, and undoes all of it', async () => {
    const first = inputOf(grant('bigData', 30, { productIds: [productId] }), grant('aiWeb', 10), {
      ...grant('app', 5, { productIds: [productId] }),
    })
    await confirm(server(), sales, saveGrantMatrix, first)
    const before = await cells()
    const input = inputOf(
      { subProduct: 'bigData', act: 'extend', days: 7, trialKind: 'formal' },
      { subProduct: 'aiWeb', act: 'revoke' },
      grant('app', 365, { kind: 'formal' }),
    )
    const { done } = await confirm(server(), sales, saveGrantMatrix, input)
    expect(await cells()).toEqual({
      bigData: { kind: 'formal', endsOn: addDays(day, 37), products: 1 },
      aiWeb: { kind: null, endsOn: null, products: 0 },
      app: { kind: 'formal', endsOn: addDays(day, 365), products: 1 },
    })
    const acts = await sales.call(queryEnterpriseActs, { enterpriseId: enterprise.id })
    expect(acts.data.records).toMatchObject([
      { id: done.data.actId, via: 'matrix', changes: 3, canUndo: true, actorName: '总览销售' },
      { via: 'matrix', canUndo: false },
    ])
    const undo = { actId: done.data.actId }
    expect(await other.call(undoGrants, undo)).toMatchObject({ code: 20404 })
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 200, data: { changed: 3 } })
    expect(await cells()).toEqual(before)
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 409, msg: '此变更已撤销' })
    const again = await sales.call(queryEnterpriseActs, { enterpriseId: enterprise.id })
    expect(again.data.records.map(({ via, isUndone, canUndo }) => [via, isUndone, canUndo])).toEqual([
      ['undo', false, false],
      ['matrix', true, false],
      ['matrix', false, false],
    ])
  })

  it('§6 does not undo what was changed since', async () => {
    const { done } = await confirm(server(), sales, saveGrantMatrix, inputOf(grant('aiWeb', 10)))
    const [account] = await db().select().from(memberAccounts).where(eq(memberAccounts.memberId, member.id))
    await db().transaction((tx) => extendGrants(tx, by, { via: 'single', reason: '' }, [account?.id ?? ''], 3))
    const undo = { actId: done.data.actId }
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 409, msg: '授权在此之后又有变更，不能撤销' })
    expect((await cells()).aiWeb).toMatchObject({ endsOn: addDays(day, 13) })
  })

  it('§6 restores nothing for a deleted or disabled account, nor for a locked member', async () => {
    await confirm(server(), sales, saveGrantMatrix, inputOf(grant('aiWeb', 10)))
    const { done } = await confirm(server(), sales, saveGrantMatrix, inputOf({ subProduct: 'aiWeb', act: 'revoke' }))
    const undo = { actId: done.data.actId }
    const mine = eq(memberAccounts.memberId, member.id)
    await db().update(memberAccounts).set({ deletedAt: '2026-01-05T00:00:00Z' }).where(mine)
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 409, msg: '涉及的账号已删除，不能撤销' })
    await db().update(memberAccounts).set({ deletedAt: null, status: 'disabled' }).where(mine)
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 409, msg: '账号已禁用，不能授权' })
    await db().update(memberAccounts).set({ status: 'enabled' }).where(mine)
    await db().update(members).set({ locked: true }).where(eq(members.id, member.id))
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 409, msg: '会员已锁定，不能授权' })
    await db().update(members).set({ locked: false }).where(eq(members.id, member.id))
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 200, data: { changed: 1 } })
  })

  it('§6 does not undo an act that touched another customer too', async () => {
    const mine = await makeAccount(db(), 'aiWeb', { memberId: member.id })
    const foreign = await makeAccount(db(), 'aiWeb', { ownerId: other.id })
    const input = { productId: null, kind: 'trial', startsOn: day, endsOn: day, quota: null } as const
    const act = await db().transaction((tx) =>
      giveGrants(
        tx,
        by,
        { via: 'single', reason: '' },
        [mine, foreign].map(({ id }) => ({ accountId: id, ...input })),
      ),
    )
    const undo = { actId: act.actId ?? '' }
    expect(await sales.call(undoGrants, undo)).toMatchObject({ code: 20404 })
    const acts = await sales.call(queryEnterpriseActs, { enterpriseId: enterprise.id })
    expect(acts.data.records).toMatchObject([{ cellCount: 1, canUndo: false }])
  })

  it('§6 needs the right on each sub-product', async () => {
    expect(await sales.call(saveGrantMatrix, inputOf(grant('steel', 10, { productIds: [productId] })))).toMatchObject({
      status: 403,
    })
    const reader = await server().as((await makeRole(db(), 'customerList.view', 'customerList.details')).code)
    expect(await reader.call(saveGrantMatrix, inputOf(grant('aiWeb', 10)))).toMatchObject({ status: 403 })
    expect(await reader.call(undoGrants, { actId: '1' })).toMatchObject({ status: 403 })
    expect(await other.call(saveGrantMatrix, inputOf(grant('aiWeb', 10)))).toMatchObject({ code: 20404 })
  })

  it.each([
    ['a day in the past', () => inputOf(grant('aiWeb', -1)), '截止日期不能早于今天'],
    ['no number of days', () => inputOf({ subProduct: 'aiWeb', act: 'extend' }), '请输入延期天数'],
    ['a cell twice', () => inputOf(grant('aiWeb', 3), grant('aiWeb', 4)), '同一会员的同一子产品只能变更一次'],
    ['an unknown product', () => inputOf(grant('app', 3, { productIds: ['999999'] })), '产品不存在'],
    [
      'revoking without a reason',
      () => ({ ...inputOf({ subProduct: 'aiWeb', act: 'revoke' }), reason: ' ' }),
      '取消授权请填写原因',
    ],
  ])('§9 refuses %s', async (_, input, msg) => {
    const reply = await sales.call(saveGrantMatrix, input())
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(reply.msg).toContain(msg)
  })

  it('shows in each refused cell the reason and a way on, and saves the others', async () => {
    const company = { enterpriseId: enterprise.id, ownerId: sales.id }
    const { id: mainAccount } = await makeAccount(db(), 'aiWeb', { memberId: member.id, subQuota: 1 })
    const subs = [
      await makeMember(db(), { ...company, mainId: member.id }),
      await makeMember(db(), { ...company, mainId: member.id }),
    ]
    const locked = await makeMember(db(), { ...company, locked: true })
    const hidden = await makeProduct(db(), { name: '停售油', isShow: false })
    const [one = member, two = member] = subs
    const input = {
      enterpriseId: enterprise.id,
      reason: '签约',
      changes: [
        { memberId: member.id, subProduct: 'bigData', act: 'extend', days: 3 },
        { memberId: member.id, ...grant('app', 9, { productIds: [hidden.id] }) },
        { memberId: member.id, subProduct: 'aiWeb', act: 'revoke' },
        { memberId: one.id, ...grant('aiWeb', 9) },
        { memberId: two.id, ...grant('aiWeb', 9) },
        { memberId: two.id, ...grant('bigData', 9, { productIds: [productId] }) },
        { memberId: locked.id, ...grant('aiWeb', 9) },
      ],
    } satisfies Input<typeof saveGrantMatrix>
    const { preview, done } = await confirm(server(), sales, saveGrantMatrix, input)
    expect(preview?.text).toBe('共 7 个账号：1 个将变更（其中 1 个新开通），1 个没有变化，5 个不能办理。')
    const at = { loginName: member.loginName }
    expect((preview as GrantPreview).cells.map(({ key, problem }) => [key, problem])).toMatchObject([
      [`${member.id}:bigData`, { msg: '没有授权，不能延期' }],
      [`${member.id}:app`, { msg: '产品已隐藏：停售油' }],
      [`${two.id}:aiWeb`, { msg: '子账号名额已满（1/1）', wayOn: '先在主账号的“编辑”中增加名额', ...at }],
      [`${two.id}:bigData`, { msg: '主账号没有开通该子产品', ...at }],
      [`${locked.id}:aiWeb`, { msg: '会员已锁定，不能授权', wayOn: '先解锁会员', loginName: locked.loginName }],
      [`${member.id}:aiWeb`, { fate: 'unchanged', msg: '没有授权，无需取消' }],
      [`${one.id}:aiWeb`, null],
    ])
    expect(done).toMatchObject({ code: 200, data: { changed: 1 } })
    expect(done.data.left).toHaveLength(5)

    const again = { ...input, changes: input.changes.filter(({ memberId }) => memberId === two.id).slice(0, 1) }
    await db().update(memberAccounts).set({ subQuota: 2 }).where(eq(memberAccounts.id, mainAccount))
    expect((await confirm(server(), sales, saveGrantMatrix, again)).done).toMatchObject({ data: { left: [] } })
  })

  it('grants nothing to a disabled account, and can still revoke from it', async () => {
    await confirm(server(), sales, saveGrantMatrix, inputOf(grant('aiWeb', 10)))
    await db().update(memberAccounts).set({ status: 'disabled' }).where(eq(memberAccounts.memberId, member.id))
    const refused = await confirm(server(), sales, saveGrantMatrix, inputOf(grant('aiWeb', 20)))
    expect(refused).toMatchObject({ preview: { isBlocked: true }, done: { status: 409, msg: '账号已禁用，不能授权' } })
    const { done } = await confirm(server(), sales, saveGrantMatrix, inputOf({ subProduct: 'aiWeb', act: 'revoke' }))
    expect(done).toMatchObject({ code: 200 })
    expect(await db().select().from(grants).where(eq(grants.productId, productId))).toEqual([])
  })
})

describe('POST /api/backend/member/matrix/get', () => {
  it('filters by member and state', async () => {
    await makeMember(db(), { enterpriseId: enterprise.id, ownerId: sales.id, realName: '沈听澜' })
    await confirm(server(), sales, saveGrantMatrix, inputOf(grant('aiWeb', 10)))
    const found = async (more: object) =>
      (await sales.call(getGrantMatrix, { enterpriseId: enterprise.id, ...more })).data.members.map(({ id }) => id)
    expect(await found({})).toHaveLength(2)
    expect(await found({ member: '听澜' })).toHaveLength(1)
    expect(await found({ validity: 'expiring' })).toEqual([member.id])
    expect(await found({ validity: 'expired' })).toEqual([])
  })
})

describe('§6 a salesperson', () => {
  it('never sees customers of others on any of these calls', async () => {
    const people = [sales, other]
    const owners = [sales.id, other.id, (await makeUser(db(), { saleParentId: sales.id })).id, null]
    /** Whether a person sees the customers of an owner, both by index. */
    const sees = (person: number, owner: number) => (person === 0 ? owner === 0 || owner === 2 : owner === 1)
    const drawn = fc.array(fc.record({ enterprise: fc.nat(3), members: fc.array(fc.nat(3), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(drawn, async (rows) => {
        for (const row of rows) {
          const company = await makeEnterprise(db(), { ownerId: owners[row.enterprise] ?? null })
          const made = []
          for (const owner of row.members) {
            const { id } = await makeMember(db(), { enterpriseId: company.id, ownerId: owners[owner] ?? null })
            await makeAccount(db(), 'bigData', { memberId: id })
            made.push({ id, owner })
          }
          for (const [at, person] of people.entries()) {
            const isOurs = sees(at, row.enterprise)
            const ofCompany = { enterpriseId: company.id }
            const listed = await person.call(queryEnterprises, { name: company.name, size: 100 })
            expect(listed.data.records.some(({ id }) => id === company.id)).toBe(isOurs)
            const offered = await person.call(searchEnterprises, { ids: [company.id] })
            expect(offered.data.length).toBe(isOurs ? 1 : 0)
            const code = isOurs ? 200 : 20404
            expect((await person.call(getEnterprise, { id: company.id })).code).toBe(code)
            expect((await person.call(queryCustomerStream, ofCompany)).code).toBe(code)
            expect((await person.call(queryOwnerChanges, ofCompany)).code).toBe(code)
            expect((await person.call(queryEnterpriseActs, ofCompany)).code).toBe(code)
            expect((await person.call(searchMembersToLink, ofCompany)).code).toBe(code)
            const shown = await person.call(getGrantMatrix, ofCompany)
            const belonging = await person.call(queryEnterpriseMembers, ofCompany)
            expect([shown.code, belonging.code]).toEqual([code, code])
            if (!isOurs) continue
            const expected = made.filter(({ owner }) => sees(at, owner)).map(({ id }) => id)
            expect(shown.data.members.map(({ id }) => id).sort()).toEqual(expected.toSorted())
            expect(belonging.data.records.map(({ id }) => id).sort()).toEqual(expected.toSorted())
          }
        }
      }),
      { numRuns: 12 },
    )
    expect((await db().select().from(users).where(eq(users.id, admin.id))).length).toBe(1)
  })
})
