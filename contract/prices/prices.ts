// Prices: one entry for each quote item and day. Money and percentages are decimal strings.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, listFields, Nullable, OneOf } from '../fields.ts'

/** draft → submitted → verified (published) → corrected (a revision of what was published). */
const priceStatuses = ['draft', 'submitted', 'verified', 'corrected'] as const

const PriceQuery = Fields({
  ...listFields(['day']),
  productId: Type.Optional(Id('产品')),
  quoteItemId: Type.Optional(Id('报价项')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
  status: Type.Optional(OneOf('状态', priceStatuses)),
})
export type PriceQuery = Static<typeof PriceQuery>

const PriceRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  day: Type.String({ description: 'YYYY-MM-DD' }),
  productId: Type.String(),
  productName: Type.String(),
  quoteItemId: Type.String(),
  market: Type.String(),
  specification: Type.String(),
  unit: Type.String({ description: '元/吨' }),
  low: Type.String(),
  high: Type.String(),
  average: Type.String(),
  change: Nullable(Type.String({ description: 'against the last published, null where there is none' })),
  percent: Nullable(Type.String({ description: '%' })),
  status: OneOf('状态', priceStatuses),
  remark: Type.String(),
  englishRemark: Type.String(),
  updatedAt: Type.String(),
})
export type PriceRow = Static<typeof PriceRow>

export const listPrices = endpoint({
  summary: '价格列表',
  method: 'POST',
  path: '/api/backend/prices/price/page',
  access: can('price', 'view'),
  effect: 'read',
  body: PriceQuery,
  data: Paged(PriceRow),
})

export const getPrice = endpoint({
  summary: '价格详情',
  method: 'GET',
  path: '/api/backend/prices/price/get',
  access: can('price', 'view'),
  effect: 'read',
  query: Fields({ id: Id() }),
  data: PriceRow,
})
