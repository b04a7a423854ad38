// What happened on a day that explains a move (标注): written to a product, drawn over its figures.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Required } from '#contract/fields.ts'
import { Column, DATA_COLUMNS } from './price-data.ts'

const root = '/api/backend/prices/chartNote'

/** The line of the chart that it is attached to. */
export const NOTE_LENGTH = 30
/** Most notes of a chart, the newest ones. */
export const NOTES_SHOWN = 50

const ChartNote = Type.Object({
  id: Type.String(),
  day: Type.String(),
  caption: Type.String(),
  productName: Type.String(),
  byName: Type.String(),
})
export type ChartNote = Static<typeof ChartNote>

/** Of the products of these items and series, those in the caller's scope, by day. */
export const listChartNotes = readCall(
  '图表标注',
  `${root}/list`,
  anyOf(
    can('searchData', 'view'),
    can('searchData', 'details'),
    can('price', 'details'),
    can('priceReview', 'details'),
  ),
  {
    body: Fields({
      columns: Type.Array(Column, { title: '报价项', maxItems: DATA_COLUMNS }),
      from: Day('开始日期'),
      to: Day('结束日期'),
    }),
    data: Type.Array(ChartNote),
  },
)

/** To the product of an item or series. 20404 out of scope. */
export const addChartNote = writeCall('添加图表标注', `${root}/add`, can('price', 'edit'), {
  body: Fields({ column: Column, day: Day('日期'), caption: Required('标注', NOTE_LENGTH) }),
  data: Type.Object({ id: Type.String() }),
})

export const removeChartNote = writeCall('删除图表标注', `${root}/remove`, can('price', 'edit'), {
  body: Fields({ id: Id('标注') }),
})
