// The category tree over HTTP for pickers, and its scopes.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CategoryNode,
  type CategoryTree,
  getAllCategory,
  getCategoryPaths,
  getProductIdByCategoryIds,
  getProductListByName,
  treeAll,
} from '#contract/catalogue/catalogue.ts'
import { roleProducts } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { menus } from '#server/db/schema/organisation.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person
/** Has only rebar in scope. */
let editor: Person
const ids: Record<string, string> = {}

async function makeCategory(name: string, parent: string | null, sort: number, isShow = true) {
  const parentId = parent === null ? null : (ids[parent] ?? '')
  const level = parent === null ? 1 : 2
  const [made] = await db().insert(categories).values({ name, parentId, level, sort, isShow }).returning()
  ids[name] = made?.id ?? ''
}

async function makeProduct(name: string, category: string | null, code: string, isShow = true) {
  const categoryId = category === null ? null : (ids[category] ?? '')
  const [made] = await db().insert(products).values({ name, categoryId, code, isShow }).returning()
  ids[name] = made?.id ?? ''
}

beforeAll(async () => {
  admin = await server().as('administrator')
  await makeCategory('钢铁', null, 20)
  await makeCategory('能源', null, 10)
  await makeCategory('建筑钢材', '钢铁', 20)
  await makeCategory('不锈钢', '钢铁', 10, false)
  await makeCategory('原油', '能源', 10)
  await makeProduct('螺纹钢', '建筑钢材', 'GT0101')
  await makeProduct('高线', '建筑钢材', 'GT0102', false)
  await makeProduct('304冷轧卷', '不锈钢', 'GT0201')
  await makeProduct('布伦特原油', '原油', 'NY0101')
  await makeProduct('100%棉纱', null, '')
  const role = await makeRole(db(), 'price.view', 'bigData.accounts.view')
  await db()
    .insert(roleProducts)
    .values({ roleId: role.id, productId: ids.螺纹钢 ?? '' })
  editor = await server().as(role.code)
})

const id = (name: string) => ids[name] ?? ''
const labels = (nodes: readonly CategoryNode[]) => nodes.map(({ label }) => label)
const branch = async (who: Person, key?: string) =>
  (await who.call(getAllCategory, key === undefined ? {} : { key })).data
const outline = (nodes: readonly CategoryTree[]): unknown[] =>
  nodes.map(({ label, children }) => (children ? [label, outline(children)] : label))

describe('POST /api/backend/category/getAllCategory', () => {
  it('§7 opens level by level, in the order of the tree, with hidden nodes marked', async () => {
    const first = await branch(admin)
    expect(labels(first)).toEqual(['能源', '钢铁'])
    expect(first[1]).toEqual({
      type: 1,
      level: 1,
      value: `c${id('钢铁')}`,
      label: '钢铁',
      isShow: true,
      tableType: '',
      hasChildren: true,
    })
    const second = await branch(admin, first[1]?.value)
    expect(second.map(({ label, level, isShow }) => [label, level, isShow])).toEqual([
      ['不锈钢', 2, false],
      ['建筑钢材', 2, true],
    ])
    const [leaf] = await branch(admin, id('建筑钢材'))
    expect(leaf).toEqual({
      type: 3,
      level: 3,
      value: id('螺纹钢'),
      label: '螺纹钢',
      isShow: true,
      tableType: '1',
      productId: id('螺纹钢'),
      productName: '螺纹钢',
      hasChildren: false,
    })
  })

  it('§6 shows only products in editorial scope', async () => {
    expect(labels(await branch(editor))).toEqual(['钢铁'])
    expect(labels(await branch(editor, id('钢铁')))).toEqual(['建筑钢材'])
    expect(labels(await branch(editor, id('建筑钢材')))).toEqual(['螺纹钢'])
    expect(await branch(editor, id('原油'))).toEqual([])
  })

  it('§7 with a sales menu, shows products out of editorial scope, and nothing hidden', async () => {
    const menuId = async (code: string) => (await db().select().from(menus).where(eq(menus.code, code)))[0]?.id ?? ''
    const selling = { menuId: await menuId('bigData.accounts') }
    expect(labels((await editor.call(getAllCategory, selling)).data)).toEqual(['能源', '钢铁'])
    expect(labels((await editor.call(getAllCategory, { ...selling, key: id('钢铁') })).data)).toEqual(['建筑钢材'])
    expect(labels((await editor.call(getAllCategory, { ...selling, key: id('建筑钢材') })).data)).toEqual(['螺纹钢'])
    const writing = { menuId: await menuId('price') }
    expect(labels((await editor.call(getAllCategory, writing)).data)).toEqual(['钢铁'])
    const foreign = { menuId: await menuId('app.accounts') }
    expect(await editor.call(getAllCategory, foreign)).toMatchObject({ status: 403, code: 403 })
    expect(await editor.call(getAllCategory, { menuId: '999999' })).toMatchObject({ status: 403, code: 403 })
  })

  it('§7 refuses a level that does not follow the parent’s, an unknown parent, and invalid keys', async () => {
    expect(await admin.call(getAllCategory, { key: id('钢铁'), level: 2 })).toMatchObject({ code: 200 })
    expect(await admin.call(getAllCategory, { key: id('钢铁'), level: 3 })).toMatchObject({ code: 400 })
    expect(await admin.call(getAllCategory, { key: '999999' })).toMatchObject({ status: 404, code: 20404 })
    expect(await admin.call(getAllCategory, { key: 'p1' })).toMatchObject({ code: 400, msg: '上级不正确' })
  })
})

