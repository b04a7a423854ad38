// Dinner of a meeting: tables, who sits where, wishes. Guests are the heads of confirmed sign-ups, and those who are added by hand.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Cleaned, Fields, Id, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { fillModeLabels, TABLE_SEATS_MAX } from './dinner-labels.ts'

const root = '/api/backend/meetings/dinner'
const right = can('meeting', 'dinnerRegister')

export const DINNER_TABLES_MAX = 300
/** Guests of one dinner without a sign-up. */
export const DINNER_GUESTS_MAX = 2_000
/** Heads that are shown and seated by rule. */
export const DINNER_HEADS_MAX = 5_000
/** Wishes of one guest of each kind. */
const DINNER_PAIRS_MAX = 10
const ADDED_AT_ONCE_MAX = 50

const Version = Type.Integer({ title: '版本', minimum: 0 })
/** `p` and the id of a head, or `g` and the id of a guest without a sign-up. */
const Key = (title = '来宾') =>
  Type.String({
    title,
    pattern: '^[pg][1-9][0-9]{0,18}$',
    messages: { required: `请选择${title}`, pattern: `${title}不正确` },
  })
const Keys = (title: string) =>
  Type.Array(Key(title), {
    title,
    maxItems: DINNER_PAIRS_MAX,
    uniqueItems: true,
    messages: { maxItems: `${title}最多 ${DINNER_PAIRS_MAX} 人` },
  })
const Seats = Type.Integer({
  title: '座位数',
  minimum: 1,
  maximum: TABLE_SEATS_MAX,
  messages: { required: '请输入座位数' },
})
const SeatNumber = Type.Integer({ title: '座位', minimum: 1, maximum: TABLE_SEATS_MAX })

const table = {
  zone: OneLine(Text('区域', 20)),
  seats: Seats,
  /** Null: for everybody. */
  quotaId: Nullable(Id('名额类型')),
}
const tableName = OneLine(Required('桌名', 20))

const guest = {
  name: OneLine(Required('姓名', 32)),
  company: OneLine(Text('单位', 64)),
  mobile: Cleaned(
    'mobile',
    Type.String({
      title: '手机号码',
      maxLength: 20,
      pattern: '^$|^1[0-9]{10}$',
      messages: { pattern: '手机号码应为11位' },
    }),
  ),
}
const diet = Text('饮食要求', 200)

const Table = Type.Object({ id: Type.String(), version: Type.Integer(), name: tableName, ...table })
export type DinnerTable = Static<typeof Table>

const Guest = Type.Object({
  key: Type.String(),
  version: Type.Integer({ description: '0 where neither seat nor wish was ever stored' }),
  name: Type.String(),
  company: Type.String(),
  mobile: Type.String({ description: 'of guests without a sign-up; empty otherwise' }),
  signUpId: Nullable(Type.String({ description: 'null: a guest without a sign-up' })),
  quotaId: Nullable(Type.String()),
  diet,
  tableId: Nullable(Type.String()),
  seat: Nullable(Type.Integer()),
  beside: Type.Array(Type.String(), { description: 'keys' }),
  apart: Type.Array(Type.String(), { description: 'keys' }),
})
export type DinnerGuest = Static<typeof Guest>

const Dinner = Type.Object({
  tables: Type.Array(Table),
  guests: Type.Array(Guest, { description: 'by company and sign-up' }),
  quotas: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  hasFill: Type.Boolean({ description: 'whether the last seating by rule may be undone' }),
})
export type DinnerView = Static<typeof Dinner>

export const getDinner = readCall('晚宴', `${root}/get`, right, {
  body: Fields({ meetingId: Id('会议') }),
  data: Dinner,
})

/** Named by the numbers after the last one: 1 桌, 2 桌. */
export const addDinnerTables = writeCall('新增晚宴桌', `${root}/addTables`, right, {
  body: Fields({
    meetingId: Id('会议'),
    ...table,
    count: Type.Integer({
      title: '桌数',
      minimum: 1,
      maximum: ADDED_AT_ONCE_MAX,
      messages: { required: '请输入桌数' },
    }),
  }),
})

/** 601 where somebody else has changed it; 400 where a seat that would go is taken. */
export const editDinnerTable = writeCall('编辑晚宴桌', `${root}/editTable`, right, {
  body: Fields({ meetingId: Id('会议'), id: Id('桌'), version: Version, name: tableName, ...table }),
})

/** 409 while somebody sits there. */
export const removeDinnerTable = writeCall('删除晚宴桌', `${root}/removeTable`, right, {
  body: Fields({ meetingId: Id('会议'), id: Id('桌') }),
})

/** A guest without a sign-up: a new one without `guestKey`. */
export const saveDinnerGuest = writeCall('登记晚宴来宾', `${root}/save`, right, {
  body: Fields({ meetingId: Id('会议'), guestKey: Nullable(Key()), version: Version, ...guest }),
  data: Type.Object({ key: Type.String() }),
})

export const removeDinnerGuest = writeCall('删除晚宴来宾', `${root}/remove`, right, {
  body: Fields({ meetingId: Id('会议'), guestKey: Key() }),
})

/** 601 where somebody else has changed them. */
export const saveDinnerWishes = writeCall('晚宴要求', `${root}/saveWishes`, right, {
  body: Fields({
    meetingId: Id('会议'),
    guestKey: Key(),
    version: Version,
    diet,
    beside: Keys('相邻'),
    apart: Keys('不同桌'),
  }),
})

/**
 * Without `seat` the first free one of the table; without `tableId` the guest has none any more. A taken seat is changed for
 * one's own where `swapWith` names who sits there; 409 otherwise.
 */
export const seatDinnerGuest = writeCall('安排晚宴座位', `${root}/seat`, right, {
  body: Fields({
    meetingId: Id('会议'),
    guestKey: Key(),
    tableId: Nullable(Id('桌')),
    seat: Nullable(SeatNumber),
    swapWith: Nullable(Key('互换的来宾')),
  }),
})

/** 600 lists who gets which place. */
export const fillDinner = writeCall('自动安排晚宴座位', `${root}/fill`, right, {
  body: Fields({ meetingId: Id('会议'), mode: Choice('范围', fillModeLabels) }),
  data: Type.Object({ placed: Type.Integer(), left: Type.Integer({ description: 'for whom there is no seat' }) }),
})

/** 409 where one of the places was changed since. */
export const undoDinnerFill = writeCall('撤销自动安排', `${root}/undoFill`, right, {
  body: Fields({ meetingId: Id('会议') }),
})

export const exportDinner = exportCall('晚宴座位', `${root}/export`, right, {
  query: Fields({ meetingId: Id('会议') }),
  columns: [
    { key: 'zone', header: '区域', width: 12 },
    { key: 'table', header: '桌', width: 12 },
    { key: 'seat', header: '座位', width: 8, as: 'number' },
    { key: 'name', header: '姓名', width: 12 },
    { key: 'company', header: '单位', width: 30 },
    { key: 'quotaName', header: '名额类型', width: 12 },
    { key: 'diet', header: '饮食要求', width: 24 },
  ],
})
