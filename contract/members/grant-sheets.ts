// End dates of grants from a spreadsheet (closingLeadingIn); each row names its sub-product.
import { anyOf, can } from '../access.ts'
import { Day, Required, Text } from '../fields.ts'
import { type ImportColumn, importCalls } from '../sheets.ts'
import { subProductsWith } from '../sub-product-access.ts'
import { type SubProductKey, subProductMenu } from '../sub-products.ts'

const columns = [
  {
    key: 'subProduct',
    header: '子产品',
    rule: Required('子产品', 32),
    required: true,
    example: '大数据',
    hint: '必填，子产品名称',
    width: 16,
  },
  {
    key: 'loginName',
    header: '登录名',
    rule: Required('登录名', 32),
    required: true,
    example: 'zhangsan',
    hint: '必填，已有账号的登录名',
    width: 20,
  },
  {
    key: 'product',
    header: '产品',
    rule: Text('产品', 64),
    required: false,
    example: '原油',
    hint: '选填，产品名称或编号；不填写时为该账号的全部授权',
    width: 24,
  },
  {
    key: 'endsOn',
    header: '截止日期',
    rule: Day('截止日期'),
    required: true,
    example: '2027-12-31',
    hint: '必填，YYYY-MM-DD，最后可用的一天',
    width: 16,
  },
  {
    key: 'reason',
    header: '原因',
    rule: Required('原因', 200),
    required: true,
    example: '续签合同',
    hint: '必填，记入授权变更记录',
    width: 30,
  },
] as const satisfies readonly ImportColumn[]

export type ClosingKey = (typeof columns)[number]['key']

/** The right on one sub-product, which each of its rows needs. */
export const closingRight = (subProduct: SubProductKey) =>
  can(subProductMenu(subProduct, 'accounts'), 'closingLeadingIn')

/** Of any sub-products on which the person may: each row is checked for its own. */
export const closingImport = importCalls({
  kind: 'closings',
  noun: '授权截止日期',
  path: '/api/backend/member/grant/closing',
  access: anyOf(...subProductsWith('accounts').map(closingRight)),
  columns,
})
