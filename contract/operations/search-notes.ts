// What happened on a day that explains a move of the trend, such as 出价调整.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Nullable, Required } from '#contract/fields.ts'
import { searchTerms } from './search-marketing.ts'

const root = '/api/backend/operate/semNotes'
const MENU = 'semData'

/** The line of the chart that it is attached to. */
export const SEM_NOTE_MAX = 30
/** Most notes of a chart, the newest ones. */
export const SEM_NOTES_SHOWN = 50

const SemNote = Type.Object({
  id: Type.String(),
  day: Type.String(),
  caption: Type.String(),
  account: Type.String({ description: 'empty: of all accounts' }),
  byName: Type.String(),
})
export type SemNote = Static<typeof SemNote>

/** Those of the accounts that are asked for and those of all, by day. */
export const querySemNotes = readCall('推广标注', `${root}/list`, can(MENU, 'view'), {
  body: Fields({
    from: Day('开始日期'),
    to: Day('结束日期'),
    source: searchTerms.source,
    accountId: searchTerms.accountId,
  }),
  data: Type.Array(SemNote),
})

export const addSemNote = writeCall('添加推广标注', `${root}/add`, can(MENU, 'edit'), {
  body: Fields({
    day: Day('日期'),
    caption: Required('标注', SEM_NOTE_MAX),
    accountId: Nullable(Id('账号')),
  }),
  data: Type.Object({ id: Type.String() }),
})

export const removeSemNote = writeCall('删除推广标注', `${root}/remove`, can(MENU, 'edit'), {
  body: Fields({ id: Id('标注') }),
})
