// Processes of products (投入产出): inputs and outputs, valid from a day; their cost and profit are series.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall } from '#contract/endpoint.ts'
import { Choice, Day, DecimalText, Fields, Id, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { Figure } from './quote-items.ts'
import { Replaced, SERIES_DAYS } from './series-calls.ts'
import { termSideLabels } from './series-labels.ts'

const root = '/api/backend/prices/process'
const MENU = 'goodsProcessVariable'

/** A formula is at most 1,000 characters long. */
const TERMS_MAX = 30

const Term = Fields({
  side: Choice('类别', termSideLabels),
  /** Of a quote item or a series. */
  code: Nullable(Type.String({ title: '报价项或系列', maxLength: 32 })),
  name: OneLine(Text('说明', 50)),
  coefficient: Nullable(Figure('系数')),
  conversion: Nullable(Figure('折算系数')),
  amount: Nullable(Figure('金额')),
})
export type Term = Static<typeof Term>

const fields = {
  productId: Id('产品'),
  name: OneLine(Required('工序名称', 90)),
  englishName: OneLine(Text('英文名称', 200)),
  unit: Required('单位', 32),
  decimals: Type.Integer({ title: '小数位数', minimum: 0, maximum: 6 }),
  withinDays: Type.Integer({ title: '沿用天数', minimum: 0, maximum: 31 }),
  remark: Text('备注', 500),
  terms: Type.Array(Term, { title: '投入产出项', maxItems: TERMS_MAX }),
  /** Null: from the beginning. The version of that very day is mended; later ones stay. */
  validFrom: Nullable(Day('生效日期')),
  replaced: Replaced,
}

const ShownTerm = Type.Object({
  side: Choice('类别', termSideLabels),
  code: Nullable(Type.String()),
  name: Type.String(),
  /** Of the item or series. */
  inputName: Type.String(),
  unit: Type.String(),
  coefficient: Nullable(Type.String()),
  conversion: Nullable(Type.String()),
  amount: Nullable(Type.String()),
})
export type ShownTerm = Static<typeof ShownTerm>

const Version = Type.Object({
  validFrom: Nullable(Type.String()),
  byName: Type.String(),
  at: Type.String(),
  terms: Type.Array(ShownTerm),
})

export const processCalls = rowCalls({
  noun: '投入产出',
  path: root,
  menu: MENU,
  fields,
  query: { name: contains(fields.name), productId: fields.productId },
  sortable: ['name', 'updatedAt'],
  row: {
    productId: fields.productId,
    productName: Type.String({ title: '产品' }),
    name: fields.name,
    unit: fields.unit,
    decimals: fields.decimals,
    validFrom: Nullable(Type.String({ title: '生效日期' })),
    outputs: Type.String({ title: '产出', description: 'names' }),
    inputs: Type.String({ title: '投入', description: 'names' }),
    lastDay: Nullable(Type.String({ title: '最近日期' })),
    lastCost: Nullable(DecimalText('成本')),
    lastProfit: Nullable(Type.String({ title: '利润' })),
    updatedAt: Moment('更新时间'),
  },
  get: { versions: Type.Array(Version), profitCode: Type.String(), costCode: Type.String() },
  copy: { name: fields.name },
  with: ['get', 'copy'],
})
export type ProcessQuery = BodyOf<typeof processCalls.list>
export type ProcessRow = RowOf<typeof processCalls>
export type ProcessForm = BodyOf<typeof processCalls.add>
export type ProcessDetails = DataOf<typeof processCalls.get>

const Point = Type.Object({
  day: Type.String(),
  cost: Nullable(Type.String()),
  profit: Nullable(Type.String()),
  lack: Nullable(Type.String({ description: 'why there is no profit' })),
})

/** Cost and profit by day, the oldest first: ten years at most. */
export const listProcessValues = readCall('工序成本与利润', `${root}/values`, can(MENU, 'view'), {
  body: Fields({ id: Id('工序'), from: Day('开始日期'), to: Day('结束日期') }),
  data: Type.Array(Point, { maxItems: SERIES_DAYS }),
})
export type ProcessPoint = DataOf<typeof listProcessValues>[number]
