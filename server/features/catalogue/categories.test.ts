// Categories over HTTP: added, hidden, ordered, moved, merged and deleted; rights and scope.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CategoryRow,
  getCategoryRows,
  hideCategory,
  mergeCategory,
  moveCategory,
  removeCategory,
  saveCategory,
  showCategory,
  sortCategories,
} from '#contract/catalogue/catalogue.ts'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { roleProducts, userCategories } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const aliases = ['view', 'add', 'edit', 'delete', 'open', 'disable', 'dragSort', 'move']
let keeper: Person
/** Has every button of the page, with only 螺纹钢 and 高线 in scope. */
let editor: Person
let editorRole: string
let viewer: Person

beforeAll(async () => {
  keeper = await server().as('sjgly')
  const role = await makeRole(db(), ...aliases.map((alias) => `category.${alias}`))
  editorRole = role.id
  editor = await server().as(role.code)
  viewer = await server().as((await makeRole(db(), 'category.view')).code)
})

async function makeCategory(name: string, parentId: string | null = null, sort = 0): Promise<string> {
  const [made] = await db()
    .insert(categories)
    .values({ name, parentId, level: parentId === null ? 1 : 2, sort })
    .returning()
  return made?.id ?? ''
}

async function makeProducts(categoryId: string, ...names: string[]): Promise<string[]> {
  const rows = names.map((name, at) => ({ name, categoryId, sort: (at + 1) * 10 }))
  return (await db().insert(products).values(rows).returning()).map(({ id }) => id)
}

let steel: string
let longs: string
let flats: string
let energy: string
let oil: string

beforeEach(async () => {
  await db().delete(userCategories)
  await db().delete(roleProducts)
  await db().delete(products)
  await db().delete(categories).where(eq(categories.level, 2))
  await db().delete(categories)
  steel = await makeCategory('钢铁', null, 10)
  energy = await makeCategory('能源', null, 20)
  longs = await makeCategory('建筑钢材', steel, 10)
  flats = await makeCategory('板卷', steel, 20)
  oil = await makeCategory('原油', energy, 10)
  const [rebar = '', wire = ''] = await makeProducts(longs, '螺纹钢', '高线')
  await makeProducts(flats, '热轧卷板')
  await makeProducts(oil, '布伦特原油')
  await db()
    .insert(roleProducts)
    .values([rebar, wire].map((productId) => ({ roleId: editorRole, productId })))
})

const outline = (rows: readonly CategoryRow[]): unknown[] =>
  rows.map(({ name, productCount, children = [] }) => [name, productCount, ...outline(children)])
const tree = async (who: Person) => outline((await who.call(getCategoryRows)).data)
const stored = async (id: string) => (await db().select().from(categories).where(eq(categories.id, id)))[0]
const namesIn = async (id: string) =>
  (await db().select().from(products).where(eq(products.categoryId, id)).orderBy(products.sort)).map(({ name }) => name)
const actsOn = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)).map(({ action }) => action)

describe('GET /api/backend/catalogue/category/tree', () => {
  it('§7 returns the tree with numbers of products', async () => {
    expect(await tree(keeper)).toEqual([
      ['钢铁', 3, ['建筑钢材', 2], ['板卷', 1]],
      ['能源', 1, ['原油', 1]],
    ])
  })

  it('§6 leaves out categories whose products are all out of scope, and keeps empty ones', async () => {
    await makeCategory('新分类')
    expect(await tree(editor)).toEqual([
      ['新分类', 0],
      ['钢铁', 2, ['建筑钢材', 2]],
    ])
  })
})

