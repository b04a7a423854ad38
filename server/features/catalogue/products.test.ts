// Products over HTTP: found, saved, shown, ordered, moved and deleted, within the editorial scope.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  getProduct,
  getProductListByName,
  hideProducts,
  listProducts,
  moveProducts,
  type ProductQuery,
  removeProducts,
  saveProduct,
  showProducts,
  sortProducts,
} from '#contract/catalogue/catalogue.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const aliases = ['view', 'add', 'edit', 'delete', 'open', 'disable', 'dragSort', 'move', 'details', 'copy']
let keeper: Person
/** Has every button of the page, with only 螺纹钢 in scope. */
let editor: Person
let viewer: Person
let steel: string
let longs: string
let flats: string
let rebar: string

async function makeCategory(name: string, parentId: string | null): Promise<string> {
  const values = { name, parentId, level: parentId === null ? 1 : 2 }
  const [made] = await db().insert(categories).values(values).returning()
  return made?.id ?? ''
}

async function makeProduct(name: string, overrides: Partial<typeof products.$inferInsert> = {}): Promise<string> {
  const [made] = await db()
    .insert(products)
    .values({ name, categoryId: longs, ...overrides })
    .returning()
  return made?.id ?? ''
}

beforeAll(async () => {
  keeper = await server().as('sjgly', { realName: '产品管理员' })
  viewer = await server().as((await makeRole(db(), 'product.view')).code)
  steel = await makeCategory('钢铁', null)
  longs = await makeCategory('建筑钢材', steel)
  flats = await makeCategory('板卷', steel)
  rebar = await makeProduct('螺纹钢', { code: 'GT0101', unit: '元/吨', sort: 10 })
  await makeProduct('高线', { code: 'GT0102', sort: 20, isShow: false })
  await makeProduct('汇率指数', { categoryId: null, tableType: 2, code: 'ZS01' })
  const role = await makeRole(db(), ...aliases.map((alias) => `product.${alias}`))
  await db().insert(roleProducts).values({ roleId: role.id, productId: rebar })
  editor = await server().as(role.code)
})

const names = async (who: Person, query: ProductQuery) =>
  (await who.call(listProducts, query)).data.records.map(({ name }) => name)
const stored = async (id: string) => (await db().select().from(products).where(eq(products.id, id)))[0]
const form = (name: string, changes: object = {}) => ({
  name,
  code: '',
  categoryId: longs,
  unit: '元/吨',
  tableType: '1' as const,
  ...changes,
})

