// Superiors and subordinates, over HTTP: set, listed, moved, without cycles; and handovers.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { setStaffRole, updateAdminLinkCategory } from '#contract/authorisation/grants.ts'
import { handOver } from '#contract/organisation/handover.ts'
import {
  getChildUserInfoByType,
  getMovableUsers,
  moveSubordinates,
  type SubordinateType,
  updateUserDepartRelation,
} from '#contract/organisation/staff-links.ts'
import { getUserInfoById, getUserRoles } from '#contract/organisation/users.ts'
import { fieldLabel } from '#contract/system/audit-labels.ts'
import { categories } from '#server/db/schema/catalogue.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { confirm } from '#test/confirm.ts'
import { makeDepartment, makeRole, makeUser, rootDepartment } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makePrice, makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
let admin: Person
let role: { id: string; code: string }
let deptId: string

beforeAll(async () => {
  const { database, as } = server()
  admin = await as('administrator')
  role = await makeRole(database.db)
  deptId = await rootDepartment(database.db)
})

const person = async (overrides = {}) => makeUser(server().database.db, { roleCode: role.code, ...overrides })
const relation = (userId: string) => ({
  userId,
  roleId: role.id,
  deptId,
  saleParentId: null,
  editParentId: null,
  deputyRoleIds: [],
  customerParentIds: [],
})
const below = async (userId: string, type: SubordinateType) =>
  (await admin.call(getChildUserInfoByType, { userId, type })).data.map(({ id, depth, parentId }) => ({
    id,
    depth,
    parentId,
  }))

describe('POST /api/backend/authorisation/staff/setRole', () => {
  it('§6 replaces the main role and nothing else', async () => {
    const { database, as } = server()
    const [next, other, superior] = [await makeRole(database.db), await makeRole(database.db), await person()]
    const somebody = await person({ saleParentId: superior.id })
    await admin.call(updateUserDepartRelation, {
      ...relation(somebody.id),
      saleParentId: superior.id,
      deputyRoleIds: [next.id, other.id],
    })
    const keeper = await as((await makeRole(database.db, 'staff.setRole')).code)
    expect((await keeper.call(setStaffRole, { userId: somebody.id, roleId: next.id })).code).toBe(200)
    const { data } = await admin.call(getUserInfoById, { id: somebody.id })
    expect(data).toMatchObject({ roleId: next.id, deputyRoleIds: [other.id], saleParentId: superior.id, deptId })
  })

  it('§6 refuses a role that holds more than the actor, and refuses without the right', async () => {
    const { database, as } = server()
    const strong = await makeRole(database.db, 'userList.delete')
    const somebody = await person()
    const keeper = await as((await makeRole(database.db, 'staff.setRole')).code)
    const ask = { userId: somebody.id, roleId: strong.id }
    expect(await keeper.call(setStaffRole, ask)).toMatchObject({ code: 409, msg: '不能授予自己没有的权限' })
    expect(await keeper.call(setStaffRole, { userId: admin.id, roleId: role.id })).toMatchObject({ code: 409 })
    expect(await keeper.call(setStaffRole, { userId: somebody.id, roleId: '999999' })).toMatchObject({ code: 400 })
    expect(await (await as(role.code)).call(setStaffRole, ask)).toMatchObject({ status: 403 })
  })
})

