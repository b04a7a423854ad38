// Owners over HTTP: one, many to one, many distributed; locked members keep theirs; scope.
// Long because all acts on owners share the same sales, departments and customers.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import {
  changeEnterprisesSalesman,
  changeMembersSalesman,
  queryOwnerChanges,
  reallocateEnterprises,
  reallocateMembers,
  setEnterpriseOwner,
  setMemberOwner,
} from '#contract/members/owners.ts'
import { getAdminLinkUsers, setAdminLinkUserLock } from '#contract/organisation/staff-links.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { getJob } from '#contract/system/jobs.ts'
import { startWorker } from '#server/core/jobs/jobs-worker.ts'
import { enterprises, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { moveOwners } from './owners.jobs.ts'
import { dealOut } from './owners.rules.ts'

const server = testServer()
const db = () => server().database.db
const accountRights = ['view', 'memberBelong', 'changeSalesman', 'reAllocation'].map(
  (right) => `bigData.accounts.${right}`,
)
const customerRights = ['view', 'details', 'memberBelong', 'changeSalesman', 'reAllocation'].map(
  (right) => `customerList.${right}`,
)
let admin: Person
let head: Person
let nobody: Person
/** A subordinate of the head in the sales tree. */
let below: { id: string }
let outside: { id: string }

beforeAll(async () => {
  const role = await makeRole(db(), ...accountRights, ...customerRights)
  admin = await server().as('administrator')
  head = await server().as(role.code, { realName: '归属主管' })
  nobody = await server().as((await makeRole(db(), 'bigData.accounts.view', 'customerList.view')).code)
  below = await makeUser(db(), { saleParentId: head.id, roleCode: 'sales' })
  outside = await makeUser(db(), { roleCode: 'sales' })
})

const confirmed = async <E extends Endpoint>(person: Person, endpoint: E, input: Input<E>) =>
  (await confirm(server(), person, endpoint, input)).done

const ownerOfMember = async (id: string) => (await db().select().from(members).where(eq(members.id, id)))[0]?.ownerId
const ownerOfEnterprise = async (id: string) =>
  (await db().select().from(enterprises).where(eq(enterprises.id, id)))[0]?.ownerId
const changesOf = (id: string) => db().select().from(ownerChanges).where(eq(ownerChanges.targetId, id))

describe('POST /api/backend/member/owner/setMember', () => {
  it('§6 refuses to set the owner by a deleted account', async () => {
    const { id, memberId } = await makeAccount(db(), 'bigData', { ownerId: head.id, deletedAt: '2026-01-05T00:00:00Z' })
    await makeAccount(db(), 'app', { memberId })
    const common = { ownerId: below.id, reason: '区域调整' }
    expect(await head.call(setMemberOwner, { id, ...common })).toMatchObject({ code: 20404 })
    expect(await confirmed(head, changeMembersSalesman, { ids: [id], ...common })).toMatchObject({ code: 20404 })
    expect(await ownerOfMember(memberId)).toBe(head.id)
  })

  it('§6 sets the owner of a member and its sub-accounts, and keeps the history', async () => {
    const account = await makeAccount(db(), 'bigData', { ownerId: head.id })
    const sub = await makeMember(db(), { ownerId: head.id, mainId: account.memberId })
    const input = { id: account.id, ownerId: below.id, reason: '区域调整' }
    expect(await head.call(setMemberOwner, input)).toMatchObject({ code: 200 })
    expect([await ownerOfMember(account.memberId), await ownerOfMember(sub.id)]).toEqual([below.id, below.id])
    const [change] = await changesOf(account.memberId)
    expect(change).toMatchObject({
      target: 'member',
      fromId: head.id,
      toId: below.id,
      reason: '区域调整',
      actorId: head.id,
    })
    expect(await head.call(setMemberOwner, input)).toMatchObject({ code: 409 })
    expect(await head.call(setMemberOwner, { ...input, ownerId: null })).toMatchObject({ code: 200 })
    // customers in the pool are in the administrators' scope only
    expect(await head.call(setMemberOwner, input)).toMatchObject({ code: 20404 })
    expect(await admin.call(setMemberOwner, input)).toMatchObject({ code: 200 })
  })

  it('§6 refuses without the right, out of scope, for another sub-product, and an unknown receiver', async () => {
    const account = await makeAccount(db(), 'bigData', { ownerId: head.id })
    const foreign = await makeAccount(db(), 'bigData', { ownerId: outside.id })
    const app = await makeAccount(db(), 'app', { ownerId: head.id })
    const gone = await makeUser(db(), { status: 'disabled', realName: '已离职', roleCode: 'sales' })
    const idle = await makeUser(db(), { realName: '不管客户', roleCode: 'newsEditor' })
    const input = { id: account.id, ownerId: below.id, reason: '' }
    expect(await nobody.call(setMemberOwner, input)).toMatchObject({ status: 403 })
    expect(await head.call(setMemberOwner, { ...input, id: foreign.id })).toMatchObject({ code: 20404 })
    expect(await head.call(setMemberOwner, { ...input, id: app.id })).toMatchObject({ status: 403 })
    expect(await head.call(setMemberOwner, { ...input, id: '999999' })).toMatchObject({ code: 20404 })
    const refused = async (ownerId: string) => (await head.call(setMemberOwner, { ...input, ownerId })).msg
    expect(await refused(gone.id)).toBe('接收人“已离职”的账号已禁用、锁定或到期')
    expect(await refused(idle.id)).toBe('接收人“不管客户”没有客户或账号的权限')
    const unknown = await head.call(setMemberOwner, { ...input, ownerId: '999999' })
    expect(unknown).toMatchObject({ status: 400, msg: '接收人不存在', data: { fields: [{ field: 'ownerId' }] } })
  })
})

describe('POST /api/backend/member/owner/changeMembers and reallocateMembers', () => {
  it('§8 need confirmation, leave out locked members and say so', async () => {
    const [one, two] = [
      await makeAccount(db(), 'bigData', { ownerId: head.id }),
      await makeAccount(db(), 'bigData', { ownerId: head.id }),
    ]
    await db().update(members).set({ locked: true }).where(eq(members.id, two.memberId))
    const input = { ids: [one.id, two.id], ownerId: below.id, reason: '离职' }
    expect(await head.call(changeMembersSalesman, input)).toMatchObject({
      code: 600,
      data: { preview: { groups: [{ count: 1 }, { title: '已锁定，不变更', count: 1 }] } },
    })
    expect(await confirmed(head, changeMembersSalesman, input)).toMatchObject({
      code: 602,
      data: [
        { id: two.memberId, ok: false },
        { id: one.memberId, ok: true },
      ],
    })
    expect([await ownerOfMember(one.memberId), await ownerOfMember(two.memberId)]).toEqual([below.id, head.id])
  })

  it('§6 distribute evenly, by a job where there are many', async () => {
    const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: head.id })
    const ids: string[] = []
    for (let each = 0; each < 103; each++) {
      const { id: memberId } = await makeMember(db(), { ownerId: head.id, enterpriseId })
      ids.push((await makeAccount(db(), 'bigData', { memberId })).id)
    }
    const input = { ids, ownerIds: [below.id, outside.id], reason: '重新分配' }
    const { data } = await confirmed(head, reallocateMembers, input)
    expect(data).toMatchObject({ moved: 0, jobId: expect.any(String) })
    const worker = startWorker(server().server.core, [moveOwners], { pollMs: 50 })
    await expect
      .poll(async () => (await head.call(getJob, { id: data.jobId ?? '' })).data)
      .toMatchObject({ state: 'done', done: 103 })
    await worker.stop()
    const owners = await db().select().from(members).where(eq(members.enterpriseId, enterpriseId))
    const count = (id: string) => owners.filter(({ ownerId }) => ownerId === id).length
    expect([count(below.id), count(outside.id)]).toEqual([52, 51])
  })

  it('§6 take everything that a filter of the list finds, within sales scope', async () => {
    const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: head.id, name: '筛选归属企业' })
    const mine = await makeMember(db(), { ownerId: head.id, enterpriseId })
    const foreign = await makeMember(db(), { ownerId: outside.id, enterpriseId })
    for (const { id: memberId } of [mine, foreign]) await makeAccount(db(), 'bigData', { memberId })
    const query = { subProduct: 'bigData' as const, enterprise: '筛选归属' }
    const input = { query, ownerId: below.id, reason: '分配' }
    expect(await confirmed(head, changeMembersSalesman, input)).toMatchObject({ code: 200, data: { moved: 1 } })
    expect([await ownerOfMember(mine.id), await ownerOfMember(foreign.id)]).toEqual([below.id, outside.id])
    const nothing = { ...input, query: { ...query, enterprise: '没有这家企业' } }
    expect(await head.call(changeMembersSalesman, nothing)).toMatchObject({ code: 409, msg: '没有符合条件的账号' })
    expect(await head.call(changeMembersSalesman, { ...input, ids: ['1'] })).toMatchObject({ status: 400 })
    expect(await head.call(changeMembersSalesman, { ownerId: below.id, reason: '分配' })).toMatchObject({ code: 20404 })
    const elsewhere = { ...input, query: { subProduct: 'app' as const } }
    expect(await head.call(changeMembersSalesman, elsewhere)).toMatchObject({ status: 403 })
  })

  it('§6 refuse rows of somebody else, and rows of several sub-products', async () => {
    const mine = await makeAccount(db(), 'bigData', { ownerId: head.id })
    const foreign = await makeAccount(db(), 'bigData', { ownerId: outside.id })
    const app = await makeAccount(db(), 'app', { ownerId: head.id })
    const input = { ownerIds: [below.id], reason: '分配' }
    for (const ids of [
      [mine.id, foreign.id],
      [mine.id, app.id],
    ]) {
      expect(await confirmed(head, reallocateMembers, { ...input, ids })).toMatchObject({ code: 20404 })
    }
    expect(await nobody.call(reallocateMembers, { ...input, ids: [mine.id] })).toMatchObject({ status: 403 })
    expect(
      await nobody.call(changeMembersSalesman, { ids: [mine.id], ownerId: below.id, reason: '分配' }),
    ).toMatchObject({
      status: 403,
    })
    expect(await head.call(reallocateMembers, { ids: [mine.id], ownerIds: [], reason: '分配' })).toMatchObject({
      status: 400,
    })
  })

  it('keep units together, and differ by one at most', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ unit: fc.nat(9), locked: fc.boolean() }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (drawn, people) => {
          const rows = drawn.map(({ unit, locked }, at) => ({
            target: 'member' as const,
            id: String(at),
            name: '',
            ownerId: null,
            locked,
            unit: String(unit),
          }))
          const receivers = Array.from({ length: people }, (_, at) => `u${at}`)
          const { moves, locked } = dealOut(rows, receivers)
          expect(moves.length + locked.length).toBe(rows.length)
          const receiverOf = new Map<string, Set<string | null>>()
          for (const { id, toId } of moves) {
            const { unit } = rows[Number(id)] ?? { unit: '' }
            receiverOf.set(unit, (receiverOf.get(unit) ?? new Set()).add(toId))
          }
          for (const got of receiverOf.values()) expect(got.size).toBe(1)
        },
      ),
    )
  })
})

