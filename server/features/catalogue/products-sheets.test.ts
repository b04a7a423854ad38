// Import and export of products, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/catalogue/catalogue.ts'
import { exportProducts, productImport } from '#contract/catalogue/product-sheets.ts'
import { categories } from '#server/db/schema/catalogue.ts'
import { makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'products-')) })
const header = '产品名称,分类,产品编码,计量单位,价格表类型,显示'
let admin: Person
let editor: Person

const category = async (name: string, parentId: string | null) => {
  const [row] = await server()
    .database.db.insert(categories)
    .values({ name, parentId, level: parentId === null ? 1 : 2 })
    .returning()
  return row?.id ?? ''
}

beforeAll(async () => {
  const { database, as } = server()
  admin = await as('administrator')
  const rights = ['view', 'leadingIn', 'exportBtn'].map((alias) => `product.${alias}`)
  editor = await as((await makeRole(database.db, ...rights)).code)
  const metal = await category('导入金属', null)
  await category('长材', metal)
  await makeProduct(database.db, { categoryId: await category('板材', metal), name: '热卷', code: 'HC' })
})

const open = async (person: Person, ...lines: string[]) =>
  (
    await person.call(productImport.open, {
      fileId: await bring(server(), person, [header, ...lines].join('\n')),
      hasHeader: true,
    })
  ).data
type Opened = Awaited<ReturnType<typeof open>>
const problemsIn = ({ records }: Opened) => records.flatMap(({ problems }) => problems.map(({ message }) => message))

describe('§2 products in spreadsheets', () => {
  it('adds products to their categories, with defaults for empty cells', async () => {
    const { id, version } = await open(
      admin,
      '螺纹钢,导入金属 > 长材,RB,元/吨,区间价,显示',
      '高线,导入金属/长材,,,,隐藏',
    )
    const { data } = await admin.call(productImport.save, { id, version, mode: 'all' })
    expect(await endOf(admin, data.jobId)).toMatchObject({ state: 'done', done: 2 })
    const { records } = (await admin.call(listProducts, { name: '高线' })).data
    expect(records).toMatchObject([{ category: '导入金属 > 长材', tableType: '1', isShow: false }])
  })

  it('reports each problem at its cell', async () => {
    const opened = await open(
      admin,
      '热卷,导入金属 > 板材,,,,',
      '冷轧,导入金属 > 没有,,,,',
      '镀锌,导入金属 > 板材,HC,,,',
      '彩涂,导入金属 > 板材,,,三值,',
      '彩涂,导入金属 > 板材,,,,',
    )
    expect(problemsIn(opened)).toEqual([
      '该分类下已有同名产品',
      '分类“导入金属 > 没有”不存在，须填写“一级 > 二级”',
      '产品编码已被其他产品使用',
      '价格表类型不在可选范围内',
      '与第 5 行重复',
    ])
  })

  it('imports.md "The steps" updates products by code, or by category and name, within the editorial scope', async () => {
    await open(admin, '待更新,导入金属 > 板材,UPD,元/吨,,').then(async ({ id, version }) => {
      const { data } = await admin.call(productImport.save, { id, version, mode: 'all' })
      await endOf(admin, data.jobId)
    })
    const source = async (person: Person, line: string) => ({
      fileId: await bring(server(), person, ['分类,产品名称,产品编码,计量单位,显示', line].join('\n')),
      hasHeader: true,
      method: 'update' as const,
    })
    const { data } = await admin.call(productImport.open, await source(admin, '导入金属/板材,已更新,UPD,美元/吨,隐藏'))
    expect(data).toMatchObject({ wrongRows: 0, updated: 1, records: [{ change: 'update' }] })
    expect(data.records[0]?.was).toEqual([
      { key: 'name', value: '待更新' },
      { key: 'unit', value: '元/吨' },
      { key: 'isShow', value: '显示' },
    ])
    const saved = await admin.call(productImport.save, { id: data.id, version: data.version, mode: 'all' })
    expect(await endOf(admin, saved.data.jobId)).toMatchObject({ message: '新增 0 行，更新 1 行，0 行没有变化' })
    const { records } = (await admin.call(listProducts, { name: '已更新' })).data
    expect(records).toMatchObject([
      { code: 'UPD', unit: '美元/吨', isShow: false, category: '导入金属 > 板材', version: 2 },
    ])
    // the right to edit, and the product, are asked
    const denied = await editor.call(productImport.open, await source(editor, '导入金属/板材,已更新,UPD,元,'))
    expect(denied).toMatchObject({ status: 403 })
    const rights = ['view', 'edit', 'leadingIn'].map((alias) => `product.${alias}`)
    const outsider = await server().as((await makeRole(server().database.db, ...rights)).code)
    const { data: foreign } = await outsider.call(
      productImport.open,
      await source(outsider, '导入金属/板材,已更新,UPD,元,'),
    )
    expect(problemsIn(foreign)).toContain('该产品不在您的权限范围内')
  })

  it('product.md editorial scope: imports only into categories in scope, and exports only products in scope', async () => {
    expect(problemsIn(await open(editor, '中板,导入金属 > 板材,,,,'))).toEqual(['没有该分类的产品权限'])
    const made = await editor.call(exportProducts, { query: {}, columns: ['name'], format: 'csv', reason: '核对' })
    expect(await endOf(editor, made.data.jobId)).toMatchObject({ state: 'done', done: 0 })
  })

  it('exports what the list finds', async () => {
    const made = await admin.call(exportProducts, {
      query: { name: '热卷' },
      columns: ['name', 'category', 'code'],
      format: 'csv',
      reason: '核对',
    })
    const { fileUrl } = await endOf(admin, made.data.jobId)
    const rows = await cellsOf(await download(server(), fileUrl))
    expect(rows.slice(-2, -1)).toEqual([['热卷', '导入金属 > 板材', 'HC']])
  })

  it.each([
    [productImport.template, {}],
    [exportProducts, { query: {}, columns: ['name'], format: 'csv', reason: '核对' }],
  ] as const)('§6 refuses without the right: $0.path', async ({ path }, body) => {
    const other = await server().as((await makeRole(server().database.db, 'product.view')).code)
    expect(await server().send('POST', path, body, { token: other.token })).toMatchObject({ status: 403 })
  })
})
