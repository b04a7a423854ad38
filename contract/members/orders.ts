// Orders of the app: they come from the app itself, and are put on sale, changed and closed here. Every change is kept.
import { type Static, Type } from 'typebox'
import type { Alias } from '../access.ts'
import { apiKey } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { PagedWithSums } from '../envelope.ts'
import { Day, Fields, Id, listFields, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { exportCall } from '../sheets.ts'
import { canOn, subProductsWith } from '../sub-product-access.ts'
import { orderStates } from './members.ts'

const root = '/api/backend/member/order'

const SubProduct = OneOf('子产品', subProductsWith('orders'))
const Version = Type.Integer({ title: '版本', minimum: 1 })
const State = OneOf('状态', orderStates)

/** CNY, exact: up to ten digits before the point and two behind it. */
const Amount = Type.String({
  title: '金额',
  pattern: '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,2})?$',
  messages: { required: '请输入金额', pattern: '金额应为不超过10位整数、2位小数的数字' },
})

/** A change of the amount by more than so many percent asks first. */
export const AMOUNT_ASKS_PERCENT = 20
/** Orders whose salesman is changed in one go. */
const ORDERS_AT_ONCE = 100

export const OrderQuery = Fields({
  ...listFields(['createdAt', 'updatedAt', 'amount', 'number']),
  subProduct: SubProduct,
  number: Type.Optional(Text('订单号', 64)),
  loginName: Type.Optional(Text('登录名', 64)),
  enterprise: Type.Optional(Text('企业', 100)),
  item: Type.Optional(Text('购买内容', 100)),
  state: Type.Optional(State),
  salesmanId: Type.Optional(Id('销售')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type OrderQuery = Static<typeof OrderQuery>

const OrderRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  number: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  enterprise: Type.String(),
  item: Type.String(),
  months: Type.Integer(),
  amount: Type.String(),
  state: State,
  salesmanId: Nullable(Type.String()),
  salesmanName: Nullable(Type.String()),
  closeReason: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
})
export type OrderRow = Static<typeof OrderRow>

export const queryOrders = endpoint({
  summary: '订单列表',
  method: 'POST',
  path: `${root}/page`,
  access: canOn('request', 'orders', 'view'),
  effect: 'read',
  body: OrderQuery,
  data: PagedWithSums(OrderRow, { amount: Type.String() }),
})

export const orderActions = ['create', 'presale', 'forSale', 'close', 'changeAmount', 'changeSalesman'] as const
export type OrderAction = (typeof orderActions)[number]
export const orderActionLabels: Readonly<Record<OrderAction, string>> = {
  create: '下单',
  presale: '预售',
  forSale: '开售',
  close: '关闭',
  changeAmount: '修改金额',
  changeSalesman: '更换销售',
}

const OrderChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  action: OneOf('操作', orderActions),
  /** What it was and became, as people read it; null where there was nothing. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  reason: Type.String(),
  actorName: Type.String(),
})
export type OrderChange = Static<typeof OrderChange>

const OrderDetail = Type.Object({
  ...OrderRow.properties,
  accountId: Type.String(),
  mobile: Type.String(),
  remark: Type.String(),
  changes: Type.Array(OrderChange),
})
export type OrderDetail = Static<typeof OrderDetail>

export const getOrder = endpoint({
  summary: '订单详情与变更记录',
  method: 'POST',
  path: `${root}/get`,
  access: canOn('row', 'orders', 'details'),
  effect: 'read',
  body: Fields({ id: Id('订单') }),
  data: OrderDetail,
})

const state = <A extends Alias>(alias: A, verb: string, summary: string) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${root}/${verb}`,
    access: canOn('row', 'orders', alias),
    effect: 'write',
    body: Fields({ id: Id('订单'), version: Version }),
    data: Nothing,
  })

export const presaleOrder = state('presale', 'presale', '订单预售')
export const sellOrder = state('forSale', 'forSale', '订单开售')

export const closeOrder = endpoint({
  summary: '关闭订单',
  method: 'POST',
  path: `${root}/close`,
  access: canOn('row', 'orders', 'closeDingDan'),
  effect: 'write',
  body: Fields({ id: Id('订单'), version: Version, reason: Required('关闭原因', 200) }),
  data: Nothing,
})

/** Asks first (600) where it changes by more than `AMOUNT_ASKS_PERCENT`. */
export const changeOrderAmount = endpoint({
  summary: '修改订单金额',
  method: 'POST',
  path: `${root}/changeAmount`,
  access: canOn('row', 'orders', 'changeAmount'),
  effect: 'write',
  body: Fields({ id: Id('订单'), version: Version, amount: Amount, reason: Required('修改原因', 200) }),
  data: Nothing,
})

/** 602 where some of them are closed. */
export const changeOrderSalesman = endpoint({
  summary: '更换订单的销售',
  method: 'POST',
  path: `${root}/changeSalesman`,
  access: canOn('row', 'orders', 'changeSalesman'),
  effect: 'write',
  body: Fields({
    ids: Type.Array(Id('订单'), { title: '订单', minItems: 1, maxItems: ORDERS_AT_ONCE, uniqueItems: true }),
    salesmanId: Id('销售'),
    reason: Text('原因', 200),
  }),
  data: Nothing,
})

const exported = [
  { key: 'number', header: '订单号' },
  { key: 'enterprise', header: '企业' },
  { key: 'loginName', header: '登录名' },
  { key: 'realName', header: '姓名' },
  { key: 'item', header: '购买内容' },
  { key: 'months', header: '月数' },
  { key: 'amount', header: '金额（元）' },
  { key: 'state', header: '状态' },
  { key: 'salesmanName', header: '销售' },
  { key: 'closeReason', header: '关闭原因' },
  { key: 'createdAt', header: '下单时间' },
  { key: 'updatedAt', header: '更新时间' },
] as const
export type OrderExportKey = (typeof exported)[number]['key']

export const exportOrders = exportCall({
  noun: '订单',
  path: `${root}/export`,
  access: canOn('request', 'orders', 'exportBtn'),
  query: OrderQuery,
  columns: exported,
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
  months: Type.Integer({ title: '月数', minimum: 1, maximum: 120 }),
  amount: Amount,
  remark: Type.Optional(Text('备注', 500)),
})
export type OpenOrder = Static<typeof OpenOrder>

/** From the app's own server. The same number with the same content is one order; 409 where the content differs. */
export const sendOrder = endpoint({
  summary: '子产品提交订单',
  method: 'POST',
  path: '/api/open/orders',
  access: apiKey('orders'),
  effect: 'write',
  body: OpenOrder,
  data: Type.Object({ id: Type.String(), isNew: Type.Boolean() }),
})
