// Import and export of categories and regions, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { getCategoryRows } from '#contract/catalogue/catalogue.ts'
import { categoryImport, exportCategories, exportRegions, regionImport } from '#contract/catalogue/catalogue-sheets.ts'
import { searchRegionList } from '#contract/catalogue/regions.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'catalogue-')) })
let admin: Person
let viewer: Person

beforeAll(async () => {
  admin = await server().as('administrator')
  viewer = await server().as((await makeRole(server().database.db, 'category.view', 'region.view')).code)
})

async function open(calls: typeof categoryImport | typeof regionImport, ...lines: string[]) {
  const header = calls.columns.map((column) => column.header).join(',')
  const fileId = await bring(server(), admin, [header, ...lines].join('\n'))
  return (await admin.call(calls.open, { fileId, hasHeader: true })).data
}
type Opened = Awaited<ReturnType<typeof open>>
const problemsIn = ({ records }: Opened) => records.flatMap(({ problems }) => problems.map(({ message }) => message))

async function bringIn(calls: typeof categoryImport | typeof regionImport, ...lines: string[]) {
  const { id, version, wrongRows } = await open(calls, ...lines)
  expect(wrongRows).toBe(0)
  const { data } = await admin.call(calls.save, { id, version, mode: 'all' })
  expect((await endOf(admin, data.jobId)).state).toBe('done')
}

describe('§2 categories in spreadsheets', () => {
  it('creates both levels, each first level once', async () => {
    await bringIn(categoryImport, '进口矿产,铁矿', '进口矿产,煤炭', '进口农产,')
    const nodes = (await admin.call(getCategoryRows)).data
    const mine = nodes.find(({ name }) => name === '进口矿产')
    expect(mine?.children?.map(({ name }) => name)).toEqual(['铁矿', '煤炭'])
    expect(nodes.find(({ name }) => name === '进口农产')).toMatchObject({ level: 1 })
  })

  it('reports existing categories and duplicates', async () => {
    await bringIn(categoryImport, '重复类,甲')
    expect(problemsIn(await open(categoryImport, '重复类,甲', '重复类,乙', '重复类,乙', '重复类,'))).toEqual([
      '分类已存在',
      '与第 3 行重复',
      '分类已存在',
    ])
  })
})

describe('§3 regions in spreadsheets', () => {
  it('creates them below each other, also where the parent is in the same file', async () => {
    await bringIn(regionImport, ',云上省,99', '云上省,云中市,9901', '云上省 > 云中市,云下区,990101')
    const { records } = (await admin.call(searchRegionList, { regionName: '云下区' })).data
    expect(records).toMatchObject([{ level: 3, code: '990101', path: '云上省 > 云中市 > 云下区' }])
  })

  it('reports each problem at its cell', async () => {
    await bringIn(regionImport, ',雾上省,98')
    const opened = await open(
      regionImport,
      '没有省,某市,',
      ',雾上省,',
      '雾上省,雾市,98',
      '雾上省,雾市,',
      '雾上省,号市,9x',
    )
    expect(problemsIn(opened)).toEqual([
      '上级地区“没有省”不存在',
      '该上级下已有同名地区',
      '区划代码已被其他地区使用',
      '与第 4 行重复',
      '区划代码应为2、4或6位数字',
    ])
  })
})

describe('§6 exportBtn and leadingIn', () => {
  it.each([
    { call: exportCategories, columns: ['first', 'second'], query: {}, row: ['导出类', '子类'] },
    { call: exportRegions, columns: ['regionName', 'level'], query: { regionName: '西湖区' }, row: ['西湖区', '区县'] },
  ])('exports what the page shows: $call.noun', async ({ call, columns, query, row }) => {
    if (call === exportCategories) await bringIn(categoryImport, '导出类,子类')
    const body = { query, columns, format: 'csv', reason: '核对' }
    const { data } = await server().send('POST', call.path, body, { token: admin.token })
    const { fileUrl } = await endOf(admin, (data as { jobId: string }).jobId)
    expect(await cellsOf(await download(server(), fileUrl))).toContainEqual(row)
  })

  it.each([
    [exportCategories.path, { query: {}, columns: ['first'], format: 'csv', reason: '核对' }],
    [exportRegions.path, { query: {}, columns: ['path'], format: 'csv', reason: '核对' }],
    [categoryImport.template.path, {}],
    [regionImport.template.path, {}],
  ])('refuses %s without the right', async (path, body) => {
    expect(await server().send('POST', path, body, { token: viewer.token })).toMatchObject({ status: 403 })
  })
})