describe('GET /api/backend/category/getProductListByName', () => {
  const find = async (who: Person, productNameOrId: string) =>
    (await who.call(getProductListByName, { productNameOrId })).data

  it('§7 finds by name, number, id and category, with the path, best match first', async () => {
    const [found] = await find(admin, '螺纹')
    expect(found).toMatchObject({ productId: id('螺纹钢'), code: 'GT0101', isShow: true })
    expect(labels(found?.path ?? [])).toEqual(['钢铁', '建筑钢材', '螺纹钢'])
    expect((await find(admin, 'gt01')).map(({ productName }) => productName)).toEqual(['高线', '螺纹钢'])
    expect((await find(admin, id('布伦特原油')))[0]?.productName).toBe('布伦特原油')
    expect((await find(admin, '原油')).map(({ productName }) => productName)).toEqual(['布伦特原油'])
    expect((await find(admin, '不锈钢')).map(({ productName }) => productName)).toEqual(['304冷轧卷'])
    expect((await find(admin, '100%')).map(({ path }) => labels(path))).toEqual([['100%棉纱']])
    expect(await find(admin, '_')).toEqual([])
  })

  it('§6 finds nothing out of scope, and returns 50 at most', async () => {
    expect(await find(editor, '原油')).toEqual([])
    expect((await find(editor, 'GT')).map(({ productName }) => productName)).toEqual(['螺纹钢'])
    await db()
      .insert(products)
      .values(Array.from({ length: 60 }, (_, at) => ({ name: `批量品种${at}` })))
    expect(await find(admin, '批量品种')).toHaveLength(50)
    expect(await admin.call(getProductListByName, { productNameOrId: ' ' })).toMatchObject({ code: 400 })
  })
})

describe('the rest of the tree', () => {
  it('§7 GET /api/backend/category/treeAll returns everything, or only shown nodes, in scope', async () => {
    const all = outline((await admin.call(treeAll, {})).data)
    expect(all).toEqual([
      ['能源', [['原油', ['布伦特原油']]]],
      [
        '钢铁',
        [
          ['不锈钢', ['304冷轧卷']],
          ['建筑钢材', ['螺纹钢', '高线']],
        ],
      ],
    ])
    const shown = outline((await admin.call(treeAll, { isShow: true })).data)
    expect(shown[1]).toEqual(['钢铁', [['建筑钢材', ['螺纹钢']]]])
    expect(outline((await editor.call(treeAll, {})).data)).toEqual([['钢铁', [['建筑钢材', ['螺纹钢']]]]])
  })

  it('§7 POST /api/backend/category/getProductIdByCategoryIds returns the products below, in scope', async () => {
    const both = { categoryIds: [`c${id('钢铁')}`, id('原油')] }
    const all = [id('螺纹钢'), id('高线'), id('304冷轧卷'), id('布伦特原油')]
    expect((await admin.call(getProductIdByCategoryIds, both)).data.toSorted()).toEqual(all.toSorted())
    expect((await editor.call(getProductIdByCategoryIds, both)).data).toEqual([id('螺纹钢')])
    expect((await admin.call(getProductIdByCategoryIds, { categoryIds: [] })).data).toEqual([])
    expect(await admin.call(getProductIdByCategoryIds, { categoryIds: ['x'] })).toMatchObject({ code: 400 })
  })

  it('§8 returns the paths of chosen nodes, without unknown ones and those out of scope', async () => {
    const values = [`c${id('能源')}`, `c${id('原油')}`, id('布伦特原油'), id('螺纹钢'), '999999', 'c999999']
    const paths = async (who: Person) => (await who.call(getCategoryPaths, { values })).data.map(labels).toSorted()
    expect(await paths(admin)).toEqual([
      ['能源'],
      ['能源', '原油'],
      ['能源', '原油', '布伦特原油'],
      ['钢铁', '建筑钢材', '螺纹钢'],
    ])
    expect(await paths(editor)).toEqual([['钢铁', '建筑钢材', '螺纹钢']])
  })
})