describe('POST /api/backend/catalogue/category/save', () => {
  it('§7 adds after the last sibling on both levels, renames, and answers a stale version with the newer row', async () => {
    const first = (await keeper.call(saveCategory, { name: '化工' })).data
    expect(await stored(first.id)).toMatchObject({ level: 1, parentId: null, sort: 30 })
    const second = (await keeper.call(saveCategory, { name: '化肥', parentId: first.id })).data
    expect(await stored(second.id)).toMatchObject({ level: 2, parentId: first.id, sort: 10, isShow: true })
    expect((await keeper.call(saveCategory, { ...second, name: '肥料' })).data).toEqual({ id: second.id, version: 2 })
    const late = await keeper.call(saveCategory, { ...second, name: '农资' })
    expect(late).toMatchObject({ code: 601, data: { name: '肥料', version: 2 } })
    expect(await actsOn(second.id)).toEqual(['category.add', 'category.edit'])
  })

  it('§9 refuses a name that a sibling has, a third level, and a blank name', async () => {
    expect(await keeper.call(saveCategory, { name: '能源' })).toMatchObject({ code: 400, msg: '已有同名分类' })
    expect(await keeper.call(saveCategory, { name: '能源', parentId: steel })).toMatchObject({ code: 200 })
    const third = await keeper.call(saveCategory, { name: '三级', parentId: longs })
    expect(third).toMatchObject({ code: 400, msg: '上级应为一级分类' })
    expect(await keeper.call(saveCategory, { name: '  ' })).toMatchObject({ code: 400, msg: '请输入分类名称' })
    expect(await keeper.call(saveCategory, { id: longs, name: '板卷', version: 1 })).toMatchObject({ code: 400 })
    expect(await keeper.call(saveCategory, { id: longs, name: '长材' })).toMatchObject({
      code: 400,
      msg: '缺少版本，请刷新后重试',
    })
  })
})

