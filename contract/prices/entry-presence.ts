// Who is in which row of a day's grid. A tab sends heartbeats while a cell of it is active; without them it expires.
import { type Static, Type } from 'typebox'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Nullable } from '#contract/fields.ts'
import { gridAccess } from './price-grids.ts'

const root = '/api/backend/prices/price'

/** A tab expires after so long without a heartbeat, s. */
export const EDITOR_GONE_S = 45

/** `quoteItemId`: null when the tab leaves the grid. */
export const noteEditing = writeCall('正在录入的报价项', `${root}/at`, gridAccess, {
  body: Fields({
    tab: Type.String({ title: '标签页', pattern: '^[A-Za-z0-9-]{8,40}$' }),
    day: Day('日期'),
    quoteItemId: Nullable(Id('报价项')),
  }),
})

const Editor = Type.Object({ quoteItemId: Type.String(), userId: Type.String(), name: Type.String() })
export type Editor = Static<typeof Editor>

/** The others in rows of that day, at products of the caller's editorial scope. */
export const listEditors = readCall('其他人正在录入的报价项', `${root}/editors`, gridAccess, {
  body: Fields({ day: Day('日期') }),
  data: Type.Array(Editor),
})
