// Import and export of categories and regions.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Fields, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { type ImportColumn, importCalls } from '#contract/sheets.ts'
import { RegionQuery, regionTexts, searchRegionList } from './regions.ts'

const categoryColumns = [
  requiredColumn('first', Required('一级分类', 32), { example: '黑色金属', hint: '没有的会新增', width: 20 }),
  optionalColumn('second', Text('二级分类', 32), {
    example: '建筑钢材',
    hint: '没有的会新增在该一级分类下',
    width: 20,
  }),
]
export type CategoryImportKey = (typeof categoryColumns)[number]['key']

export const categoryImport = importCalls(
  '分类',
  '/api/backend/catalogue/category/import',
  can('category', 'leadingIn'),
  { kind: 'categories', columns: categoryColumns },
)

/** The whole tree, in its order. */
export const exportCategories = exportCall(
  '分类',
  '/api/backend/catalogue/category/export',
  can('category', 'exportBtn'),
  {
    query: Fields({}),
    columns: [
      { key: 'first', header: '一级分类', width: 20 },
      { key: 'second', header: '二级分类', width: 20 },
      { key: 'isShow', header: '显示', width: 8 },
      { key: 'products', header: '产品数', width: 10, as: 'number' },
    ],
  },
)

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

export const regionImport = importCalls('地区', '/api/backend/region/v2/import', can('region', 'leadingIn'), {
  kind: 'regions',
  columns: regionColumns,
})

export const exportRegions = exportCall('地区', '/api/backend/region/v2/export', can('region', 'exportBtn'), {
  query: RegionQuery,
  columns: sheetOf(searchRegionList, ['regionName', 'level', 'code', 'path']),
})
