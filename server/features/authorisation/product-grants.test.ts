// Products of people and roles, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type GrantNode,
  getCategoryTreeByUser,
  getNotCategoryTreeByUser,
  getRoleProducts,
  grantProducts,
  queryProductGrants,
  revokeProducts,
  syncRoleProductPermissions,
  updateRoleProducts,
  updateUserLinkProduct,
} from '#contract/authorisation/grants.ts'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation, RowOutcome } from '#contract/envelope.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let admin: Person
/** Three products: two in one category of level 2, one unfiled. */
let ids: [string, string, string]

const leavesOf = (nodes: readonly GrantNode[]): GrantNode[] =>
  nodes.flatMap((node) => (node.productId ? [node] : leavesOf(node.children ?? [])))
const productIdsOf = (nodes: readonly GrantNode[]) => leavesOf(nodes).map(({ productId }) => productId)

beforeAll(async () => {
  const { database, as } = server()
  const { db } = database
  admin = await as('administrator')
  const [metal] = await db.insert(categories).values({ name: '授权测试金属', level: 1 }).returning()
  const [copper] = await db
    .insert(categories)
    .values({ name: '授权测试铜', level: 2, parentId: metal?.id ?? null })
    .returning()
  const made = await db
    .insert(products)
    .values([
      { name: '授权测试阴极铜', code: 'GT-1', categoryId: copper?.id ?? null },
      { name: '授权测试铜杆', code: 'GT-2', categoryId: copper?.id ?? null },
      { name: '授权测试废铜', code: 'GT-3' },
    ])
    .returning()
  ids = made.map(({ id }) => id) as typeof ids
})

describe(`POST /api/backend/userPower/updateUserLinkProduct_v2
  GET /api/backend/userPower/getCategoryTreeByUser_v2 /api/backend/userPower/getNotCategoryTreeByUser_v2`, () => {
  it('§7 sets the products of a person in a role, and both trees follow', async () => {
    const { database } = server()
    const role = await makeRole(database.db)
    const { id: userId } = await makeUser(database.db, { roleCode: role.code })
    const set = (productIds: string[]) => admin.call(updateUserLinkProduct, { userId, roleId: role.id, productIds })
    expect((await set([ids[0], ids[2]])).data).toEqual({ added: 2, removed: 0 })
    expect((await set([ids[0], ids[1]])).data).toEqual({ added: 1, removed: 1 })
    const query = { userId, roleId: role.id }
    const granted = (await admin.call(getCategoryTreeByUser, query)).data
    expect(granted).toMatchObject([
      {
        label: '授权测试金属',
        type: 1,
        children: [{ label: '授权测试铜', type: 2, children: [{ type: 3 }, { type: 3 }] }],
      },
    ])
    expect(productIdsOf(granted)).toEqual([ids[0], ids[1]])
    const others = (await admin.call(getNotCategoryTreeByUser, query)).data
    expect(productIdsOf(others)).toContain(ids[2])
    expect(others.at(-1)).toMatchObject({ label: '未归类' })
    expect((await admin.call(updateUserLinkProduct, { ...query, productIds: [], userRoleId: role.id })).code).toBe(200)
    expect((await admin.call(getCategoryTreeByUser, query)).data).toEqual([])
  })

  it('§7 refuses what the actor does not hold, in both directions, and keeps the rest', async () => {
    const { database, as } = server()
    const role = await makeRole(database.db)
    const { id: userId } = await makeUser(database.db, { roleCode: role.code })
    const own = await makeRole(database.db, 'userList.empower')
    const head = await as(own.code)
    await admin.call(updateUserLinkProduct, { userId: head.id, roleId: own.id, productIds: [ids[0]] })
    await admin.call(updateUserLinkProduct, { userId, roleId: role.id, productIds: [ids[1]] })
    const set = (productIds: string[]) => head.call(updateUserLinkProduct, { userId, roleId: role.id, productIds })
    expect((await set([ids[0], ids[1]])).code).toBe(200)
    expect(await set([ids[0], ids[1], ids[2]])).toMatchObject({ code: 409, msg: '不能授予或取消自己没有的产品' })
    expect(await set([ids[0]])).toMatchObject({ code: 409 })
    const tree = (await head.call(getCategoryTreeByUser, { userId, roleId: role.id })).data
    expect(leavesOf(tree).map(({ productId, disabled }) => [productId, disabled])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ])
  })

  it('§7 answers 403, 20404, 409 and 400', async () => {
    const { database, as } = server()
    const role = await makeRole(database.db)
    const { id: userId } = await makeUser(database.db, { roleCode: role.code })
    const other = await makeRole(database.db)
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    const input = { userId, roleId: role.id, productIds: [ids[0]] }
    expect((await reader.call(updateUserLinkProduct, input)).code).toBe(403)
    expect((await admin.call(updateUserLinkProduct, { ...input, userId: '999999' })).code).toBe(20404)
    expect((await admin.call(getCategoryTreeByUser, { userId, roleId: other.id })).code).toBe(20404)
    expect(await admin.call(updateUserLinkProduct, { ...input, roleId: other.id })).toMatchObject({
      code: 409,
      msg: '该员工没有这个角色',
    })
    expect(await admin.call(updateUserLinkProduct, { ...input, productIds: ['999999'] })).toMatchObject({
      code: 400,
      msg: '产品不存在',
    })
    expect(await admin.call(updateUserLinkProduct, { ...input, userRoleId: other.id })).toMatchObject({
      code: 400,
      msg: '员工角色不正确',
    })
    const head = await as((await makeRole(database.db, 'userList.empower')).code)
    const above = { userId: admin.id, roleId: '1', productIds: [] }
    expect(await head.call(updateUserLinkProduct, above)).toMatchObject({
      code: 409,
      msg: '不能操作权限高于自己的账号',
    })
  })
})

