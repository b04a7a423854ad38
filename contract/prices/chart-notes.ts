// What happened on a day that explains a move (标注): written to a product, drawn over its figures.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Day, Fields, Id, Nothing, Required } from '../fields.ts'
import { Column, DATA_COLUMNS } from './price-data.ts'

const root = '/api/backend/prices/chartNote'

/** It stands at a line of the chart. */
export const NOTE_LENGTH = 30
/** The newest ones that a chart has. */
export const NOTES_SHOWN = 50

const ChartNote = Type.Object({
  id: Type.String(),
  day: Type.String(),
  caption: Type.String(),
  productName: Type.String(),
  byName: Type.String(),
})
export type ChartNote = Static<typeof ChartNote>

/** Of the products of these items and series, those in the asker's scope, by day. */
export const listChartNotes = endpoint({
  summary: '图表标注',
  method: 'POST',
  path: `${root}/list`,
  access: anyOf(
    can('searchData', 'view'),
    can('searchData', 'details'),
    can('price', 'details'),
    can('priceReview', 'details'),
  ),
  effect: 'read',
  body: Fields({
    columns: Type.Array(Column, { title: '报价项', maxItems: DATA_COLUMNS }),
    from: Day('开始日期'),
    to: Day('结束日期'),
  }),
  data: Type.Array(ChartNote),
})

/** To the product of an item or series. 20404 out of scope. */
export const addChartNote = endpoint({
  summary: '添加图表标注',
  method: 'POST',
  path: `${root}/add`,
  access: can('price', 'edit'),
  effect: 'write',
  body: Fields({ column: Column, day: Day('日期'), caption: Required('标注', NOTE_LENGTH) }),
  data: Type.Object({ id: Type.String() }),
})

export const removeChartNote = endpoint({
  summary: '删除图表标注',
  method: 'POST',
  path: `${root}/remove`,
  access: can('price', 'edit'),
  effect: 'write',
  body: Fields({ id: Id('标注') }),
  data: Nothing,
})
