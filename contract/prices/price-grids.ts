// What the grids of prices show: a day's entries, published prices of items by days, remarks in two languages.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Ids, Nullable, Text } from '#contract/fields.ts'
import { priceStatusLabels } from './price-labels.ts'
import { PRICES_AT_ONCE, quotedItem, ShownEntry, Struck } from './prices.ts'

const root = '/api/backend/prices/price'

/** Days of a matrix at most. */
export const MATRIX_DAYS = 62

const Before = Type.Object({ day: Type.String(), low: Type.String(), high: Type.String(), average: Type.String() })

const SheetRow = Type.Object({
  code: Type.String(),
  ...quotedItem,
  kind: Type.String(),
  decimals: Type.Integer(),
  allowsNegative: Type.Boolean(),
  lowest: Nullable(Type.String()),
  highest: Nullable(Type.String()),
  usualMove: Nullable(Type.String()),
  usualMedian: Nullable(Type.String()),
  usualDeviation: Nullable(Type.String()),
  isDue: Type.Boolean(),
  closed: Nullable(Type.String({ description: 'why nothing can be entered for that day' })),
  last: Nullable(Before),
  rowName: Nullable(Type.String({ description: 'the grade or place in its table of price differences' })),
  recent: Type.Array(Before, { description: 'the last five published, the newest first' }),
  entry: Nullable(ShownEntry),
})
export type SheetRow = Static<typeof SheetRow>

export const gridAccess = anyOf(can('price', 'batchAdd'), can('price', 'add'), can('priceBatchAdd', 'view'))

/**
 * A day's grid of items that are updated: those of these products, those that the caller enters (`mine`), or the entered
 * rows of all tables of price differences in their scope (`differences`).
 */
export const getSheet = readCall('录入表', `${root}/sheet`, gridAccess, {
  body: Fields({
    day: Day('日期'),
    productIds: Type.Optional(Ids('产品', 200)),
    mine: Type.Optional(Type.Boolean({ title: '我负责的' })),
    differences: Type.Optional(Type.Boolean({ title: '价差' })),
  }),
  data: Type.Array(SheetRow),
})

const MatrixItem = Type.Object({
  key: Type.String({ description: 'an item whose definition changes within the range has a row for each' }),
  quoteItemId: Type.String(),
  code: Type.String(),
  itemName: Type.String(),
  productName: Type.String(),
  unit: Type.String(),
  kind: Type.String(),
  decimals: Type.Integer(),
  allowsNegative: Type.Boolean(),
  cells: Type.Array(
    Type.Object({
      id: Type.String(),
      version: Type.Integer(),
      day: Type.String(),
      low: Type.String(),
      high: Type.String(),
      average: Type.String(),
      remark: Type.String(),
      struck: Struck,
      isReviewing: Type.Boolean(),
    }),
  ),
})
export type MatrixItem = Static<typeof MatrixItem>

/** Published prices of items over a range of days, `MATRIX_DAYS` at most. */
export const getMatrix = readCall(
  '批量修改表',
  `${root}/matrix`,
  anyOf(can('price', 'batchEdit'), can('priceBatchEdit', 'view')),
  {
    body: Fields({ productIds: Ids('产品', 50), from: Day('开始日期'), to: Day('结束日期') }),
    data: Type.Array(MatrixItem),
  },
)

const MovedSeries = Type.Object({ id: Type.String(), name: Type.String(), productName: Type.String() })
export type MovedSeries = Static<typeof MovedSeries>

/** Series that follow from these items, also through others; those in the caller's scope. */
export const listMovedSeries = readCall(
  '随报价项变动的系列',
  `${root}/movedSeries`,
  anyOf(can('price', 'batchEdit'), can('priceBatchEdit', 'view')),
  { body: Fields({ quoteItemIds: Ids('报价项', PRICES_AT_ONCE) }), data: Type.Array(MovedSeries) },
)

const RemarkRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  productName: Type.String(),
  itemName: Type.String(),
  itemEnglishName: Type.String(),
  average: Type.String(),
  unit: Type.String(),
  remark: Type.String(),
  englishRemark: Type.String(),
  status: Choice('状态', priceStatusLabels),
})
export type RemarkRow = Static<typeof RemarkRow>

/** Entries of a day with a remark in either language. */
export const listRemarks = readCall(
  '价格备注中英文对照',
  `${root}/remarks`,
  anyOf(can('price', 'edit'), can('priceEnglishRemark', 'view')),
  { body: Fields({ day: Day('日期'), productIds: Type.Optional(Ids('产品', 200)) }), data: Type.Array(RemarkRow) },
)

/** 602 where somebody else has changed an entry meanwhile. */
export const saveRemarks = writeCall(
  '保存英文备注',
  `${root}/saveRemarks`,
  anyOf(can('price', 'edit'), can('priceEnglishRemark', 'edit')),
  {
    body: Fields({
      rows: Type.Array(
        Fields({
          id: Id('价格'),
          version: Type.Integer({ title: '版本', minimum: 1 }),
          englishRemark: Text('英文备注', 500),
        }),
        {
          title: '备注',
          minItems: 1,
          maxItems: PRICES_AT_ONCE,
        },
      ),
    }),
  },
)
