// Products in and out of spreadsheets.
import { can } from '../access.ts'
import { OneOf, Required } from '../fields.ts'
import { exportCall, type ImportColumn, importCalls } from '../sheets.ts'
import { ProductQuery, productTexts, tableTypeNames } from './catalogue.ts'

export const shownLabels = { yes: '显示', no: '隐藏' } as const

const columns = [
  {
    key: 'name',
    header: '产品名称',
    rule: productTexts.name,
    required: true,
    example: '螺纹钢',
    hint: '必填，同一分类内不能重复',
    width: 20,
  },
  {
    key: 'category',
    header: '分类',
    rule: Required('分类', 100),
    required: true,
    example: '黑色金属 > 建筑钢材',
    hint: '必填，一级与二级分类，用 > 隔开',
    width: 28,
  },
  {
    key: 'code',
    header: '产品编码',
    rule: productTexts.code,
    required: false,
    example: 'HRB400',
    hint: '选填，字母、数字或 . _ -，不能重复',
    width: 16,
  },
  {
    key: 'unit',
    header: '计量单位',
    rule: productTexts.unit,
    required: false,
    example: '元/吨',
    hint: '选填',
    width: 12,
  },
  {
    key: 'tableType',
    header: '价格表类型',
    rule: OneOf('价格表类型', Object.values(tableTypeNames)),
    required: false,
    example: tableTypeNames[1],
    hint: '选填，不填为区间价',
    width: 14,
  },
  {
    key: 'isShow',
    header: '显示',
    rule: OneOf('显示', Object.values(shownLabels)),
    required: false,
    example: shownLabels.yes,
    hint: '选填，不填为显示',
    width: 10,
  },
] as const satisfies readonly ImportColumn[]

export type ProductImportKey = (typeof columns)[number]['key']

export const productImport = importCalls({
  kind: 'products',
  noun: '产品',
  path: '/api/backend/catalogue/product/import',
  access: can('product', 'leadingIn'),
  columns,
})

const exported = [
  { key: 'name', header: '产品名称' },
  { key: 'category', header: '分类' },
  { key: 'code', header: '产品编码' },
  { key: 'unit', header: '计量单位' },
  { key: 'tableType', header: '价格表类型' },
  { key: 'isShow', header: '显示' },
] as const

export type ProductExportKey = (typeof exported)[number]['key']

export const exportProducts = exportCall({
  noun: '产品',
  path: '/api/backend/catalogue/product/export',
  access: can('product', 'exportBtn'),
  query: ProductQuery,
  columns: exported,
})
