// Derived series (系列) as calls: edited, previewed while a formula is typed, stopped, read by day.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, type DataOf, readCall, writeCall } from '#contract/endpoint.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  DecimalText,
  Fields,
  Id,
  Ids,
  Moment,
  Nullable,
  OneLine,
  Required,
  Text,
} from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'
import { quoteStatusLabels } from './price-labels.ts'
import { seriesKindLabels } from './series-labels.ts'

const root = '/api/backend/prices/series'
const MENU = 'series'

const SERIES_AT_ONCE = 100
/** How long the last value may fill in for a missing one, days: the Spring Festival and the days around it. */
const WITHIN_MAX = 31
/** Days that one reading of a series may span: ten years. */
export const SERIES_DAYS = 3_660
const FORMULA_MAX = 1_000
const CODES_AT_ONCE = 200

/** Days from which later versions hold that this one takes the place of. */
export const Replaced = Type.Optional(
  Type.Array(Day('替换以后的版本'), { title: '替换以后的版本', maxItems: 100, uniqueItems: true }),
)

const Formula = Required('公式', FORMULA_MAX)

const fields = {
  productId: Id('产品'),
  name: OneLine(Required('系列名称', 100)),
  englishName: OneLine(Text('英文名称', 200)),
  unit: Required('单位', 32),
  decimals: Type.Integer({ title: '小数位数', minimum: 0, maximum: 6 }),
  withinDays: Type.Integer({ title: '沿用天数', minimum: 0, maximum: WITHIN_MAX }),
  remark: Text('备注', 500),
  formula: Formula,
  /** Null: from the beginning. Formula and unit of that very day are mended; later ones stay. */
  validFrom: Nullable(Day('生效日期')),
  replaced: Replaced,
}

const ofRow = {
  code: Type.String({ title: '编码' }),
  kind: Choice('类型', seriesKindLabels),
  status: Choice('状态', quoteStatusLabels),
  stopReason: Type.String({ title: '停更原因' }),
  stoppedOn: Nullable(Day('停更日期')),
  processName: Nullable(Type.String({ title: '投入产出' })),
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
  unit: Type.String(),
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
    productName: Type.String({ title: '产品' }),
    name: fields.name,
    unit: fields.unit,
    decimals: fields.decimals,
    withinDays: fields.withinDays,
    remark: fields.remark,
    formula: Type.String({ title: '公式' }),
    lastDay: Nullable(Day('最近日期')),
    lastValue: Nullable(DecimalText('最近数值', 'null where that day has none')),
    updatedAt: Moment('更新时间'),
  },
  get: { ...ofRow, formulas: Type.Array(FormulaVersion), inputs: Type.Array(Input) },
  with: ['get'],
})
export type SeriesQuery = BodyOf<typeof seriesCalls.list>
export type SeriesRow = RowOf<typeof seriesCalls>
export type SeriesForm = BodyOf<typeof seriesCalls.add>
export type SeriesDetails = DataOf<typeof seriesCalls.get>

const point = {
  day: Type.String(),
  value: Nullable(Type.String()),
  lack: Nullable(Type.String({ description: 'why there is no value' })),
}
const Point = Type.Object(point)
export type SeriesPoint = Static<typeof Point>

const Preview = Type.Object({
  problem: Nullable(Type.Object({ message: Type.String(), at: Type.Integer(), length: Type.Integer() })),
  kind: ofRow.kind,
  inputs: Type.Array(Input),
  /** The newest first. */
  points: Type.Array(Point),
})
export type SeriesPreview = Static<typeof Preview>

/** Results of a formula on its last days, or its error and position. `id` is the series that is edited. */
export const previewSeries = readCall(
  '试算系列公式',
  `${root}/preview`,
  anyOf(can(MENU, 'add'), can(MENU, 'edit'), can('goodsProcessVariable', 'add'), can('goodsProcessVariable', 'edit')),
  {
    body: Fields({
      id: Type.Optional(Id('系列')),
      formula: Text('公式', FORMULA_MAX),
      decimals: fields.decimals,
      withinDays: fields.withinDays,
    }),
    data: Preview,
  },
)

/** Values by day, the oldest first; `asKnownAt`: what readers saw at a publication. */
export const listSeriesValues = readCall('系列数值', `${root}/values`, can(MENU, 'details'), {
  body: Fields({
    id: Id('系列'),
    from: Day('开始日期'),
    to: Day('结束日期'),
    asKnownAt: Type.Optional(Id('发布序号')),
  }),
  data: Type.Array(Type.Object({ ...point, unit: Type.String({ description: 'of that day' }) })),
})

const many = { ids: Ids('系列', SERIES_AT_ONCE) }

/** From that day on it has no values. */
export const stopSeries = writeCall('停止更新系列', `${root}/stopUpdate`, can(MENU, 'stopUpdate'), {
  body: Fields({ ...many, reason: Required('停更原因', 200), stoppedOn: Day('停更日期') }),
})

export const resumeSeries = writeCall('恢复更新系列', `${root}/update`, can(MENU, 'update'), { body: Fields(many) })

/** Items and series in the caller's scope whose name, code or product has the text: 50 at most. `ids` are codes. */
export const findInputs = readCall(
  '查找报价项和系列',
  `${root}/inputs`,
  anyOf(can(MENU, 'view'), can('goodsProcessVariable', 'view')),
  {
    body: Fields({
      text: Type.Optional(Text('名称或编码', 64)),
      ids: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { title: '编码', maxItems: CODES_AT_ONCE })),
    }),
    data: Type.Array(Input),
  },
)

export const exportSeries = exportCall('系列', `${root}/export`, can(MENU, 'exportBtn'), {
  query: seriesCalls.query,
  columns: sheetOf(seriesCalls.list, [
    'code',
    'productName',
    'name',
    'kind',
    'formula',
    'unit',
    'decimals',
    'withinDays',
    'lastDay',
    'lastValue',
    'status',
    'stopReason',
    'stoppedOn',
    'remark',
  ]),
})
