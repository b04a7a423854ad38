// What happens at a door: scans of heads on a check-in list, by people signed in or by helpers with a link and its PIN.
import { type Static, Type } from 'typebox'
import { anonymous, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'
import { HEAD_CODE } from './head-codes.ts'

const root = '/api/backend/meetings/door'
const helperRoot = '/api/open/meetings/door'
const right = can('meeting', 'details')

export const PIN_LENGTH = 6
/** Wrong PINs that end a link. */
export const PIN_TRIES = 5
/** Scans that a phone sends at once. */
export const SCANS_AT_ONCE = 100
/** Heads that a phone keeps for work without a network. */
export const SNAPSHOT_MAX = 5_000
export const SEARCH_MIN = 2
export const SEARCH_ROWS = 20

const HeadCode = Type.String({ title: '签到码', pattern: HEAD_CODE.source, messages: { pattern: '不是签到码' } })
const LinkCode = Type.String({ title: '链接', pattern: '^[A-Za-z0-9_-]{16}$', messages: { pattern: '签到链接不正确' } })
const Token = Type.String({ title: '签到凭证', minLength: 20, maxLength: 100 })

const staff = { meetingId: Id('会议'), listId: Id('签到点') }

/**
 * `people`: a line for each head: the first 11 characters of the base64url SHA-256 of its code, its name, `1` where it may
 * come in, and when it was checked in on this list (ISO 8601) or nothing; parted by tabs.
 */
const Snapshot = Type.Object({
  meeting: Type.String(),
  list: Type.String(),
  now: Type.String({ description: 'of the server: what the phone’s clock is off by' }),
  endsAt: Type.String({ description: 'scans of before then count, also where they are sent in the days after it' }),
  people: Type.String(),
})
export type Snapshot = Static<typeof Snapshot>

const scanOutcomes = ['in', 'again', 'refused', 'unknown'] as const

const Scan = Fields({
  code: HeadCode,
  /** Of this scan alone: sent again it is not another one. */
  nonce: Type.String({ title: '编号', pattern: '^[0-9a-f]{32}$' }),
  /** By the phone’s clock, corrected by what it is off. */
  at: Moment('时间'),
  /** Let in without a network, by the snapshot: counts even where the guest has cancelled since. */
  isLetIn: Type.Boolean({ title: '离线放行' }),
})
export type Scan = Static<typeof Scan>

const scans = Type.Array(Scan, { title: '签到', minItems: 1, maxItems: SCANS_AT_ONCE })
/** Which door, as the phone calls it. */
const door = Text('入口', 20)

const Result = Type.Object({
  nonce: Type.String(),
  outcome: OneOf('结果', scanOutcomes),
  name: Type.String(),
  company: Type.String(),
  at: Nullable(Type.String({ description: 'of the check-in that counts' })),
  where: Type.String({ description: 'door or person of the check-in that counts; why not, where refused' }),
})
export type ScanResult = Static<typeof Result>

export const getSnapshot = readCall('签到名单', `${root}/snapshot`, right, { body: Fields(staff), data: Snapshot })

/** In their order. The earliest moment counts; a scan of somebody who is in already answers `again`, when and where. */
export const sendScans = writeCall('会议签到', `${root}/scans`, right, {
  body: Fields({ ...staff, door, scans }),
  data: Type.Array(Result),
})

const Found = Type.Object({
  code: Type.String(),
  name: Type.String(),
  company: Type.String(),
  mayEnter: Type.Boolean(),
  at: Nullable(Type.String()),
})

/** Whoever’s customers, without numbers, by name, company or the last digits of the mobile number. */
export const searchHeads = readCall('查找签到来宾', `${root}/search`, right, {
  body: Fields({
    ...staff,
    text: Type.String({
      title: '姓名、单位或手机尾号',
      minLength: SEARCH_MIN,
      maxLength: 32,
      messages: { minLength: `请至少输入 ${SEARCH_MIN} 个字` },
    }),
  }),
  data: Type.Array(Found),
})

/** 20404 where the head is not checked in on the list. */
export const undoScan = writeCall('撤销会议签到', `${root}/undo`, right, { body: Fields({ ...staff, code: HeadCode }) })

/** Answers 400 with how many tries are left; the fifth wrong PIN ends the link. 20404 for unknown and ended links. */
export const openDoor = writeCall('打开签到链接', `${helperRoot}/open`, anonymous, {
  secret: true,
  body: Fields({
    code: LinkCode,
    pin: Type.String({
      title: 'PIN',
      pattern: `^\\d{${PIN_LENGTH}}$`,
      messages: { pattern: `PIN 为 ${PIN_LENGTH} 位数字`, required: '请输入 PIN' },
    }),
  }),
  data: Type.Object({ token: Type.String() }),
})

export const getHelperSnapshot = readCall('签到名单（链接）', `${helperRoot}/snapshot`, anonymous, {
  body: Fields({ token: Token }),
  data: Snapshot,
})

/** Scans alone: helpers do not search. */
export const sendHelperScans = writeCall('会议签到（链接）', `${helperRoot}/scans`, anonymous, {
  body: Fields({ token: Token, door, scans }),
  data: Type.Array(Result),
})
