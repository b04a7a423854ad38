// Dinner of a meeting: who sits where. A seat has one guest.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { readCall, writeCall } from '../endpoint.ts'
import { Fields, Id, Ids, Nullable, Required, Text } from '../fields.ts'

const root = '/api/backend/meetings/dinner'
const right = can('meeting', 'dinnerRegister')

/** Guests of one dinner. */
export const GUESTS_MAX = 2_000

const guest = {
  name: Required('姓名', 32),
  company: Text('单位', 64),
  mobile: Type.String({
    title: '手机号码',
    maxLength: 11,
    pattern: '^$|^1[0-9]{10}$',
    messages: { pattern: '手机号码应为11位' },
  }),
  tableNumber: Type.Integer({ title: '桌号', minimum: 1, maximum: 300, messages: { required: '请输入桌号' } }),
  seat: Type.Integer({ title: '座位', minimum: 1, maximum: 30, messages: { required: '请输入座位' } }),
  wish: Text('饮食要求', 200),
}

const Guest = Type.Object({ id: Type.String(), version: Type.Integer(), ...guest })
export type DinnerGuest = Static<typeof Guest>

export const listDinnerGuests = readCall('晚宴登记', `${root}/list`, right, {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Array(Guest, { description: 'by table and seat' }),
})

/** A new one without `id`. 601 where somebody else has changed it; 400 at the seat where it is taken. */
export const saveDinnerGuest = writeCall('登记晚宴座位', `${root}/save`, right, {
  body: Fields({
    meetingId: Id('会议'),
    id: Nullable(Id('来宾')),
    version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
    ...guest,
  }),
  data: Type.Object({ id: Type.String() }),
})

export const removeDinnerGuests = writeCall('取消晚宴登记', `${root}/remove`, right, {
  body: Fields({ meetingId: Id('会议'), ids: Ids('来宾') }),
})
