// Check-in lists of a meeting (entry by day, dinner, papers) and the links by which helpers scan on one.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, listFields, Nullable, OneLine, OneOf, Required } from '#contract/fields.ts'
import { checkInFigures, checkInKindLabels } from './check-in-labels.ts'

const root = '/api/backend/meetings/checkIn'
const keeping = can('meeting', 'edit')

export const CHECK_IN_LISTS_MAX = 20

const kind = Choice('类型', checkInKindLabels)
/** Null: on all days. */
const day = Nullable(Day('日期'))

const List = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind,
  day,
  endsAt: Type.String({ description: 'scans are taken until then' }),
  people: Type.Integer({ description: 'heads checked in' }),
  again: Type.Integer({ description: 'further scans of those' }),
  hasLink: Type.Boolean(),
})
export type CheckInList = Static<typeof List>

export const getCheckIn = readCall('会议签到点', `${root}/lists`, can('meeting', 'details'), {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Object({
    name: Type.String(),
    edition: Type.String(),
    startsOn: Type.String(),
    endsOn: Type.String(),
    expected: Type.Integer({ description: 'heads confirmed or come' }),
    came: Type.Integer({ description: 'heads on an entry list: three doors are one' }),
    lists: Type.Array(List),
  }),
})

/** A new one without `id`. 400 where the day is not one of the meeting's. */
export const saveCheckInList = writeCall('保存签到点', `${root}/saveList`, keeping, {
  body: Fields({ meetingId: Id('会议'), id: Nullable(Id('签到点')), name: OneLine(Required('签到点', 20)), kind, day }),
  data: Type.Object({ id: Type.String() }),
})

/** 409 where somebody was checked in on it. */
export const removeCheckInList = writeCall('删除签到点', `${root}/removeList`, keeping, {
  body: Fields({ meetingId: Id('会议'), id: Id('签到点') }),
})

/** Ends an earlier link of the list. The PIN is told once: it is not stored. */
export const makeCheckInLink = writeCall('生成签到链接', `${root}/makeLink`, keeping, {
  secret: true,
  body: Fields({ meetingId: Id('会议'), listId: Id('签到点') }),
  data: Type.Object({ url: Type.String(), pin: Type.String() }),
})

export const endCheckInLink = writeCall('结束签到链接', `${root}/endLink`, keeping, {
  body: Fields({ meetingId: Id('会议'), listId: Id('签到点') }),
})

const CheckedIn = Type.Object({
  id: Type.String(),
  name: Type.String(),
  company: Type.String(),
  at: Nullable(Type.String({ description: 'of the first entry, or of the scan' })),
  where: Type.String(),
})
export type CheckedInRow = Static<typeof CheckedIn>

export const CheckedInQuery = Fields({
  ...listFields(['name', 'company', 'at']),
  meetingId: Id('会议'),
  figure: OneOf('口径', checkInFigures),
  /** Of `in` and `again`; the others are of the whole meeting. */
  listId: Type.Optional(Id('签到点')),
})
export type CheckedInQuery = Static<typeof CheckedInQuery>

/** Whom a figure of the door counts, as `getCheckIn` counts them. Without numbers. */
export const queryCheckedIn = readCall('会议签到明细', `${root}/heads`, can('meeting', 'details'), {
  body: CheckedInQuery,
  data: Paged(CheckedIn),
})