describe('owners of enterprises', () => {
  it('§6 change with their members or without them', async () => {
    const enterprise = await makeEnterprise(db(), { ownerId: head.id })
    const member = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: head.id })
    const foreign = await makeMember(db(), { enterpriseId: enterprise.id, ownerId: outside.id })
    const input = { id: enterprise.id, ownerId: below.id, withMembers: false, reason: '交接' }
    expect(await head.call(setEnterpriseOwner, input)).toMatchObject({ code: 200 })
    expect([await ownerOfEnterprise(enterprise.id), await ownerOfMember(member.id)]).toEqual([below.id, head.id])
    const many = { ids: [enterprise.id], ownerId: head.id, withMembers: true, reason: '收回' }
    expect(await confirmed(head, changeEnterprisesSalesman, many)).toMatchObject({ code: 200, data: { moved: 1 } })
    const both = { ids: [enterprise.id], ownerIds: [below.id], withMembers: true, reason: '分配' }
    expect(await confirmed(head, reallocateEnterprises, both)).toMatchObject({ code: 200, data: { moved: 2 } })
    expect([await ownerOfMember(member.id), await ownerOfMember(foreign.id)]).toEqual([below.id, outside.id])
    const story = (await head.call(queryOwnerChanges, { enterpriseId: enterprise.id })).data
    expect(story[0]?.actorName).toBe('归属主管')
    const records = await admin.call(queryCustomerStream, { enterpriseId: enterprise.id, kind: 'owner' })
    expect(records.data[0]).toMatchObject({ title: expect.stringContaining('归属变更'), actorName: '归属主管' })
    expect(story.map(({ target, reason }) => [target, reason])).toEqual([
      ['member', '分配'],
      ['enterprise', '分配'],
      ['enterprise', '收回'],
      ['enterprise', '交接'],
    ])
  })

  it('§6 refuse without the right and out of scope', async () => {
    const { id } = await makeEnterprise(db(), { ownerId: outside.id })
    const common = { withMembers: true, reason: '分配' }
    const one = { id, ownerId: below.id, ...common }
    expect(await head.call(setEnterpriseOwner, one)).toMatchObject({ code: 20404 })
    expect(await nobody.call(setEnterpriseOwner, one)).toMatchObject({ status: 403 })
    expect(await confirmed(head, changeEnterprisesSalesman, { ids: [id], ownerId: below.id, ...common })).toMatchObject(
      {
        code: 20404,
      },
    )
    expect(await confirmed(head, reallocateEnterprises, { ids: [id], ownerIds: [below.id], ...common })).toMatchObject({
      code: 20404,
    })
    expect(await head.call(queryOwnerChanges, { enterpriseId: id })).toMatchObject({ code: 20404 })
    expect(await nobody.call(queryOwnerChanges, { enterpriseId: id })).toMatchObject({ status: 403 })
  })
})

