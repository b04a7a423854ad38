// Categories and news categories of people, and staff of a role, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  filterToGrantCategoryTree,
  type GrantNode,
  getAdminLinkNewsCategoryTwoList,
  getCategoryIdTreeByLogName,
  getCategoryTreeByUser,
  getNotCategoryIdTreeByLogName,
  insertStaff,
  listNewsCategories,
  queryCategoryGrants,
  queryStaff,
  removeStaff,
  updateAdminLinkCategory,
  updateAdminLinkCategoryByProductId,
  updateBatchAdminLinkCategory,
} from '#contract/authorisation/grants.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { getUserRoles } from '#contract/organisation/users.ts'
import { categories, newsCategories, products } from '#server/db/schema/catalogue.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let admin: Person
let tree: { top: string; filled: string; empty: string; product: string; general: string; news: string }

const leaves = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children ? leaves(children) : [key]))

beforeAll(async () => {
  const { database, as } = server()
  const { db } = database
  admin = await as('administrator')
  const add = async (values: typeof categories.$inferInsert) =>
    (await db.insert(categories).values(values).returning())[0]?.id ?? ''
  const top = await add({ name: '分类授权大类', level: 1 })
  const filled = await add({ name: '分类授权有产品', level: 2, parentId: top })
  const empty = await add({ name: '分类授权无产品', level: 2, parentId: top, sort: 1 })
  const [product] = await db.insert(products).values({ name: '分类授权产品', categoryId: filled }).returning()
  const [general, news] = await db
    .insert(newsCategories)
    .values([{ name: '分类授权综合' }, { name: '分类授权日评', productId: product?.id ?? null }])
    .returning()
  tree = { top, filled, empty, product: product?.id ?? '', general: general?.id ?? '', news: news?.id ?? '' }
})

const person = async () => makeUser(server().database.db, { roleCode: (await makeRole(server().database.db)).code })

describe(`POST /api/backend/adminLinkCategory/updateAdminLinkCategory
  GET /api/backend/adminLinkCategory/getCategoryIdTreeByLogName
  GET /api/backend/adminLinkCategory/getNotCategoryIdTreeByLogName
  GET /api/backend/target/filterToGrantCategoryTree`, () => {
  it('§7 sets them, a category of level 1 by its children, and returns both trees', async () => {
    const { id } = await person()
    const set = (categoryIds: string[]) => admin.call(updateAdminLinkCategory, { query: { id }, body: { categoryIds } })
    expect(
      (
        await server().send(
          'POST',
          `${updateAdminLinkCategory.path}?id=${id}`,
          { categoryIds: [tree.top] },
          { token: admin.token },
        )
      ).data,
    ).toEqual({ added: 2, removed: 0 })
    expect(leaves((await admin.call(getCategoryIdTreeByLogName, { id })).data)).toEqual([
      `C${tree.filled}`,
      `C${tree.empty}`,
    ])
    expect((await set([tree.filled])).data).toEqual({ added: 0, removed: 1 })
    expect(leaves((await admin.call(getNotCategoryIdTreeByLogName, { id })).data)).toContain(`C${tree.empty}`)
    const rows = (await admin.call(queryCategoryGrants, { category: '授权有产品' })).data.records
    expect(rows).toMatchObject([{ id, categoryCount: 1, newsCategoryCount: 0 }])
  })

  it('§7 grants only what the actor holds', async () => {
    const { database, as } = server()
    const head = await as((await makeRole(database.db, 'userList.empower')).code)
    const { id } = await person()
    const grant = (caller: Person, userId: string, categoryIds: string[]) =>
      caller.call(updateAdminLinkCategory, { query: { id: userId }, body: { categoryIds } })
    await grant(admin, head.id, [tree.filled])
    expect((await grant(head, id, [tree.filled])).code).toBe(200)
    expect(await grant(head, id, [tree.filled, tree.empty])).toMatchObject({
      code: 409,
      msg: '不能授予或取消自己没有的分类',
    })
    expect(leaves((await head.call(filterToGrantCategoryTree)).data)).toEqual([`C${tree.filled}`])
    expect(leaves((await admin.call(filterToGrantCategoryTree)).data)).not.toContain(`C${tree.empty}`)
    expect((await grant(admin, '999999', [])).code).toBe(20404)
    expect((await grant(admin, id, ['999999'])).code).toBe(400)
    expect((await admin.call(getCategoryIdTreeByLogName, { id: '999999' })).code).toBe(20404)
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    expect((await reader.call(getNotCategoryIdTreeByLogName, { id })).code).toBe(403)
  })
})

