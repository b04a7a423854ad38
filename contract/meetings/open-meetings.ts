// Open API for meetings: sites read what is published for them.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Nullable } from '#contract/fields.ts'
import { meetingKindLabels } from './meeting-labels.ts'
import { MeetingChannel, OwnField } from './meetings.ts'

/** Maximum of meetings in one reply. */
const OPEN_MEETINGS = 50

const Contact = Type.Object({ name: Type.String(), mobile: Type.String(), email: Type.String() })
const Session = Type.Object({
  day: Type.String(),
  from: Type.String(),
  to: Type.String(),
  hall: Type.String(),
  title: Type.String(),
  speaker: Type.String(),
  company: Type.String(),
})

const OpenQuota = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isFull: Type.Boolean({ description: 'who signs up now waits' }),
})

const OpenMeeting = Type.Object({
  id: Type.String(),
  version: Type.Integer({ description: 'grows with each change' }),
  name: Type.String(),
  nameEn: Type.String(),
  series: Type.String(),
  edition: Type.String(),
  kind: Choice('类型', meetingKindLabels),
  startsOn: Type.String(),
  endsOn: Type.String(),
  city: Type.String(),
  venue: Type.String(),
  longitude: Nullable(Type.String()),
  latitude: Nullable(Type.String()),
  organisers: Type.String(),
  agenda: Type.Array(Session),
  fee: Nullable(Type.String({ description: 'yuan; null: by agreement' })),
  seats: Type.Integer(),
  signUpFrom: Nullable(Type.String()),
  signUpUntil: Nullable(Type.String()),
  signUpFields: Type.Array(Type.String({ description: 'asked at the sign-up, in `extra`' })),
  ownFields: Type.Array(OwnField, { description: 'questions of this meeting alone, answered in `answers` by `key`' }),
  quotas: Type.Array(OpenQuota, { description: 'that guests may choose, for `quotaId`' }),
  contacts: Type.Array(Contact),
  coverUrl: Nullable(Type.String({ description: 'for 12 h' })),
  html: Type.String({ description: 'sanitised; pictures name a file in data-file-id, and link to it for 12 h' }),
  htmlEn: Type.String({ description: 'the same for readers of English; empty where there is none' }),
  publishedAt: Type.String(),
  cancelledAt: Nullable(Type.String({ description: 'it does not take place' })),
  cancelReason: Type.String({ description: 'why; empty while it is not cancelled' }),
  previousId: Nullable(Type.String({ description: 'null also where that edition is not shown in this channel' })),
})
export type OpenMeeting = Static<typeof OpenMeeting>

const root = '/api/open/meetings'

/**
 * Published meetings of a channel by rising ids: paging with `next` until it is null gives all of them. Has an ETag: with
 * `If-None-Match` 304 where nothing has changed.
 */
export const readMeetings = getCall('读取已发布的会议（开放接口）', root, apiKey('meetings'), {
  query: Fields({
    channel: MeetingChannel,
    /** `next` of the previous reply. */
    after: Type.Optional(Id('游标')),
    size: Type.Optional(Type.Integer({ title: '条数', minimum: 1, maximum: OPEN_MEETINGS })),
  }),
  data: Type.Object({
    records: Type.Array(OpenMeeting),
    next: Nullable(Type.String({ description: 'for `after`, where there are more' })),
  }),
})

/** One of them, or one that is cancelled since, with an ETag too; 20404 where the channel does not show it. */
export const readMeeting = getCall('读取一个已发布的会议（开放接口）', `${root}/:id`, apiKey('meetings'), {
  query: Fields({ channel: MeetingChannel }),
  data: OpenMeeting,
})
