// Published prices and series side by side over a range of days, as known at a publication: query and export.

import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'
import { edgeLabels, measureLabels, periodLengthLabels } from './periods.ts'
import { currencies } from './price-labels.ts'

const root = '/api/backend/prices/data'
const MENU = 'searchData'

/** Columns of one query. */
export const DATA_COLUMNS = 24
/** Columns times days of one query. */
export const DATA_CELLS = 100_000

const columnKinds = ['item', 'series'] as const
export type ColumnKind = (typeof columnKinds)[number]

const fillRules = ['none', 'last'] as const

export const Column = Fields({ kind: OneOf('类型', columnKinds), id: Id('报价项') })
export type DataColumn = Static<typeof Column>

/** More than zero. */
const Rate = Type.String({
  title: '汇率',
  pattern: '^(?=.*[1-9])(0|[1-9][0-9]{0,7})(\\.[0-9]{1,8})?$',
  messages: { required: '请输入汇率', pattern: '汇率应为大于 0、不超过 8 位小数的数字' },
})

const TaxRate = Type.String({
  title: '税率',
  pattern: '^(100|[1-9]?[0-9](\\.[0-9]{1,2})?)$',
  messages: { pattern: '税率应为 0 到 100、不超过 2 位小数的数字' },
})

/** `knownAt` is a time, `asKnownAt` a publication: one of them, or neither for what is published now. */
const PriceDataQuery = Fields({
  columns: Type.Array(Column, { title: '报价项', minItems: 1, maxItems: DATA_COLUMNS, uniqueItems: true }),
  from: Day('开始日期'),
  to: Day('结束日期'),
  length: Choice('频率', periodLengthLabels),
  measure: Choice('取值', measureLabels),
  fill: OneOf('缺值处理', fillRules),
  /** Left out: whole periods. */
  edges: Type.Optional(Choice('区间边缘', edgeLabels)),
  asKnownAt: Type.Optional(Id('发布序号')),
  knownAt: Type.Optional(Moment('时点')),
  currency: Type.Optional(OneOf('币种', currencies)),
  rates: Type.Optional(
    Type.Array(Fields({ currency: OneOf('币种', currencies), rate: Rate }), {
      title: '汇率',
      maxItems: currencies.length,
    }),
  ),
  isTaxIncluded: Type.Optional(Type.Boolean({ title: '含税' })),
  taxRate: Type.Optional(TaxRate),
})
export type PriceDataQuery = Static<typeof PriceDataQuery>

const FoundColumn = Type.Object({
  kind: OneOf('类型', columnKinds),
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  productName: Type.String(),
  unit: Type.String({ description: 'after conversion' }),
  from: Nullable(Type.String({ description: 'of an item whose unit changed: the first day that this column shows' })),
  until: Nullable(Type.String({ description: 'and the first one that it no longer shows' })),
  values: Type.Array(Nullable(Type.String()), { description: 'one for each of `periods`' }),
  corrections: Type.Array(
    Type.Object({
      at: Type.Integer({ description: 'index in `periods`' }),
      before: Nullable(Type.String({ description: 'the figure of the day before it was corrected' })),
      steps: Type.Array(Type.String(), { description: 'all figures before the present one, the oldest first' }),
    }),
  ),
  filled: Type.Array(Type.Integer(), { description: 'indexes in `periods` that show the last known figure' }),
})
export type FoundColumn = Static<typeof FoundColumn>

/** With the days that the column shows, where the item's unit changed. */
export function columnName({ name, from, until }: Pick<FoundColumn, 'name' | 'from' | 'until'>): string {
  if (from === null && until === null) return name
  return `${name}（${from === null ? `${until} 前` : until === null ? `${from} 起` : `${from} 至 ${until} 前`}）`
}

const PriceData = Type.Object({
  asKnownAt: Type.String({ description: 'the publication that the figures are true of, 0 where there was none' }),
  knownAt: Nullable(Type.String({ description: 'its moment' })),
  length: Choice('频率', periodLengthLabels),
  from: Type.String({ description: 'first day that was read: that of a whole period, where the query says so' }),
  to: Type.String(),
  partial: Type.Array(Type.Integer(), {
    description: 'indexes in `periods` of those that the range cuts, or that have not ended',
  }),
  periods: Type.Array(Type.String({ description: 'first day of the day, week, ten days or month' })),
  columns: Type.Array(FoundColumn),
  missing: Type.Integer({ description: 'columns that are not there or out of scope' }),
})
export type PriceData = Static<typeof PriceData>

/** Rows are the periods in which any column has a figure. 20404 where none of the columns is in scope. */
export const queryPriceData = readCall('数据查询', `${root}/query`, anyOf(can(MENU, 'view'), can(MENU, 'details')), {
  body: PriceDataQuery,
  data: PriceData,
})

const DataChoice = Type.Object({
  kind: OneOf('类型', columnKinds),
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  productName: Type.String(),
  unit: Type.String(),
})
export type DataChoice = Static<typeof DataChoice>

/**
 * Items and series in the caller's scope whose name, code or product has the text, or those named: 50 of each at most.
 */
export const findDataColumns = readCall(
  '查找可查询的报价项和系列',
  `${root}/find`,
  anyOf(can(MENU, 'view'), can(MENU, 'details')),
  {
    body: Fields({
      text: Type.Optional(Text('名称或编码', 64)),
      productId: Type.Optional(Id('产品')),
      columns: Type.Optional(Type.Array(Column, { title: '报价项', maxItems: 2 * DATA_COLUMNS, uniqueItems: true })),
    }),
    data: Type.Array(DataChoice),
  },
)

/** `figures`: a column of the file for each column of the query; `corrections`: what was corrected in the row. */
export const exportPriceData = exportCall('查询数据', `${root}/export`, can(MENU, 'exportBtn'), {
  query: PriceDataQuery,
  columns: [
    { key: 'figures', header: '数值', width: 18, as: 'number' },
    { key: 'corrections', header: '更正说明', width: 40 },
  ],
})