describe('acts on a category', () => {
  it('§6 need a right each', async () => {
    const adder = await server().as((await makeRole(db(), 'category.add')).code)
    expect(await adder.call(saveCategory, { id: longs, name: '长材', version: 1 })).toMatchObject({ status: 403 })
    for (const endpoint of [showCategory, hideCategory, removeCategory]) {
      expect(await viewer.call(endpoint, { id: longs })).toMatchObject({ status: 403, code: 403 })
    }
    expect(await viewer.call(sortCategories, { parentId: steel, ids: [longs] })).toMatchObject({ status: 403 })
    expect(await viewer.call(moveCategory, { id: longs, parentId: energy })).toMatchObject({ status: 403 })
    expect(await viewer.call(mergeCategory, { id: longs, targetId: flats })).toMatchObject({ status: 403 })
  })

  it('§6 do not find a category whose products are all out of scope, and refuse where some are', async () => {
    const attempts = (id: string) => [
      editor.call(hideCategory, { id }),
      editor.call(removeCategory, { id }),
      editor.call(saveCategory, { id, name: '改名', version: 1 }),
      editor.call(moveCategory, { id, parentId: null }),
      editor.call(mergeCategory, { id, targetId: longs }),
    ]
    for (const reply of await Promise.all(attempts(flats))) expect(reply).toMatchObject({ status: 404, code: 20404 })
    for (const reply of await Promise.all(attempts(steel))) expect(reply).toMatchObject({ status: 409, code: 409 })
    expect(await editor.call(hideCategory, { id: longs })).toMatchObject({ code: 200 })
    expect(await keeper.call(hideCategory, { id: '999999' })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§7 show and hide it', async () => {
    expect(await keeper.call(hideCategory, { id: steel })).toMatchObject({ code: 200 })
    expect((await stored(steel))?.isShow).toBe(false)
    expect(await keeper.call(showCategory, { id: steel })).toMatchObject({ code: 200 })
    expect((await stored(steel))?.isShow).toBe(true)
    expect(await actsOn(steel)).toEqual(['category.disable', 'category.open'])
  })

  it('§7 delete it where nothing uses it, and otherwise name the uses', async () => {
    expect(await keeper.call(removeCategory, { id: steel })).toMatchObject({
      code: 603,
      data: [
        {
          name: '钢铁',
          by: [
            { kind: '下级分类', count: 2 },
            { kind: '产品', count: 3 },
          ],
        },
      ],
    })
    const id = await makeCategory('空分类')
    await db().insert(userCategories).values({ userId: keeper.id, categoryId: id })
    expect(await keeper.call(removeCategory, { id })).toMatchObject({ code: 603 })
    await db().delete(userCategories)
    expect(await keeper.call(removeCategory, { id })).toMatchObject({ code: 200 })
    expect(await stored(id)).toBeUndefined()
  })

  it('§7 reorder siblings', async () => {
    const third = await makeCategory('型钢', steel, 30)
    expect(await keeper.call(sortCategories, { parentId: steel, ids: [third, longs] })).toMatchObject({ code: 200 })
    const rows = await db().select().from(categories).where(eq(categories.parentId, steel)).orderBy(categories.sort)
    expect(rows.map(({ name }) => name)).toEqual(['型钢', '板卷', '建筑钢材'])
    expect(await keeper.call(sortCategories, { parentId: steel, ids: [oil] })).toMatchObject({ status: 409 })
    expect(await keeper.call(sortCategories, { parentId: steel, ids: [] })).toMatchObject({ status: 400 })
  })
})

describe('POST /api/backend/catalogue/category/move', () => {
  it('§7 previews everything in it, and then moves it with that', async () => {
    const { preview, done } = await confirm(server(), keeper, moveCategory, { id: longs, parentId: energy })
    expect(preview).toEqual({
      text: '“建筑钢材”将移到“能源”下。',
      groups: [{ title: '产品', count: 2, names: ['螺纹钢', '高线'] }],
    })
    expect(done).toMatchObject({ code: 200 })
    expect(await tree(keeper)).toEqual([
      ['钢铁', 1, ['板卷', 1]],
      ['能源', 3, ['原油', 1], ['建筑钢材', 2]],
    ])
    expect(await actsOn(longs)).toEqual(['category.move'])
  })

  it('§7 refuses what would break the three levels', async () => {
    const refused = async (id: string, parentId: string | null) =>
      (await confirm(server(), keeper, moveCategory, { id, parentId })).done
    expect(await refused(longs, null)).toMatchObject({ code: 409, msg: expect.stringContaining('分类下有产品') })
    expect(await refused(steel, energy)).toMatchObject({ code: 409, msg: expect.stringContaining('有下级分类') })
    expect(await refused(longs, flats)).toMatchObject({ code: 409, msg: '只能移动到一级分类下' })
    expect(await refused(longs, steel)).toMatchObject({ code: 409, msg: '已在“钢铁”下' })
    expect(await refused(steel, steel)).toMatchObject({ code: 409 })
    expect(await refused(longs, '999999')).toMatchObject({ code: 20404 })
    await makeCategory('建筑钢材', energy)
    expect(await refused(longs, energy)).toMatchObject({ code: 409, msg: '目标下已有“建筑钢材”，可改用合并' })
  })
})

describe('POST /api/backend/catalogue/category/merge', () => {
  it('§7 moves products after those of the other, with its customer staff', async () => {
    await db()
      .insert(userCategories)
      .values([{ userId: keeper.id, categoryId: flats }])
    const { preview, done } = await confirm(server(), keeper, mergeCategory, { id: flats, targetId: longs })
    expect(preview?.groups.map(({ title, count }) => [title, count])).toEqual([
      ['产品', 1],
      ['客户归属该分类的员工', 1],
    ])
    expect(done).toMatchObject({ code: 200 })
    expect(await namesIn(longs)).toEqual(['螺纹钢', '高线', '热轧卷板'])
    expect(await stored(flats)).toBeUndefined()
    expect(await db().select().from(userCategories)).toEqual([{ userId: keeper.id, categoryId: longs }])
  })

  it('§7 merges namesakes below, and moves the rest', async () => {
    const metals = await makeCategory('黑色金属', null, 30)
    const namesake = await makeCategory('板卷', metals, 10)
    await makeProducts(namesake, '冷轧卷板')
    const { done } = await confirm(server(), keeper, mergeCategory, { id: metals, targetId: steel })
    expect(done).toMatchObject({ code: 200 })
    expect(await namesIn(flats)).toEqual(['热轧卷板', '冷轧卷板'])
    const left = await db()
      .select()
      .from(categories)
      .where(inArray(categories.id, [metals, namesake]))
    expect(left).toEqual([])
  })

  it('§7 refuses other levels and itself, and needs a new confirmation where the preview has changed', async () => {
    const refused = async (id: string, targetId: string) =>
      (await confirm(server(), keeper, mergeCategory, { id, targetId })).done
    expect(await refused(longs, energy)).toMatchObject({ code: 409, msg: '只能与同级的分类合并' })
    expect(await refused(longs, longs)).toMatchObject({ code: 409, msg: '不能与自身合并' })
    expect(await refused(longs, '999999')).toMatchObject({ code: 20404 })
    const input = { id: flats, targetId: longs }
    const first = await server().send('POST', mergeCategory.path, input, { token: keeper.token })
    const headers = { [CONFIRM_HEADER]: (first.data as unknown as Confirmation).confirmToken }
    await makeProducts(flats, '中厚板')
    const second = await server().send('POST', mergeCategory.path, input, { token: keeper.token, headers })
    expect(second).toMatchObject({ code: 600 })
    expect(await db().select({ n: sql`1` }).from(categories).where(eq(categories.id, flats))).toHaveLength(1)
  })
})
