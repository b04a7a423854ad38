// What a salesperson holds, over HTTP: it prevents the deletion of the account, and a handover moves it.
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { handOver } from '#contract/organisation/handover.ts'
import { deleteUser } from '#contract/organisation/users.ts'
import { enterprises, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { orderChanges, orders } from '#server/db/schema/members/orders.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { registrationRules, registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person
let nobody: Person

beforeAll(async () => {
  admin = await server().as('administrator')
  nobody = await server().as((await makeRole(db(), 'bigData.accounts.view', 'customerList.view')).code)
})

const confirmed = async (input: Input<typeof handOver>) => (await confirm(server(), admin, handOver, input)).done

const ownerOfMember = async (id: string) => (await db().select().from(members).where(eq(members.id, id)))[0]?.ownerId
const ownerOfEnterprise = async (id: string) =>
  (await db().select().from(enterprises).where(eq(enterprises.id, id)))[0]?.ownerId
const changesOf = (id: string) =>
  db()
    .select()
    .from(ownerChanges)
    .where(and(eq(ownerChanges.target, 'member'), eq(ownerChanges.targetId, id)))

describe('customers of a person who leaves', () => {
  it('§8 prevent the deletion (603), and go to a receiver with open registrations in one act', async () => {
    const [leaver, heir] = [await makeUser(db()), await makeUser(db())]
    const enterprise = await makeEnterprise(db(), { ownerId: leaver.id })
    const member = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: leaver.id })
    const row = { company: '远山矿业', contact: '周一', mobile: '13700001111', subProduct: 'app' as const }
    const closedAt = '2026-01-05T00:00:00Z'
    const made = await db()
      .insert(registrations)
      .values([
        { ...row, ownerId: leaver.id },
        { ...row, ownerId: leaver.id, state: 'invalid', closedAt },
      ])
      .returning()
    expect(await admin.call(deleteUser, { ids: leaver.id })).toMatchObject({
      code: 603,
      data: [{ by: [{ kind: '待处理的注册', count: 1 }, { kind: '客户' }, { kind: '会员' }] }],
    })
    const input = { fromId: leaver.id, toId: heir.id }
    const editor = await server().as((await makeRole(db(), 'userList.view', 'userList.edit')).code)
    expect(await editor.call(handOver, input)).toMatchObject({ code: 409 })
    expect(await confirmed(input)).toMatchObject({ code: 200, data: { moved: 3 } })
    expect([await ownerOfEnterprise(enterprise.id), await ownerOfMember(member.id)]).toEqual([heir.id, heir.id])
    expect(await changesOf(member.id)).toMatchObject([{ fromId: leaver.id, toId: heir.id, reason: '工作交接' }])
    const [open, closed] = await db()
      .select()
      .from(registrations)
      .where(eq(registrations.company, row.company))
      .orderBy(registrations.id)
    expect([open?.ownerId, closed?.ownerId]).toEqual([heir.id, leaver.id])
    const steps = await db()
      .select()
      .from(registrationSteps)
      .where(eq(registrationSteps.registrationId, made[0]?.id ?? ''))
    expect(steps).toMatchObject([{ action: 'assign' }])
    expect(await admin.call(deleteUser, { ids: leaver.id })).toMatchObject({ code: 200 })
  })

  it('§8 partners, open orders and registration rules prevent it too, and move in that act', async () => {
    const { code: roleCode } = await makeRole(db(), 'registration.edit')
    const leaver = await makeUser(db(), { roleCode, realName: '韩离任' })
    const heir = await makeUser(db(), { roleCode, realName: '沈接任' })
    const reviewer = await makeUser(db())
    const { id: accountId } = await makeAccount(db(), 'app')
    const order = { accountId, subProduct: 'app' as const, item: '年费', months: 12, amount: '100.00' }
    const [open, closed] = await db()
      .insert(orders)
      .values([
        { ...order, number: 'H-1', salesmanId: leaver.id },
        { ...order, number: 'H-2', salesmanId: leaver.id, state: 'closed' },
      ])
      .returning()
    const [partner] = await db()
      .insert(partners)
      .values({ name: '交接伙伴', code: 'HAND', ownerId: leaver.id })
      .returning()
    await db().insert(registrationRules).values({ province: '海南省', ownerId: leaver.id })
    const held = [
      { kind: '注册分配规则', count: 1 },
      { kind: '合作伙伴', count: 1 },
      { kind: '未关闭的订单', count: 1 },
    ]
    expect(await admin.call(deleteUser, { ids: leaver.id })).toMatchObject({ code: 603, data: [{ by: held }] })
    const input = { fromId: leaver.id, toId: heir.id }
    const rights = ['userList.view', 'userList.edit', 'registration.edit']
    const editor = await server().as((await makeRole(db(), ...rights)).code)
    expect(await nobody.call(handOver, input)).toMatchObject({ status: 403 })
    expect(await editor.call(handOver, input)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('不在您范围内'),
    })
    expect(await admin.call(handOver, { ...input, toId: reviewer.id })).toMatchObject({
      code: 409,
      msg: '移交人负责按省份分配的注册，接收人不能处理注册，请先调整分配规则',
    })
    const initial = await admin.call(handOver, input)
    expect(initial).toMatchObject({
      code: 600,
      data: {
        preview: {
          groups: [
            { title: '请注意', count: 3 },
            { title: '注册分配规则', count: 1, names: ['海南省'] },
            { title: '合作伙伴', count: 1, names: ['交接伙伴'] },
            { title: '未关闭的订单', count: 1, names: ['H-1'] },
          ],
        },
      },
    })
    expect(await confirmed(input)).toMatchObject({ code: 200, data: { moved: 3 } })
    const stored = await db().select().from(orders).where(eq(orders.accountId, accountId)).orderBy(orders.id)
    expect(stored.map(({ salesmanId }) => salesmanId)).toEqual([heir.id, leaver.id])
    expect(
      await db()
        .select()
        .from(orderChanges)
        .where(eq(orderChanges.orderId, open?.id ?? '')),
    ).toMatchObject([
      { action: 'changeSalesman', before: { salesman: '韩离任' }, after: { salesman: '沈接任' }, reason: '工作交接' },
    ])
    expect(
      await db()
        .select()
        .from(orderChanges)
        .where(eq(orderChanges.orderId, closed?.id ?? '')),
    ).toEqual([])
    expect(
      await db()
        .select()
        .from(partners)
        .where(eq(partners.id, partner?.id ?? '')),
    ).toMatchObject([{ ownerId: heir.id, version: 2 }])
    const rules = await db().select().from(registrationRules).where(eq(registrationRules.province, '海南省'))
    expect(rules).toMatchObject([{ ownerId: heir.id, version: 2 }])
    expect(await admin.call(deleteUser, { ids: leaver.id })).toMatchObject({ code: 200 })
  })
})