describe('POST /api/admin/updateUserDepartRelation_v2', () => {
  it('§7 sets department, roles and superiors, and clears those that are empty', async () => {
    const { database } = server()
    const [one, two] = [await person(), await person()]
    const deputy = await makeRole(database.db)
    const dept = await makeDepartment(database.db, '归属测试部')
    const done = await admin.call(updateUserDepartRelation, {
      userId: one.id,
      roleId: role.id,
      deptId: dept,
      saleParentId: two.id,
      editParentId: two.id,
      deputyRoleIds: [deputy.id],
      customerParentIds: [two.id],
    })
    expect(done).toMatchObject({ code: 200, data: { version: 2 } })
    const { data } = await admin.call(getUserInfoById, { id: one.id })
    expect(data).toMatchObject({
      deptId: dept,
      saleParentId: two.id,
      editParentId: two.id,
      customerParentIds: [two.id],
    })
    expect((await admin.call(getUserRoles, { id: one.id })).data.deputyRoles).toMatchObject([{ id: deputy.id }])
    expect((await admin.call(updateUserDepartRelation, relation(one.id))).code).toBe(200)
    expect((await admin.call(getUserInfoById, { id: one.id })).data).toMatchObject({
      saleParentId: null,
      deputyRoleIds: [],
      customerParentIds: [],
    })
    expect(await admin.call(updateUserDepartRelation, { ...relation(one.id), version: 1 })).toMatchObject({ code: 601 })
  })

  it('§7 refuses cycles, unknown rows, more than the actor holds, and the last administrator', async () => {
    const { database, as } = server()
    const [one, two] = [await person(), await person()]
    await admin.call(updateUserDepartRelation, { ...relation(one.id), saleParentId: two.id })
    expect(await admin.call(updateUserDepartRelation, { ...relation(two.id), saleParentId: one.id })).toMatchObject({
      code: 400,
      msg: '销售上级不能是本人或其下级',
    })
    expect((await admin.call(updateUserDepartRelation, { ...relation(one.id), deptId: '999999' })).code).toBe(400)
    expect((await admin.call(updateUserDepartRelation, relation('999999'))).code).toBe(20404)
    const setter = await as((await makeRole(database.db, 'userList.setRole')).code)
    const strong = await makeRole(database.db, 'userList.delete')
    expect(await setter.call(updateUserDepartRelation, { ...relation(one.id), roleId: strong.id })).toMatchObject({
      code: 409,
      msg: '不能授予自己没有的权限',
    })
    expect((await setter.call(updateUserDepartRelation, relation(admin.id))).code).toBe(409)
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    expect((await reader.call(updateUserDepartRelation, relation(one.id))).code).toBe(403)
    const { rows } = await database.pool.query<{ id: string }>(
      "update users set locked = true where id <> $1 and role_id = (select id from roles where code = 'administrator') returning id",
      [admin.id],
    )
    expect(await admin.call(updateUserDepartRelation, relation(admin.id))).toMatchObject({
      code: 409,
      msg: '至少保留一名可用的系统管理员',
    })
    await database.pool.query('update users set locked = false where id = any($1)', [rows.map(({ id }) => id)])
  })
})