describe(`POST /api/backend/adminLinkNewsCategory/getAdminLinkNewsCategoryTwoList
  POST /api/backend/adminLinkNewsCategory/updateAdminLinkCategoryByProductId
  POST /api/backend/adminLinkNewsCategory/updateBatchAdminLinkCategory`, () => {
  const lists = async (userId: string) => {
    const { granted, available } = (await admin.call(getAdminLinkNewsCategoryTwoList, { userId })).data
    return { granted: granted.map(({ id }) => id), available: available.map(({ id }) => id) }
  }

  it('§7 are set by product; others stay', async () => {
    const { id: userId } = await person()
    const set = (productId: string | null, categoryIds: string[]) =>
      admin.call(updateAdminLinkCategoryByProductId, { userId, productId, categoryIds })
    expect((await set(tree.product, [tree.news])).data).toEqual({ added: 1, removed: 0 })
    expect((await set(null, [tree.general])).data).toEqual({ added: 1, removed: 0 })
    expect((await set(tree.product, [])).data).toEqual({ added: 0, removed: 1 })
    expect(await lists(userId)).toEqual({ granted: [tree.general], available: expect.arrayContaining([tree.news]) })
    expect(await set(tree.product, [tree.general])).toMatchObject({ code: 400, msg: '资讯分类不属于这个产品' })
    expect((await admin.call(getAdminLinkNewsCategoryTwoList, { userId: '999999' })).code).toBe(20404)
  })

  it('§7 are granted to and revoked from many after a preview', async () => {
    const people = [await person(), await person()]
    const userIds = people.map(({ id }) => id)
    const input = { userIds, categoryIds: [tree.general, tree.news] }
    const grant = await confirm(server(), admin, updateBatchAdminLinkCategory, { ...input, verb: 'add' })
    expect(grant.initial.code).toBe(600)
    expect(grant.preview?.text).toBe('共 2 人：新增资讯分类授权 4 项')
    expect(grant.done.code).toBe(200)
    await confirm(server(), admin, updateBatchAdminLinkCategory, { userIds, categoryIds: [tree.news], verb: 'revoke' })
    expect((await lists(userIds[0] ?? '')).granted).toEqual([tree.general])
  })

  it('§7 the batch needs the right of its verb, and the categories themselves', async () => {
    const { database, as } = server()
    const { id } = await person()
    const giver = await as((await makeRole(database.db, 'categoryAuthorisation.batchEmpower')).code)
    const input = { userIds: [id], categoryIds: [tree.news] }
    expect((await giver.call(updateBatchAdminLinkCategory, { ...input, verb: 'revoke' })).code).toBe(403)
    expect(await giver.call(updateBatchAdminLinkCategory, { ...input, verb: 'add' })).toMatchObject({
      code: 409,
      msg: '不能授予或取消自己没有的资讯分类',
    })
    const reader = await as((await makeRole(database.db, 'categoryAuthorisation.view')).code)
    expect((await reader.call(listNewsCategories, {})).data.find((row) => row.id === tree.news)).toMatchObject({
      productName: '分类授权产品',
      disabled: true,
    })
    expect((await reader.call(updateBatchAdminLinkCategory, { ...input, verb: 'add' })).code).toBe(403)
    const wrong = { ...input, verb: 'set' }
    expect((await server().send('POST', updateBatchAdminLinkCategory.path, wrong, { token: admin.token })).code).toBe(
      400,
    )
  })
})

describe('POST /api/backend/adminLinkNewsCategory/updateBatchAdminLinkCategory', () => {
  it('§7 §8 does not change people who hold more than the actor, and reports each (602)', async () => {
    const { database, as } = server()
    const giver = await as((await makeRole(database.db, 'categoryAuthorisation.batchEmpower')).code)
    const [fine, above] = [await person(), await as('administrator')]
    const own = { userId: giver.id, productId: null, categoryIds: [tree.general] }
    await admin.call(updateAdminLinkCategoryByProductId, own)
    const input = { userIds: [above.id, fine.id], categoryIds: [tree.general], verb: 'add' as const }
    const { done } = await confirm(server(), giver, updateBatchAdminLinkCategory, input)
    expect(done.code).toBe(602)
    const became = (done.data as unknown as RowOutcome[]).map(({ id, ok }) => [id, ok] as const)
    expect(Object.fromEntries(became)).toEqual({ [above.id]: false, [fine.id]: true })
    const grantedTo = async (userId: string) =>
      (await admin.call(getAdminLinkNewsCategoryTwoList, { userId })).data.granted.map(({ id }) => id)
    expect(await grantedTo(above.id)).toEqual([])
    expect(await grantedTo(fine.id)).toEqual([tree.general])
  })
})

