// Notices beyond the four of spec §2, which people switch for themselves.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, OneOf } from '#contract/fields.ts'
import type { NoticeEvent } from './message-labels.ts'

export const ownNoticeEvents = [
  'visitDue',
  'heardPrice',
  'shareLead',
  'registration',
  'expiring',
  'jobEnded',
] as const satisfies readonly NoticeEvent[]
export type OwnNoticeEvent = (typeof ownNoticeEvents)[number]

const root = '/api/backend/notice'

const OwnNotices = Type.Object({ on: Type.Array(OneOf('提醒', ownNoticeEvents)) })
export type OwnNotices = Static<typeof OwnNotices>

export const getOwnNotices = getCall('自己的其他提醒开关', `${root}/own`, signedIn, { data: OwnNotices })

export const switchOwnNotice = writeCall('打开或关闭一种其他提醒', `${root}/switch`, signedIn, {
  body: Fields({ event: OneOf('提醒', ownNoticeEvents), isOn: Type.Boolean({ title: '提醒开关' }) }),
})
