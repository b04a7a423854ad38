// Categories and regions in and out of spreadsheets.
import { can } from '../access.ts'
import { Fields, Required, Text } from '../fields.ts'
import { optionalColumn, requiredColumn } from '../import-columns.ts'
import { exportCall, type ImportColumn, importCalls } from '../sheets.ts'
import { RegionQuery, regionTexts } from './regions.ts'

const categoryColumns = [
  requiredColumn('first', Required('一级分类', 32), { example: '黑色金属', hint: '没有的会新增', width: 20 }),
  optionalColumn('second', Text('二级分类', 32), {
    example: '建筑钢材',
    hint: '没有的会新增在该一级分类下',
    width: 20,
  }),
]
export type CategoryImportKey = (typeof categoryColumns)[number]['key']

export const categoryImport = importCalls({
  kind: 'categories',
  noun: '分类',
  path: '/api/backend/catalogue/category/import',
  access: can('category', 'leadingIn'),
  columns: categoryColumns,
})

const exportedCategories = [
  { key: 'first', header: '一级分类' },
  { key: 'second', header: '二级分类' },
  { key: 'isShow', header: '显示' },
  { key: 'products', header: '产品数' },
] as const
export type CategoryExportKey = (typeof exportedCategories)[number]['key']

/** The tree whole, in its order. */
export const exportCategories = exportCall({
  noun: '分类',
  path: '/api/backend/catalogue/category/export',
  access: can('category', 'exportBtn'),
  query: Fields({}),
  columns: exportedCategories,
})

const regionColumns = [
  {
    key: 'parent',
    header: '上级地区',
    rule: Text('上级地区', 100),
    required: false,
    example: '浙江省 > 杭州市',
    hint: '省级不填，其他填写完整路径，用 > 隔开',
    width: 28,
  },
  requiredColumn('name', regionTexts.regionName, { example: '西湖区', hint: '同一上级内不能重复', width: 20 }),
  optionalColumn('code', regionTexts.code, { example: '330106', hint: '2、4或6位数字，不能重复', width: 14 }),
] as const satisfies readonly ImportColumn[]
export type RegionImportKey = (typeof regionColumns)[number]['key']

export const regionImport = importCalls({
  kind: 'regions',
  noun: '地区',
  path: '/api/backend/region/v2/import',
  access: can('region', 'leadingIn'),
  columns: regionColumns,
})

const exportedRegions = [
  { key: 'regionName', header: '地区名称' },
  { key: 'level', header: '级别' },
  { key: 'code', header: '区划代码' },
  { key: 'path', header: '所在' },
] as const
export type RegionExportKey = (typeof exportedRegions)[number]['key']

export const exportRegions = exportCall({
  noun: '地区',
  path: '/api/backend/region/v2/export',
  access: can('region', 'exportBtn'),
  query: RegionQuery,
  columns: exportedRegions,
})