describe('POST /api/backend/catalogue/product/page', () => {
  it('§7 shows a product with its category', async () => {
    const { data } = await keeper.call(listProducts, { name: '螺纹' })
    expect(data.records).toEqual([
      {
        id: rebar,
        version: 1,
        name: '螺纹钢',
        code: 'GT0101',
        categoryId: longs,
        category: '钢铁 > 建筑钢材',
        unit: '元/吨',
        tableType: '1',
        isShow: true,
      },
    ])
  })

  it('§7 filters by category on both levels, number, kind of table, visibility and whether it has a category, and sorts', async () => {
    expect(await names(keeper, { categoryId: steel })).toEqual(['螺纹钢', '高线'])
    expect(await names(keeper, { categoryId: flats })).toEqual([])
    expect(await names(keeper, { code: 'gt01', isShow: false })).toEqual(['高线'])
    expect(await names(keeper, { tableType: '2' })).toEqual(['汇率指数'])
    expect(await names(keeper, { isFiled: false })).toEqual(['汇率指数'])
    expect(await names(keeper, { isFiled: true, descs: ['code'] })).toEqual(['高线', '螺纹钢'])
    expect(await names(keeper, { ascs: ['name'] })).toEqual(['高线', '汇率指数', '螺纹钢'])
    expect(await names(keeper, { name: '%' })).toEqual([])
  })

  it('§6 keeps to the scope, and refuses without the right', async () => {
    expect(await names(editor, {})).toEqual(['螺纹钢'])
    expect((await viewer.call(listProducts, {})).data.total).toBe(0)
    const other = await server().as((await makeRole(db(), 'category.view')).code)
    expect(await other.call(listProducts, {})).toMatchObject({ status: 403, code: 403 })
    const reply = await server().send('POST', listProducts.path, { tableType: 2 }, { token: keeper.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
  })
})

describe('POST /api/backend/catalogue/product/save', () => {
  it('§7 adds after the last of its category, edits, and answers a stale version with the newer row', async () => {
    const added = (await keeper.call(saveProduct, form('盘螺', { code: 'GT0103', categoryId: `c${longs}` }))).data
    expect(await stored(added.id)).toMatchObject({ categoryId: longs, sort: 30, tableType: 1, isShow: true })
    const change = { ...added, ...form('盘螺HRB400E', { code: 'GT0103', tableType: '2' }) }
    expect((await keeper.call(saveProduct, change)).data.version).toBe(2)
    const late = await keeper.call(saveProduct, change)
    expect(late).toMatchObject({ code: 601, data: { name: '盘螺HRB400E', version: 2, tableType: '2' } })
    const [, edit] = await db().select().from(auditLog).where(eq(auditLog.targetId, added.id)).orderBy(auditLog.id)
    expect(edit).toMatchObject({ action: 'product.edit', before: { name: '盘螺', tableType: '1' } })
  })

  it('§6 grants a new product to its author unless they see all', async () => {
    const { id } = (await editor.call(saveProduct, form('冷轧带肋'))).data
    expect(await names(editor, {})).toContain('冷轧带肋')
    expect((await editor.call(getProductListByName, { productNameOrId: '带肋' })).data).toHaveLength(1)
    expect(await db().select().from(userProducts).where(eq(userProducts.userId, keeper.id))).toEqual([])
    expect(await editor.call(removeProducts, { ids: [id] })).toMatchObject({ code: 200 })
  })

  it.each([
    [{ name: '高线' }, '该分类下已有同名产品'],
    [{ name: '新品', code: 'GT0101' }, '产品编码已被其他产品使用'],
    [{ name: '新品', categoryId: '999999' }, '请选择二级分类'],
    [{ name: '新品', code: '中文' }, '产品编码最多32位字母、数字或 . _ -'],
    [{ name: '' }, '请输入产品名称'],
  ])('§9 refuses %j', async (changes, msg) => {
    const { name, ...rest } = changes
    expect(await keeper.call(saveProduct, form(name, rest))).toMatchObject({ status: 400, code: 400, msg })
  })

  it('§8 of twenty people who add the same name at once one does', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => keeper.call(saveProduct, form('同时新增'))))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ msg }) => msg === '该分类下已有同名产品')).toHaveLength(19)
  })

  it('§6 refuses a category of level 1, one out of scope, a product out of scope, and without the right', async () => {
    expect(await keeper.call(saveProduct, form('新品', { categoryId: steel }))).toMatchObject({ code: 400 })
    const foreign = await makeCategory('焦炭', steel)
    const coke = await makeProduct('一级焦', { categoryId: foreign })
    expect(await editor.call(saveProduct, form('新焦', { categoryId: foreign }))).toMatchObject({ code: 400 })
    const edit = { id: coke, version: 1, ...form('改名', { categoryId: foreign }) }
    expect(await editor.call(saveProduct, edit)).toMatchObject({ status: 404, code: 20404 })
    const adder = await server().as((await makeRole(db(), 'product.add')).code)
    expect(await adder.call(saveProduct, edit)).toMatchObject({ status: 403, code: 403 })
    expect(await viewer.call(saveProduct, form('新品'))).toMatchObject({ status: 403, code: 403 })
  })
})

