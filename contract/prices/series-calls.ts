// Derived series (系列) as calls: kept, tried out while a formula is typed, stopped, read by day.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { type BodyOf, type DataOf, endpoint } from '../endpoint.ts'
import { Day, Fields, Id, Ids, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { contains, type RowOf, rowCalls } from '../rows.ts'
import { exportCall } from '../sheets.ts'
import { quoteStatuses } from './price-labels.ts'
import { seriesKinds } from './series-labels.ts'

const root = '/api/backend/prices/series'
const MENU = 'series'

const SERIES_AT_ONCE = 100
/** How long a value may stand for one that is missing, days: the Spring Festival and what is around it. */
const WITHIN_MAX = 31
/** Days that one reading of a series may span: ten years. */
export const SERIES_DAYS = 3_660
const FORMULA_MAX = 1_000
const CODES_AT_ONCE = 200

const Formula = Required('公式', FORMULA_MAX)

const fields = {
  productId: Id('产品'),
  name: Required('系列名称', 100),
  englishName: Text('英文名称', 200),
  unit: Required('单位', 32),
  decimals: Type.Integer({ title: '小数位数', minimum: 0, maximum: 6 }),
  withinDays: Type.Integer({ title: '沿用天数', minimum: 0, maximum: WITHIN_MAX }),
  remark: Text('备注', 500),
  formula: Formula,
  /** Null: since ever. Formulas that were valid from that day or a later one give way to it. */
  validFrom: Nullable(Day('生效日期')),
}

const ofRow = {
  code: Type.String(),
  kind: OneOf('类型', seriesKinds),
  status: OneOf('状态', quoteStatuses),
  stopReason: Type.String(),
  stoppedOn: Nullable(Type.String()),
  processName: Nullable(Type.String()),
  isRecomputing: Type.Boolean(),
}

/** What a formula names. */
const Input = Type.Object({
  id: Type.String({ description: 'its code' }),
  name: Type.String(),
  productName: Type.String(),
  unit: Type.String(),
})
export type Input = Static<typeof Input>

const FormulaVersion = Type.Object({
  validFrom: Nullable(Type.String()),
  formula: Type.String(),
  byName: Type.String(),
  at: Type.String(),
})

export const seriesCalls = rowCalls({
  noun: '系列',
  path: root,
  menu: MENU,
  fields,
  query: {
    code: Text('编码', 32),
    name: contains(fields.name),
    productId: fields.productId,
    kind: ofRow.kind,
    status: ofRow.status,
  },
  sortable: ['code', 'updatedAt'],
  row: {
    ...ofRow,
    productId: fields.productId,
    productName: Type.String(),
    name: fields.name,
    unit: fields.unit,
    decimals: fields.decimals,
    withinDays: fields.withinDays,
    remark: fields.remark,
    formula: Type.String(),
    lastDay: Nullable(Type.String()),
    lastValue: Nullable(Type.String({ description: 'null where that day has none' })),
    updatedAt: Type.String(),
  },
  get: { ...ofRow, formulas: Type.Array(FormulaVersion), inputs: Type.Array(Input) },
  with: ['get'],
})
export type SeriesQuery = BodyOf<typeof seriesCalls.list>
export type SeriesRow = RowOf<typeof seriesCalls>
export type SeriesForm = BodyOf<typeof seriesCalls.add>
export type SeriesDetails = DataOf<typeof seriesCalls.get>

const Point = Type.Object({
  day: Type.String(),
  value: Nullable(Type.String()),
  lack: Nullable(Type.String({ description: 'why there is no value' })),
})
export type SeriesPoint = Static<typeof Point>

const Preview = Type.Object({
  problem: Nullable(Type.Object({ message: Type.String(), at: Type.Integer(), length: Type.Integer() })),
  kind: ofRow.kind,
  inputs: Type.Array(Input),
  /** The newest first. */
  points: Type.Array(Point),
})
export type SeriesPreview = Static<typeof Preview>

/** What a formula would give on its last days, or what is wrong with it and where. `id` is the series that is edited. */
export const previewSeries = endpoint({
  summary: '试算系列公式',
  method: 'POST',
  path: `${root}/preview`,
  access: anyOf(
    can(MENU, 'add'),
    can(MENU, 'edit'),
    can('goodsProcessVariable', 'add'),
    can('goodsProcessVariable', 'edit'),
  ),
  effect: 'read',
  body: Fields({
    id: Type.Optional(Id('系列')),
    formula: Text('公式', FORMULA_MAX),
    decimals: fields.decimals,
    withinDays: fields.withinDays,
  }),
  data: Preview,
})

/** Values by day, the oldest first; `asKnownAt`: what readers saw at a publication. */
export const listSeriesValues = endpoint({
  summary: '系列数值',
  method: 'POST',
  path: `${root}/values`,
  access: can(MENU, 'details'),
  effect: 'read',
  body: Fields({
    id: Id('系列'),
    from: Day('开始日期'),
    to: Day('结束日期'),
    asKnownAt: Type.Optional(Id('发布序号')),
  }),
  data: Type.Array(Point),
})

const many = { ids: Ids('系列', SERIES_AT_ONCE) }

/** From that day on it has no values. */
export const stopSeries = endpoint({
  summary: '停止更新系列',
  method: 'POST',
  path: `${root}/stopUpdate`,
  access: can(MENU, 'stopUpdate'),
  effect: 'write',
  body: Fields({ ...many, reason: Required('停更原因', 200), stoppedOn: Day('停更日期') }),
  data: Nothing,
})

export const resumeSeries = endpoint({
  summary: '恢复更新系列',
  method: 'POST',
  path: `${root}/update`,
  access: can(MENU, 'update'),
  effect: 'write',
  body: Fields(many),
  data: Nothing,
})

/** Items and series in the asker's scope whose name, code or product has the text: 50 at most. `ids` are codes. */
export const findInputs = endpoint({
  summary: '查找报价项和系列',
  method: 'POST',
  path: `${root}/inputs`,
  access: anyOf(can(MENU, 'view'), can('goodsProcessVariable', 'view')),
  effect: 'read',
  body: Fields({
    text: Type.Optional(Text('名称或编码', 64)),
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { title: '编码', maxItems: CODES_AT_ONCE })),
  }),
  data: Type.Array(Input),
})

const exported = [
  { key: 'code', header: '编码' },
  { key: 'productName', header: '产品' },
  { key: 'name', header: '系列名称' },
  { key: 'kind', header: '类型' },
  { key: 'formula', header: '公式' },
  { key: 'unit', header: '单位' },
  { key: 'decimals', header: '小数位数' },
  { key: 'withinDays', header: '沿用天数' },
  { key: 'lastDay', header: '最近日期' },
  { key: 'lastValue', header: '最近数值' },
  { key: 'status', header: '状态' },
  { key: 'stopReason', header: '停更原因' },
  { key: 'stoppedOn', header: '停更日期' },
  { key: 'remark', header: '备注' },
] as const
export type SeriesExportKey = (typeof exported)[number]['key']

export const exportSeries = exportCall({
  noun: '系列',
  path: `${root}/export`,
  access: can(MENU, 'exportBtn'),
  query: seriesCalls.query,
  columns: exported,
})
