// Import and export of products.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { OneOf, Required } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { editProduct, listProducts, ProductQuery, productTexts, tableTypeLabels } from './catalogue.ts'

export const shownLabels = { yes: '显示', no: '隐藏' } as const

const columns = [
  requiredColumn('name', productTexts.name, { example: '螺纹钢', hint: '同一分类内不能重复', width: 20 }),
  requiredColumn('category', Required('分类', 100), {
    example: '黑色金属 > 建筑钢材',
    hint: '一级与二级分类，用 > 隔开',
    width: 28,
  }),
  optionalColumn('code', productTexts.code, { example: 'HRB400', hint: '字母、数字或 . _ -，不能重复', width: 16 }),
  optionalColumn('unit', productTexts.unit, { example: '元/吨', width: 12 }),
  optionalColumn('tableType', OneOf('价格表类型', Object.values(tableTypeLabels)), {
    example: tableTypeLabels[1],
    hint: '不填为区间价',
    width: 14,
  }),
  optionalColumn('isShow', OneOf('显示', Object.values(shownLabels)), {
    example: shownLabels.yes,
    hint: '不填为显示',
    width: 10,
  }),
]

export type ProductImportKey = (typeof columns)[number]['key']

export const productImport = importCalls('产品', '/api/backend/catalogue/product/import', can('product', 'leadingIn'), {
  kind: 'products',
  columns,
  update: {
    access: editProduct,
    keys: [['category', 'name'], ['code']],
    columns: ['name', 'code', 'unit', 'tableType', 'isShow'],
  },
})

export const exportProducts = exportCall('产品', '/api/backend/catalogue/product/export', can('product', 'exportBtn'), {
  query: ProductQuery,
  columns: sheetOf(listProducts, ['name', 'category', 'code', 'unit', 'tableType', 'isShow']),
})