describe('acts on products', () => {
  it('§7 show, hide and move many', async () => {
    const ids = [await makeProduct('圆钢'), await makeProduct('方钢')]
    expect(await keeper.call(hideProducts, { ids })).toMatchObject({ code: 200 })
    expect((await stored(ids[1] ?? ''))?.isShow).toBe(false)
    expect(await keeper.call(showProducts, { ids })).toMatchObject({ code: 200 })
    expect(await keeper.call(moveProducts, { ids, categoryId: `c${flats}` })).toMatchObject({ code: 200 })
    expect(await names(keeper, { categoryId: flats })).toEqual(['圆钢', '方钢'])
    const acts = await db().select().from(auditLog).where(inArray(auditLog.targetId, ids)).orderBy(auditLog.id)
    expect(acts.map(({ action }) => action.replace('product.', ''))).toEqual([
      'disable',
      'disable',
      'open',
      'open',
      'move',
      'move',
    ])
    expect(await keeper.call(moveProducts, { ids, categoryId: steel })).toMatchObject({ code: 400 })
  })

  it('§7 reorder the products of a category; with partial scope only the visible ones', async () => {
    const place = await makeCategory('管材', steel)
    const [a, b, c] = [
      await makeProduct('焊管', { categoryId: place, sort: 10 }),
      await makeProduct('无缝管', { categoryId: place, sort: 20 }),
      await makeProduct('方管', { categoryId: place, sort: 30 }),
    ]
    expect(await keeper.call(sortProducts, { categoryId: place, ids: [c, a, b] })).toMatchObject({ code: 200 })
    expect(await names(keeper, { categoryId: place })).toEqual(['方管', '焊管', '无缝管'])
    const [role] = await db().select().from(roleProducts).where(eq(roleProducts.productId, rebar))
    await db()
      .insert(roleProducts)
      .values([a, c].map((productId) => ({ roleId: role?.roleId ?? '', productId })))
    expect(await editor.call(sortProducts, { categoryId: place, ids: [a, c] })).toMatchObject({ code: 200 })
    expect(await names(keeper, { categoryId: place })).toEqual(['焊管', '方管', '无缝管'])
    expect(await editor.call(sortProducts, { categoryId: place, ids: [b] })).toMatchObject({ code: 20404 })
    expect(await keeper.call(sortProducts, { categoryId: place, ids: [rebar] })).toMatchObject({ code: 409 })
  })

  it('§7 delete unused ones, and otherwise name the uses', async () => {
    const [free, used] = [await makeProduct('待删'), await makeProduct('在用')]
    await db().insert(quoteItems).values({ productId: used, market: '上海', unit: '元/吨' })
    expect(await keeper.call(removeProducts, { ids: [free, used] })).toMatchObject({
      code: 603,
      data: [{ name: '在用', by: [{ kind: '报价项', count: 1 }] }],
    })
    expect(await stored(free)).toBeDefined()
    expect(await keeper.call(removeProducts, { ids: [free] })).toMatchObject({ code: 200 })
    expect(await stored(free)).toBeUndefined()
    expect(await keeper.call(removeProducts, { ids: [rebar] })).toMatchObject({
      code: 603,
      data: [{ by: [{ kind: '获得授权的角色', count: 1 }] }],
    })
  })

  it('§6 answer 20404 where one is out of scope, and 403 without the right', async () => {
    const foreign = await makeProduct('别人的')
    const ids = [rebar, foreign]
    for (const endpoint of [showProducts, hideProducts, removeProducts]) {
      expect(await editor.call(endpoint, { ids })).toMatchObject({ status: 404, code: 20404 })
      expect(await viewer.call(endpoint, { ids })).toMatchObject({ status: 403, code: 403 })
    }
    expect(await editor.call(moveProducts, { ids, categoryId: longs })).toMatchObject({ status: 404, code: 20404 })
    expect(await viewer.call(moveProducts, { ids, categoryId: longs })).toMatchObject({ status: 403 })
    expect(await viewer.call(sortProducts, { ids, categoryId: longs })).toMatchObject({ status: 403 })
    const reply = await server().send('POST', showProducts.path, { ids: [1] }, { token: keeper.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
  })
})

describe('POST /api/backend/catalogue/product/get', () => {
  it('§6 returns everything about a product, with its uses and changes', async () => {
    const { id } = (await keeper.call(saveProduct, form('详情品', { code: 'XQ-1' }))).data
    await keeper.call(saveProduct, { ...form('详情品二', { code: 'XQ-1', tableType: '2' }), id, version: 1 })
    await keeper.call(moveProducts, { ids: [id], categoryId: flats })
    await keeper.call(hideProducts, { ids: [id] })
    const role = await makeRole(db())
    await db().insert(roleProducts).values({ roleId: role.id, productId: id })
    const { data } = await keeper.call(getProduct, { id })
    expect(data).toMatchObject({
      id,
      name: '详情品二',
      code: 'XQ-1',
      category: '钢铁 > 板卷',
      tableType: '2',
      isShow: false,
      uses: [{ kind: '获得授权的角色', count: 1 }],
    })
    expect(data.changes.map(({ action, fields }) => [action, fields])).toEqual([
      ['disable', [{ label: '状态', before: '显示', after: '已隐藏' }]],
      ['move', [{ label: '所属分类', before: '钢铁 > 建筑钢材', after: '钢铁 > 板卷' }]],
      [
        'edit',
        [
          { label: '产品名称', before: '详情品', after: '详情品二' },
          { label: '价格表类型', before: '区间价', after: '单值' },
        ],
      ],
      ['add', expect.arrayContaining([{ label: '产品编码', before: '', after: 'XQ-1' }])],
    ])
    expect(data.changes.every(({ actorName }) => actorName === '产品管理员')).toBe(true)
    await db().delete(roleProducts).where(eq(roleProducts.productId, id))
  })

  it('§6 refuses without the right, and what is out of scope', async () => {
    expect(await viewer.call(getProduct, { id: rebar })).toMatchObject({ status: 403 })
    expect((await editor.call(getProduct, { id: rebar })).code).toBe(200)
    const { id } = (await keeper.call(saveProduct, form('别人的品'))).data
    expect((await editor.call(getProduct, { id })).code).toBe(20404)
    expect((await keeper.call(getProduct, { id: '999999' })).code).toBe(20404)
  })
})

describe('§6 a copy of a product', () => {
  it('is a new product that names its origin, for people who may copy', async () => {
    const role = await makeRole(db(), 'product.view', 'product.copy')
    const copier = await server().as(role.code)
    expect(await copier.call(saveProduct, { ...form('螺纹钢副本'), copyOf: rebar })).toMatchObject({ code: 20404 })
    await db().insert(roleProducts).values({ roleId: role.id, productId: rebar })
    expect(await copier.call(saveProduct, form('螺纹钢副本'))).toMatchObject({ status: 403 })
    const done = await copier.call(saveProduct, { ...form('螺纹钢副本'), copyOf: rebar })
    expect(done.code).toBe(200)
    const [kept] = await db().select().from(auditLog).where(eq(auditLog.targetId, done.data.id))
    expect(kept).toMatchObject({ action: 'product.copy', after: { name: '螺纹钢副本', copyOf: rebar } })
    const again = await copier.call(saveProduct, { ...form('螺纹钢副本'), copyOf: rebar })
    expect(again).toMatchObject({ status: 400, data: { fields: [{ message: '该分类下已有同名产品' }] } })
  })
})
