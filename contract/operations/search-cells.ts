// What a cell of the pivot is made of: its rows by another dimension, and its registrations.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Choice, Fields, listFields, Text } from '#contract/fields.ts'
import { querySearchLeads } from './search-detail.ts'
import { searchDimensionLabels } from './search-labels.ts'
import { querySearchMarketing, searchMeasures, searchTerms } from './search-marketing.ts'

const root = '/api/backend/operate/searchMarketing'
const access = can('semData', 'count')

/** Longest id of a head: eleven texts, of which four are names. */
const ID_MAX = 1_500

const cell = {
  ...searchTerms,
  rows: Choice('行', searchDimensionLabels),
  columns: Choice('列', searchDimensionLabels),
  /** Ids of the pivot's heads; without one the total of the other, without both that of all. */
  row: Type.Optional(Text('行的值', ID_MAX)),
  column: Type.Optional(Text('列的值', ID_MAX)),
}
const Cell = Fields(cell)
export type SearchCell = Static<typeof Cell>

/** The sums of all pages are the figures of the cell. */
export const querySearchCell = readCall('推广数据：单元格的构成', `${root}/cell`, access, {
  body: Fields({
    ...cell,
    by: Choice('维度', searchDimensionLabels),
    ...listFields(['name', ...searchMeasures] as const),
  }),
  data: Type.Object({
    ...querySearchMarketing.data.properties,
    text: Type.String({ description: 'what the cell is of' }),
  }),
})

/** Their shares add up to the leads of the cell. */
export const queryCellLeads = readCall('推广数据：单元格的注册', `${root}/cellLeads`, access, {
  body: Fields({ ...cell, ...listFields(['createdAt'] as const) }),
  data: querySearchLeads.data,
})
