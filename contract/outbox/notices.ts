// Notices beyond the four of spec §2, which each person switches on for themselves.
import { type Static, Type } from 'typebox'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Fields, Nothing, OneOf } from '../fields.ts'
import type { NoticeEvent } from './message-labels.ts'

export const ownNoticeEvents = ['registration', 'expiring', 'jobEnded'] as const satisfies readonly NoticeEvent[]
export type OwnNoticeEvent = (typeof ownNoticeEvents)[number]

const root = '/api/backend/notice'

const OwnNotices = Type.Object({ on: Type.Array(OneOf('提醒', ownNoticeEvents)) })
export type OwnNotices = Static<typeof OwnNotices>

export const getOwnNotices = endpoint({
  summary: '自己的其他提醒开关',
  method: 'GET',
  path: `${root}/own`,
  access: signedIn,
  effect: 'read',
  data: OwnNotices,
})

export const switchOwnNotice = endpoint({
  summary: '打开或关闭一种其他提醒',
  method: 'POST',
  path: `${root}/switch`,
  access: signedIn,
  effect: 'write',
  body: Fields({ event: OneOf('提醒', ownNoticeEvents), isOn: Type.Boolean({ title: '提醒开关' }) }),
  data: Nothing,
})
