// End dates of grants from a spreadsheet (closingLeadingIn); each row names its sub-product.
import { anyOf, can } from '#contract/access.ts'
import { Day, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'

const columns = [
  requiredColumn('subProduct', Required('子产品', 32), { example: '大数据', hint: '子产品名称', width: 16 }),
  requiredColumn('loginName', Required('登录名', 32), { example: 'zhangsan', hint: '已有账号的登录名', width: 20 }),
  optionalColumn('product', Text('产品', 64), {
    example: '原油',
    hint: '产品名称或编号；不填写时为该账号的全部授权',
    width: 24,
  }),
  requiredColumn('endsOn', Day('截止日期'), { example: '2027-12-31', hint: 'YYYY-MM-DD，最后可用的一天', width: 16 }),
  requiredColumn('reason', Required('原因', 200), { example: '续签合同', hint: '记入授权变更记录', width: 30 }),
]

export type ClosingKey = (typeof columns)[number]['key']

/** The right on one sub-product, which each of its rows needs. */
export const closingRight = (subProduct: SubProductKey) =>
  can(subProductMenu(subProduct, 'accounts'), 'closingLeadingIn')

/** Of any sub-products on which the person may: each row is checked for its own. */
export const closingImport = importCalls(
  '授权截止日期',
  '/api/backend/member/grant/closing',
  anyOf(...subProductsWith('accounts').map(closingRight)),
  { kind: 'closings', columns },
)