describe('GET /api/backend/admin/user/getAdminLinkUsers and POST /api/backend/admin/user/setAdminLinkUserLock', () => {
  it('§7 list a person’s members, and lock them', async () => {
    const carer = await makeUser(db())
    const one = await makeMember(db(), { ownerId: carer.id, realName: '顾晓舟' })
    await makeMember(db(), { ownerId: carer.id })
    const { data } = await admin.call(getAdminLinkUsers, { userId: carer.id })
    expect(data).toMatchObject({ total: 2 })
    const found = await admin.call(getAdminLinkUsers, { userId: carer.id, text: '晓舟' })
    expect(found.data.records).toMatchObject([{ id: one.id, locked: false }])
    const input = { userId: carer.id, ids: [one.id], lock: true }
    expect(await admin.call(setAdminLinkUserLock, input)).toMatchObject({ code: 200, data: { changed: 1 } })
    expect((await admin.call(getAdminLinkUsers, { userId: carer.id, locked: true })).data.total).toBe(1)
    const locker = await server().as((await makeRole(db(), 'userList.view', 'userList.lock')).code)
    expect(await locker.call(getAdminLinkUsers, { userId: carer.id })).toMatchObject({ data: { total: 0 } })
    expect(await locker.call(setAdminLinkUserLock, input)).toMatchObject({ code: 20404 })
    expect(await head.call(getAdminLinkUsers, { userId: carer.id })).toMatchObject({ status: 403 })
    expect(await head.call(setAdminLinkUserLock, input)).toMatchObject({ status: 403 })
    expect(await admin.call(setAdminLinkUserLock, { ...input, userId: below.id })).toMatchObject({ code: 20404 })
    expect(await admin.call(getAdminLinkUsers, { userId: '999999' })).toMatchObject({ code: 20404 })
  })
})