describe('staff of a role', () => {
  it('§2 adds people to it with its products and categories in one act, and removes them', async () => {
    const { database } = server()
    const role = await makeRole(database.db)
    const people = [await person(), await person()]
    const input = { roleId: role.id, productIds: [tree.product], categoryIds: [tree.top] }
    const done = await admin.call(insertStaff, { ...input, userIds: people.map(({ id }) => id) })
    expect(done).toMatchObject({ code: 200, data: { people: 2 } })
    const [{ id: userId } = { id: '' }] = people
    expect((await admin.call(getUserRoles, { id: userId })).data.deputyRoles).toMatchObject([{ id: role.id }])
    expect((await admin.call(getCategoryTreeByUser, { userId, roleId: role.id })).data).toHaveLength(1)
    expect(leaves((await admin.call(getCategoryIdTreeByLogName, { id: userId })).data)).toHaveLength(2)
    const rows = (await admin.call(queryStaff, { roleId: role.id })).data.records
    expect(rows).toMatchObject([
      { isMain: false, productCount: 1 },
      { isMain: false, productCount: 1 },
    ])
    expect((await admin.call(removeStaff, { userId, roleId: role.id })).code).toBe(200)
    expect((await admin.call(getUserRoles, { id: userId })).data.deputyRoles).toEqual([])
    expect((await admin.call(queryStaff, { roleId: role.id })).data.total).toBe(1)
    // products granted before are not restored
    const back = { roleId: role.id, userIds: [userId], productIds: [], categoryIds: [] }
    expect((await admin.call(insertStaff, back)).code).toBe(200)
    expect((await admin.call(getCategoryTreeByUser, { userId, roleId: role.id })).data).toEqual([])
    const { rows: log } = await database.pool.query(
      "select action from audit_log where target_type = 'user' and target_id = $1 order by id",
      [userId],
    )
    expect(log.map(({ action }) => action)).toEqual(['user.joinRole', 'user.leaveRole', 'user.joinRole'])
  })

  it('§7 refuses more than the actor holds, an unknown person, and the main role', async () => {
    const { database, as } = server()
    const keeper = await as((await makeRole(database.db, 'staff.view', 'staff.add', 'staff.delete')).code)
    const role = await makeRole(database.db)
    const strong = await makeRole(database.db, 'userList.delete')
    const { id } = await person()
    const input = { roleId: role.id, userIds: [id], productIds: [], categoryIds: [] }
    expect(await keeper.call(insertStaff, { ...input, roleId: strong.id })).toMatchObject({ code: 409 })
    expect(await keeper.call(insertStaff, { ...input, productIds: [tree.product] })).toMatchObject({ code: 409 })
    expect(await keeper.call(insertStaff, { ...input, categoryIds: [tree.filled] })).toMatchObject({ code: 409 })
    expect(await keeper.call(insertStaff, { ...input, userIds: [] })).toMatchObject({ code: 400, msg: '请选择人员' })
    expect((await keeper.call(insertStaff, { ...input, userIds: ['999999'] })).code).toBe(20404)
    expect((await keeper.call(insertStaff, { ...input, roleId: '999999' })).code).toBe(400)
    expect((await keeper.call(insertStaff, input)).code).toBe(200)
    const own = await makeUser(database.db, { roleCode: role.code })
    expect(await keeper.call(removeStaff, { userId: own.id, roleId: role.id })).toMatchObject({ code: 409 })
    expect((await keeper.call(removeStaff, { userId: own.id, roleId: strong.id })).code).toBe(20404)
    const reader = await as((await makeRole(database.db, 'staff.view')).code)
    expect((await reader.call(insertStaff, input)).code).toBe(403)
    expect((await reader.call(queryStaff, {})).code).toBe(200)
  })
})