describe('POST /api/backend/userPower/syncRoleProductPermissions', () => {
  it('§7 previews what each holder gains and loses, and applies it once confirmed', async () => {
    const { database } = server()
    const role = await makeRole(database.db)
    const main = await makeUser(database.db, { roleCode: role.code, realName: '同步甲' })
    const deputy = await makeUser(database.db, { deputyRoleCodes: [role.code], realName: '同步乙' })
    expect((await admin.call(updateRoleProducts, { roleId: role.id, productIds: [ids[0], ids[1]] })).data).toEqual({
      added: 2,
      removed: 0,
    })
    await admin.call(updateUserLinkProduct, { userId: main.id, roleId: role.id, productIds: [ids[0], ids[2]] })
    const { initial, preview, done } = await confirm(server(), admin, syncRoleProductPermissions, { roleId: role.id })
    expect(initial).toMatchObject({ status: 200, code: 600 })
    expect(preview?.text).toBe('共 2 人：取消产品授权 1 项，新增产品授权 3 项')
    expect(preview?.groups).toEqual([
      { title: '将失去授权', count: 1, names: ['同步甲（1 个）'] },
      { title: '失去的产品', count: 1, names: ['授权测试废铜（1 人）'] },
      { title: '将获得授权', count: 2, names: ['同步甲（1 个）', '同步乙（2 个）'] },
    ])
    expect(done).toMatchObject({ code: 200, data: { people: 2, added: 3, removed: 1 } })
    for (const userId of [main.id, deputy.id]) {
      const tree = (await admin.call(getCategoryTreeByUser, { userId, roleId: role.id })).data
      expect(productIdsOf(tree)).toEqual([ids[0], ids[1]])
    }
  })

  it('§7 revokes nothing with `onlyAdd`', async () => {
    const { database } = server()
    const role = await makeRole(database.db)
    const { id: userId } = await makeUser(database.db, { roleCode: role.code, realName: '只增加甲' })
    await admin.call(updateUserLinkProduct, { userId, roleId: role.id, productIds: [ids[2]] })
    const input = { roleId: role.id, onlyAdd: true }
    expect((await confirm(server(), admin, syncRoleProductPermissions, input)).preview?.text).toBe('共 1 人：没有变化')
    await admin.call(updateRoleProducts, { roleId: role.id, productIds: [ids[0]] })
    const { preview, done } = await confirm(server(), admin, syncRoleProductPermissions, input)
    expect(preview?.groups).toEqual([{ title: '将获得授权', count: 1, names: ['只增加甲（1 个）'] }])
    expect(done).toMatchObject({ code: 200, data: { people: 1, added: 1, removed: 0 } })
    const tree = (await admin.call(getCategoryTreeByUser, { userId, roleId: role.id })).data
    expect(productIdsOf(tree)).toEqual([ids[0], ids[2]])
  })

  it('needs a new confirmation where the role has changed meanwhile', async () => {
    const { database, send } = server()
    const role = await makeRole(database.db)
    await makeUser(database.db, { roleCode: role.code })
    await admin.call(updateRoleProducts, { roleId: role.id, productIds: [ids[0]] })
    const initial = await admin.call(syncRoleProductPermissions, { roleId: role.id })
    const { confirmToken } = initial.data as unknown as Confirmation
    await admin.call(updateRoleProducts, { roleId: role.id, productIds: [ids[1]] })
    const sent = { token: admin.token, headers: { [CONFIRM_HEADER]: confirmToken } }
    const again = await send('POST', syncRoleProductPermissions.path, { roleId: role.id }, sent)
    expect(again).toMatchObject({ code: 600, msg: '确认已失效或数据已变化，请重新确认' })
  })

  it('§7 refuses without the right, an unknown role, and a role that holds more than the actor', async () => {
    const { database, as } = server()
    const keeper = await as((await makeRole(database.db, 'role.empower')).code)
    const role = await makeRole(database.db, 'userList.view')
    const reader = await as((await makeRole(database.db, 'role.view')).code)
    expect((await reader.call(syncRoleProductPermissions, { roleId: role.id })).code).toBe(403)
    expect((await reader.call(getRoleProducts, { roleId: role.id })).code).toBe(403)
    expect((await admin.call(syncRoleProductPermissions, { roleId: '999999' })).code).toBe(20404)
    for (const endpoint of [syncRoleProductPermissions, updateRoleProducts]) {
      const input = { roleId: role.id, ...(endpoint === updateRoleProducts && { productIds: [] }) }
      expect(await server().send('POST', endpoint.path, input, { token: keeper.token })).toMatchObject({
        code: 409,
        msg: '不能操作权限高于自己的角色',
      })
    }
    const own = (await keeper.call(getRoleProducts, { roleId: role.id })).data
    expect(own.productIds).toEqual([])
    expect(leavesOf(own.tree).every(({ disabled }) => disabled)).toBe(true)
  })
})

