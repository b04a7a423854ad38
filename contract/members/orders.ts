// Orders of the app: they come from the app itself, and are put on sale, changed and closed here. Every change is
// recorded.

import { type Static, Type } from 'typebox'
import { type Alias, apiKey } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  DecimalText,
  Fields,
  Id,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { orderStateLabels } from './members.ts'

const root = '/api/backend/member/order'

const SubProduct = OneOf('子产品', subProductsWith('orders'))
const Version = Type.Integer({ title: '版本', minimum: 1 })

const fields = {
  number: Text('订单号', 64),
  enterprise: Text('企业', 100),
  loginName: Text('登录名', 64),
  realName: Text('姓名', 64),
  item: Text('购买内容', 100),
  months: Type.Integer({ title: '月数', minimum: 1, maximum: 120 }),
  amount: DecimalText('金额（元）'),
  state: Choice('状态', orderStateLabels),
  salesmanName: Nullable(Text('销售', 64)),
  closeReason: Text('关闭原因', 200),
  createdAt: Moment('下单时间'),
  updatedAt: Moment('更新时间'),
}

/** CNY, exact: up to ten digits before the point and two behind it. */
const Amount = Type.String({
  title: '金额',
  pattern: '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,2})?$',
  messages: { required: '请输入金额', pattern: '金额应为不超过10位整数、2位小数的数字' },
})

/** A change of the amount by more than so many percent needs confirmation. */
export const AMOUNT_ASKS_PERCENT = 20
/** Orders whose salesman is changed in one go. */
const ORDERS_AT_ONCE = 100

export const OrderQuery = Fields({
  ...listFields(['createdAt', 'updatedAt', 'amount', 'number']),
  subProduct: SubProduct,
  number: Type.Optional(fields.number),
  loginName: Type.Optional(fields.loginName),
  enterprise: Type.Optional(fields.enterprise),
  item: Type.Optional(fields.item),
  state: Type.Optional(fields.state),
  salesmanId: Type.Optional(Id('销售')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type OrderQuery = Static<typeof OrderQuery>

const OrderRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  salesmanId: Nullable(Type.String()),
  ...fields,
})
export type OrderRow = Static<typeof OrderRow>

export const queryOrders = readCall('订单列表', `${root}/page`, canOn('request', 'orders', 'view'), {
  body: OrderQuery,
  data: PagedWithSums(OrderRow, { amount: Type.String() }),
})

export const orderActionLabels = {
  create: '下单',
  presale: '预售',
  forSale: '开售',
  close: '关闭',
  changeAmount: '修改金额',
  changeSalesman: '更换销售',
} as const
export type OrderAction = keyof typeof orderActionLabels

const OrderChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: Choice('操作', orderActionLabels),
  /** Old and new value as display text; null where there was none. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  reason: Type.String(),
  actorName: Type.String(),
})
export type OrderChange = Static<typeof OrderChange>

export const OrderDetail = Type.Object({
  ...OrderRow.properties,
  accountId: Type.String(),
  mobile: Text('手机号码', 20),
  remark: Text('备注', 500),
  changes: Type.Array(OrderChange),
})
export type OrderDetail = Static<typeof OrderDetail>

export const getOrder = readCall('订单详情与变更记录', `${root}/get`, canOn('row', 'orders', 'details'), {
  body: Fields({ id: Id('订单') }),
  data: OrderDetail,
})

const state = <A extends Alias>(alias: A, verb: string, summary: string) =>
  writeCall(summary, `${root}/${verb}`, canOn('row', 'orders', alias), {
    body: Fields({ id: Id('订单'), version: Version }),
  })

export const presaleOrder = state('presale', 'presale', '订单预售')
export const sellOrder = state('forSale', 'forSale', '订单开售')

export const closeOrder = writeCall('关闭订单', `${root}/close`, canOn('row', 'orders', 'closeDingDan'), {
  body: Fields({ id: Id('订单'), version: Version, reason: Required('关闭原因', 200) }),
})

/** Needs confirmation (600) if the amount changes by more than `AMOUNT_ASKS_PERCENT`. */
export const changeOrderAmount = writeCall(
  '修改订单金额',
  `${root}/changeAmount`,
  canOn('row', 'orders', 'changeAmount'),
  { body: Fields({ id: Id('订单'), version: Version, amount: Amount, reason: Required('修改原因', 200) }) },
)

/** 602 where some of them are closed. */
export const changeOrderSalesman = writeCall(
  '更换订单的销售',
  `${root}/changeSalesman`,
  canOn('row', 'orders', 'changeSalesman'),
  {
    body: Fields({
      ids: Ids('订单', ORDERS_AT_ONCE),
      salesmanId: Id('销售'),
      reason: Text('原因', 200),
    }),
  },
)

export const exportOrders = exportCall('订单', `${root}/export`, canOn('request', 'orders', 'exportBtn'), {
  query: OrderQuery,
  columns: sheetOf(queryOrders, [
    'number',
    'enterprise',
    'loginName',
    'realName',
    'item',
    'months',
    'amount',
    'state',
    'salesmanName',
    'closeReason',
    'createdAt',
    'updatedAt',
  ]),
})

const OpenOrder = Fields({
  subProduct: SubProduct,
  number: Type.String({
    title: '订单号',
    pattern: '^[A-Za-z0-9._-]{4,64}$',
    messages: { pattern: '订单号为4至64位字母、数字或 . _ -' },
  }),
  loginName: Required('登录名', 64),
  item: Required('购买内容', 100),
  months: fields.months,
  amount: Amount,
  remark: Type.Optional(Text('备注', 500)),
})
export type OpenOrder = Static<typeof OpenOrder>

/** From the app's own server. The same number with the same content is one order; 409 where the content differs. */
export const sendOrder = writeCall('子产品提交订单', '/api/open/orders', apiKey('orders'), {
  body: OpenOrder,
  data: Type.Object({ id: Type.String(), isNew: Type.Boolean() }),
})
