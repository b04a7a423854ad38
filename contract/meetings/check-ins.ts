// Checking in at a meeting: lists (entry, dinner, a session), and who was checked in on which.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { readCall, writeCall } from '../endpoint.ts'
import { Fields, Id, Moment, Nullable, OneOf, Required } from '../fields.ts'
import { Ticket } from './open-sign-ups.ts'
import { signUpStates } from './sign-up-labels.ts'

const root = '/api/backend/meetings/checkIn'
/** Organisers, and whoever registers guests at the door. */
const right = anyOf(can('meeting', 'edit'), can('meeting', 'dinnerRegister'))

export const CHECK_IN_LISTS_MAX = 20
/** Sign-ups that a phone keeps for work without a network. */
export const ROSTER_MAX = 5_000
/** Scans that a phone sends at once. */
export const CHECK_INS_AT_ONCE = 100

const List = Type.Object({
  id: Type.String(),
  name: Type.String(),
  people: Type.Integer({ description: 'checked in, companions counted' }),
})
export type CheckInList = Static<typeof List>

export const getCheckIn = readCall('会议签到点', `${root}/lists`, right, {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Object({
    name: Type.String(),
    edition: Type.String(),
    expected: Type.Integer({ description: 'people confirmed or come' }),
    lists: Type.Array(List),
  }),
})

const RosterRow = Type.Object({
  ticket: Type.String(),
  name: Type.String(),
  company: Type.String(),
  people: Type.Integer(),
  state: OneOf('状态', signUpStates),
  at: Nullable(Type.String({ description: 'when it was checked in on this list' })),
  byName: Type.String(),
})
export type RosterRow = Static<typeof RosterRow>

/** Everybody who has signed up and not cancelled, whoever’s customer: people at the door check in all of them. No numbers. */
export const getRoster = readCall('会议签到名单', `${root}/roster`, right, {
  body: Fields({ meetingId: Id('会议'), listId: Id('签到点') }),
  data: Type.Array(RosterRow),
})

export const checkInOutcomes = ['in', 'already', 'notConfirmed', 'unknown'] as const
export type CheckInOutcome = (typeof checkInOutcomes)[number]

const Result = Type.Object({
  ticket: Type.String(),
  outcome: OneOf('结果', checkInOutcomes),
  name: Type.String(),
  people: Type.Integer(),
  at: Nullable(Type.String()),
  byName: Type.String({ description: 'who was first' }),
})
export type CheckInResult = Static<typeof Result>

/**
 * Scans in their order. The same scan sent again answers as the first time; another one of the same ticket answers
 * `already`, by whom and when.
 */
export const checkIn = writeCall('会议签到', `${root}/checkIn`, right, {
  body: Fields({
    meetingId: Id('会议'),
    listId: Id('签到点'),
    scans: Type.Array(
      Fields({
        ticket: Ticket,
        /** By the phone’s clock; what is in the future or older than a day counts as now. */
        at: Moment('时间'),
      }),
      { title: '签到', minItems: 1, maxItems: CHECK_INS_AT_ONCE },
    ),
  }),
  data: Type.Array(Result),
})

/** 20404 where it was not checked in. */
export const undoCheckIn = writeCall('撤销会议签到', `${root}/undo`, right, {
  body: Fields({ meetingId: Id('会议'), listId: Id('签到点'), ticket: Ticket }),
})

/** A new one without `id`. */
export const saveCheckInList = writeCall('保存签到点', `${root}/saveList`, can('meeting', 'edit'), {
  body: Fields({ meetingId: Id('会议'), id: Nullable(Id('签到点')), name: Required('签到点', 20) }),
  data: Type.Object({ id: Type.String() }),
})

/** 409 where somebody was checked in on it. */
export const removeCheckInList = writeCall('删除签到点', `${root}/removeList`, can('meeting', 'edit'), {
  body: Fields({ meetingId: Id('会议'), id: Id('签到点') }),
})