describe('batches', () => {
  it('§6 grant to many after a preview, and revoke again', async () => {
    const { database } = server()
    const role = await makeRole(database.db)
    const people = [
      await makeUser(database.db, { roleCode: role.code, realName: '批量甲' }),
      await makeUser(database.db, { roleCode: role.code, realName: '批量乙' }),
    ]
    const input = { userIds: people.map(({ id }) => id), productIds: [ids[0], ids[1]] }
    const grant = await confirm(server(), admin, grantProducts, input)
    expect(grant.initial.code).toBe(600)
    expect(grant.preview?.text).toBe('共 2 人：新增产品授权 4 项')
    expect(grant.done).toMatchObject({ code: 200, data: null })
    const revoke = await confirm(server(), admin, revokeProducts, { ...input, productIds: [ids[0]] })
    expect(revoke.done.code).toBe(200)
    const tree = (await admin.call(getCategoryTreeByUser, { userId: people[0]?.id ?? '', roleId: role.id })).data
    expect(productIdsOf(tree)).toEqual([ids[1]])
    const rows = (await admin.call(queryProductGrants, { product: 'gt-2', roleId: role.id })).data.records
    expect(rows.map(({ realName, productCount, ownCount }) => [realName, productCount, ownCount])).toEqual([
      ['批量甲', 1, 1],
      ['批量乙', 1, 1],
    ])
  })

  it('§8 do what they can and return each outcome (602)', async () => {
    const { database, as } = server()
    const own = await makeRole(database.db, 'productAuthorisation.batchEmpower')
    const head = await as(own.code)
    await admin.call(updateUserLinkProduct, { userId: head.id, roleId: own.id, productIds: [ids[0]] })
    const fine = await makeUser(database.db, { roleCode: (await makeRole(database.db)).code })
    const input = { userIds: [fine.id, admin.id], productIds: [ids[0]] }
    const { done } = await confirm(server(), head, grantProducts, input)
    expect(done.code).toBe(602)
    expect((done.data as unknown as RowOutcome[]).map(({ id, ok }) => [id, ok]).toSorted()).toEqual(
      [
        [admin.id, false],
        [fine.id, true],
      ].toSorted(),
    )
    expect((await head.call(revokeProducts, input)).code).toBe(403)
    expect(await head.call(grantProducts, { ...input, productIds: [ids[1]] })).toMatchObject({ code: 409 })
    expect((await admin.call(grantProducts, { ...input, userIds: [] })).code).toBe(400)
    expect((await admin.call(grantProducts, { ...input, userIds: ['999999'] })).code).toBe(20404)
  })
})

describe('the list', () => {
  it('§7 finds people by name and department, and is refused without the right', async () => {
    const { database, as } = server()
    const reader = await as((await makeRole(database.db, 'productAuthorisation.view')).code, { realName: '授权列表甲' })
    const found = await reader.call(queryProductGrants, { realName: '列表甲' })
    expect(found.data.records).toMatchObject([{ realName: '授权列表甲', productCount: 0 }])
    expect((await reader.call(queryProductGrants, { descs: ['productCount'] })).code).toBe(200)
    const other = await as((await makeRole(database.db, 'userList.view')).code)
    expect((await other.call(queryProductGrants, {})).code).toBe(403)
    const wrong = await server().send('POST', queryProductGrants.path, { ascs: ['id'] }, { token: reader.token })
    expect(wrong.code).toBe(400)
  })
})