describe('GET /api/admin/getChildUserInfoByType, and moving people', () => {
  it('§7 lists all subordinates with their depth, by kind', async () => {
    const head = await person()
    const middle = await person({ saleParentId: head.id })
    const low = await person({ saleParentId: middle.id, editParentId: head.id })
    expect(await below(head.id, 1)).toEqual([
      { id: middle.id, depth: 1, parentId: head.id },
      { id: low.id, depth: 2, parentId: middle.id },
    ])
    expect(await below(head.id, 2)).toEqual([{ id: low.id, depth: 1, parentId: head.id }])
    const shared = await person({ customerParentIds: [head.id, middle.id] })
    expect(await below(head.id, 3)).toEqual([{ id: shared.id, depth: 1, parentId: head.id }])
    expect((await admin.call(getChildUserInfoByType, { userId: '999999', type: 1 })).code).toBe(20404)
    const wrong = await server().send('GET', `${getChildUserInfoByType.path}?userId=${head.id}&type=4`, undefined, {
      token: admin.token,
    })
    expect(wrong.code).toBe(400)
    const other = await server().as((await makeRole(server().database.db)).code)
    expect((await other.call(getChildUserInfoByType, { userId: head.id, type: 1 })).code).toBe(403)
  })

  it('§2 moves people below a superior and away, and says who cannot be moved', async () => {
    const [top, head] = [await person(), await person()]
    await admin.call(updateUserDepartRelation, { ...relation(head.id), saleParentId: top.id })
    const [one, two] = [await person({ saleParentId: head.id }), await person()]
    const movable = (await admin.call(getMovableUsers, { parentId: head.id, type: 1 })).data
    const of = (id: string) => movable.find((each) => each.id === id)
    expect(of(head.id)?.reason).toBe('上级本人')
    expect(of(top.id)?.reason).toBe('在该上级之上')
    expect([of(one.id)?.isBelow, of(two.id)?.isBelow]).toEqual([true, false])
    const input = { parentId: head.id, type: 1 as const, addIds: [two.id], removeIds: [one.id] }
    expect((await admin.call(moveSubordinates, input)).data).toEqual({ added: 1, removed: 1 })
    expect(await below(head.id, 1)).toMatchObject([{ id: two.id }])
    expect((await admin.call(getUserInfoById, { id: one.id })).data.saleParentId).toBeNull()
    expect(await admin.call(moveSubordinates, { ...input, addIds: [top.id], removeIds: [] })).toMatchObject({
      code: 400,
    })
    expect((await admin.call(moveSubordinates, { ...input, addIds: [one.id], removeIds: [one.id] })).code).toBe(400)
    expect((await admin.call(moveSubordinates, { ...input, addIds: ['999999'], removeIds: [] })).code).toBe(20404)
    expect((await admin.call(getMovableUsers, { parentId: '999999', type: 1 })).code).toBe(20404)
    const reader = await server().as((await makeRole(server().database.db, 'userSubsidiaryAccount.view')).code)
    expect((await reader.call(moveSubordinates, input)).code).toBe(403)
    expect((await reader.call(getMovableUsers, { parentId: head.id, type: 3 })).code).toBe(200)
  })

  it('§7 never makes anybody their own superior, whatever the moves', async () => {
    const { database } = server()
    const people = await Promise.all(Array.from({ length: 6 }, () => person()))
    const place = fc.integer({ min: 0, max: people.length - 1 })
    const move = fc.record({
      type: fc.constantFrom(1, 2, 3) as fc.Arbitrary<SubordinateType>,
      user: place,
      parent: place,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 12 }), async (moves) => {
        // two at a time: moves that are valid alone must not close a cycle together
        for (let at = 0; at < moves.length; at += 2) {
          await Promise.all(
            moves.slice(at, at + 2).map(({ type, user, parent }) =>
              admin.call(moveSubordinates, {
                parentId: people[parent]?.id ?? '',
                type,
                addIds: [people[user]?.id ?? ''],
                removeIds: [],
              }),
            ),
          )
        }
        const { rows } = await database.pool.query(`with recursive links(kind, child, parent) as (
            select 1, id, sale_parent_id from users where sale_parent_id is not null
            union all select 2, id, edit_parent_id from users where edit_parent_id is not null
            union all select 3, user_id, parent_id from user_customer_parents),
          up(kind, id, at) as (select kind, child, parent from links
            union select up.kind, up.id, l.parent from up join links l on l.kind = up.kind and l.child = up.at)
          select id from up where id = at`)
        expect(rows).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})

describe('handover', () => {
  it('§6 hands everything over to one person in one act, after a preview', async () => {
    const { database } = server()
    const [head, from] = [await person(), await person({ realName: '离职人' })]
    await admin.call(updateUserDepartRelation, { ...relation(from.id), saleParentId: head.id })
    // the receiver is a subordinate, and takes the place of the leaver
    const to = await person({ realName: '接手人', saleParentId: from.id })
    const low = await person({ saleParentId: to.id })
    const other = await person({ realName: '同组人', saleParentId: from.id, customerParentIds: [from.id] })
    const [category] = await database.db.insert(categories).values({ name: '交接测试分类', level: 1 }).returning()
    await admin.call(updateAdminLinkCategory, { query: { id: from.id }, body: { categoryIds: [category?.id ?? ''] } })
    const { initial, preview, done } = await confirm(server(), admin, handOver, { fromId: from.id, toId: to.id })
    expect(initial.code).toBe(600)
    expect(preview?.groups).toEqual([
      { title: '销售下级', count: 1, names: ['同组人'] },
      { title: '客服下级', count: 1, names: ['同组人'] },
      { title: '服务的分类', count: 1, names: ['交接测试分类'] },
    ])
    expect(done).toMatchObject({ code: 200, data: { moved: 3 } })
    expect(await below(head.id, 1)).toEqual(
      expect.arrayContaining([
        { id: from.id, depth: 1, parentId: head.id },
        { id: to.id, depth: 1, parentId: head.id },
        { id: other.id, depth: 2, parentId: to.id },
        { id: low.id, depth: 2, parentId: to.id },
      ]),
    )
    expect(await below(from.id, 1)).toEqual([])
    expect(await below(to.id, 3)).toEqual([{ id: other.id, depth: 1, parentId: to.id }])
    const { rows } = await database.pool.query("select after from audit_log where action = 'user.handOver'")
    expect(rows).toMatchObject([{ after: { toId: to.id, categoryIds: [category?.id] } }])
    // the audit log has each list as text
    expect(Object.keys(rows[0].after).filter((field) => fieldLabel(field) === field)).toEqual([])
    expect(await admin.call(handOver, { fromId: from.id, toId: to.id })).toMatchObject({ code: 409 })
  })

  it('§6 includes quote items, and counts unpublished prices', async () => {
    const { database } = server()
    const [from, to] = [await person({ realName: '离职分析师' }), await person({ realName: '接收分析师' })]
    const item = await makeQuoteItem(database.db, { name: '移交的报价项', analystId: from.id, deputyId: to.id })
    await makePrice(database.db, item, '2026-11-20', { enteredById: from.id })
    const { rows: found } = await database.pool.query("select id from calendars where code = 'workday'")
    const rule = { name: '移交的规则', kind: 'price' as const, calendarId: String(found[0].id) }
    await database.db.insert(monitoringRules).values({ ...rule, ownerId: from.id, deputyId: to.id })
    const { preview, done } = await confirm(server(), admin, handOver, { fromId: from.id, toId: to.id })
    expect(preview?.groups).toEqual([
      {
        title: '请注意',
        count: 3,
        names: [
          expect.stringContaining('“价格数据”'),
          expect.stringContaining('“今日待更新数据”'),
          expect.stringContaining('有 1 条价格尚未发布'),
        ],
      },
      { title: '负责的报价项', count: 1, names: ['移交的报价项'] },
      { title: '负责的监控规则', count: 1, names: ['移交的规则'] },
    ])
    expect(done.code).toBe(200)
    const { rows } = await database.pool.query('select analyst_id, deputy_id from quote_items where id = $1', [
      item.quoteItemId,
    ])
    expect(rows).toEqual([{ analyst_id: to.id, deputy_id: null }])
    const rules = await database.pool.query(
      "select owner_id, deputy_id from monitoring_rules where name = '移交的规则'",
    )
    expect(rules.rows).toEqual([{ owner_id: to.id, deputy_id: null }])
  })

  it('§6 hands parts over to several people in one act', async () => {
    const { database } = server()
    const [from, to] = [await person({ realName: '离职主管' }), await person({ realName: '接收主管' })]
    const [seller, editor] = [await person({ realName: '接收销售' }), await person({ realName: '接收编辑' })]
    const low = await person({ saleParentId: from.id })
    const [category] = await database.db.insert(categories).values({ name: '分交测试分类', level: 1 }).returning()
    await admin.call(updateAdminLinkCategory, { query: { id: from.id }, body: { categoryIds: [category?.id ?? ''] } })
    const [company] = await database.db
      .insert(enterprises)
      .values({ name: '分交测试公司', ownerId: from.id })
      .returning()
    const parts = { categories: editor.id, customers: seller.id }
    const { preview, done } = await confirm(server(), admin, handOver, { fromId: from.id, toId: to.id, parts })
    for (const name of ['下级给接收主管', '分类给接收编辑', '客户给接收销售']) expect(preview?.text).toContain(name)
    expect(done).toMatchObject({ code: 200, data: { moved: 3 } })
    expect(await below(to.id, 1)).toEqual([{ id: low.id, depth: 1, parentId: to.id }])
    const { rows } = await database.pool.query(
      `select (select owner_id::text from enterprises where id = $1) owner,
        (select array_agg(user_id::text) from user_categories where category_id = $2) held`,
      [company?.id, category?.id],
    )
    expect(rows).toEqual([{ owner: seller.id, held: [editor.id] }])
    const { rows: acts } = await database.pool.query(
      "select after from audit_log where action = 'user.handOver' and target_id = $1",
      [from.id],
    )
    expect(acts).toMatchObject([{ after: { partReceivers: { 下级: to.id, 分类: editor.id, 客户: seller.id } } }])
    expect(Object.keys(acts[0].after).filter((field) => fieldLabel(field) === field)).toEqual([])
  })

  it('§7 refuses the leaver, and disabled or unknown people as receivers', async () => {
    const { database } = server()
    const [from, to] = [await person(), await person()]
    const gone = await person({ status: 'disabled', realName: '停用人' })
    await database.db.insert(enterprises).values({ name: '拒交测试公司', ownerId: from.id })
    const ask = (customers: string) => admin.call(handOver, { fromId: from.id, toId: to.id, parts: { customers } })
    expect((await ask(from.id)).code).toBe(400)
    expect(await ask(gone.id)).toMatchObject({ code: 409, msg: expect.stringContaining('停用人') })
    expect((await ask('999999')).code).toBe(20404)
  })

  it('§7 is refused for oneself, without the right, and without holding the categories', async () => {
    const { database, as } = server()
    const [from, to] = [await person(), await person()]
    expect((await admin.call(handOver, { fromId: from.id, toId: from.id })).code).toBe(400)
    expect((await admin.call(handOver, { fromId: from.id, toId: '999999' })).code).toBe(20404)
    const [category] = await database.db.insert(categories).values({ name: '交接拒绝分类', level: 1 }).returning()
    await admin.call(updateAdminLinkCategory, { query: { id: from.id }, body: { categoryIds: [category?.id ?? ''] } })
    const editor = await as((await makeRole(database.db, 'userList.edit')).code)
    expect(await editor.call(handOver, { fromId: from.id, toId: to.id })).toMatchObject({
      code: 409,
      msg: '不能移交自己没有的分类',
    })
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    expect((await reader.call(handOver, { fromId: from.id, toId: to.id })).code).toBe(403)
  })
})
