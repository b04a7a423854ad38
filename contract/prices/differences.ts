// Tables of price differences for steel (价差表): grades and places against one base item, entered or computed.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall, writeCall } from '#contract/endpoint.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { priceStatusLabels } from './price-labels.ts'
import { Figure } from './quote-items.ts'
import { differenceKindLabels } from './series-labels.ts'

const root = '/api/backend/prices/difference'
const MENU = 'steel.priceDiff'
const ROWS_MAX = 60

const Row = Fields({
  /** Null for a new one. */
  id: Nullable(Id('行')),
  kind: Choice('类别', differenceKindLabels),
  name: OneLine(Required('牌号或地区', 50)),
  /** Computed as its price less the base's; null: entered each day. */
  comparedItemId: Nullable(Id('对比报价项')),
})
export type DifferenceRowForm = Static<typeof Row>

const fields = {
  productId: Id('产品'),
  name: OneLine(Required('价差表名称', 40)),
  baseItemId: Id('基准报价项'),
  remark: Text('备注', 500),
  rows: Type.Array(Row, { title: '价差行', minItems: 1, maxItems: ROWS_MAX }),
}

export const differenceCalls = rowCalls({
  noun: '价差表',
  path: root,
  menu: MENU,
  fields,
  query: { name: contains(fields.name), productId: fields.productId },
  sortable: ['name', 'updatedAt'],
  row: {
    productId: fields.productId,
    productName: Type.String({ title: '产品' }),
    name: fields.name,
    baseItemId: fields.baseItemId,
    baseName: Type.String({ title: '基准报价项' }),
    unit: Type.String({ title: '单位' }),
    entered: Type.Integer({ title: '录入', description: 'rows that are entered' }),
    computed: Type.Integer({ title: '计算' }),
    lastDay: Nullable(Type.String({ title: '基准最近发布', description: 'of a published base price' })),
    remark: fields.remark,
    updatedAt: Moment('更新时间'),
  },
  with: ['get'],
})
export type DifferenceQuery = BodyOf<typeof differenceCalls.list>
export type DifferenceTable = RowOf<typeof differenceCalls>
export type DifferenceForm = BodyOf<typeof differenceCalls.add>
export type DifferenceDetails = DataOf<typeof differenceCalls.get>

const ShownRow = Type.Object({
  id: Type.String(),
  kind: Choice('类别', differenceKindLabels),
  name: Type.String(),
  code: Type.String({ description: 'of the item that is entered, or the series that is computed' }),
  comparedName: Nullable(Type.String({ description: 'null: entered' })),
  /** As published. */
  difference: Nullable(Type.String()),
  lack: Nullable(Type.String({ description: 'why a computed one has no value' })),
  /** The base's price with it. */
  price: Nullable(Type.String()),
  before: Nullable(Type.String({ description: 'the last one before that day' })),
  beforeDay: Nullable(Type.String()),
  /** What is entered for that day, published or not. */
  entryId: Nullable(Type.String()),
  version: Nullable(Type.Integer()),
  entered: Nullable(Type.String()),
  status: Nullable(Choice('状态', priceStatusLabels)),
  opinion: Type.String(),
})
export type ShownDifference = Static<typeof ShownRow>

const Sheet = Type.Object({
  day: Type.String(),
  baseName: Type.String(),
  basePrice: Nullable(Type.String()),
  unit: Type.String(),
  decimals: Type.Integer(),
  rows: Type.Array(ShownRow),
})
export type DifferenceSheet = Static<typeof Sheet>

/** The differences of one day beside the last ones before it. */
export const getDifferences = readCall('价差表当日数据', `${root}/sheet`, can(MENU, 'view'), {
  body: Fields({ id: Id('价差表'), day: Day('日期') }),
  data: Sheet,
})

const Entered = Fields({
  rowId: Id('行'),
  value: Figure('价差'),
  /** Of the existing entry; null where there is none. */
  version: Nullable(Type.Integer({ title: '版本', minimum: 1 })),
  reason: Text('原因', 500),
})

/**
 * Saves differences as drafts, or submits them at once: reviewed and published like prices. 602 lists refused ones.
 */
export const saveDifferences = writeCall('录入价差', `${root}/save`, can(MENU, 'edit'), {
  body: Fields({
    id: Id('价差表'),
    day: Day('日期'),
    isSubmitted: Type.Boolean({ title: '提交审核' }),
    rows: Type.Array(Entered, { title: '价差', minItems: 1, maxItems: ROWS_MAX }),
  }),
})

/** Of the last day on which the base has a published price. */
export const exportDifferences = exportCall('价差表', `${root}/export`, can(MENU, 'exportBtn'), {
  query: differenceCalls.query,
  columns: [
    { key: 'tableName', header: '价差表', width: 26 },
    { key: 'productName', header: '产品', width: 20 },
    { key: 'baseName', header: '基准报价项', width: 26 },
    { key: 'day', header: '日期', width: 12, as: 'day' },
    { key: 'basePrice', header: '基准价', width: 12, as: 'number' },
    { key: 'kind', header: '类别', width: 10 },
    { key: 'name', header: '牌号或地区', width: 20 },
    { key: 'source', header: '来源', width: 26 },
    { key: 'difference', header: '价差', width: 12, as: 'number' },
    { key: 'price', header: '折算价格', width: 12, as: 'number' },
    { key: 'unit', header: '单位', width: 10 },
  ],
})
