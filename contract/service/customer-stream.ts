// One customer as a stream: follow-ups, complaints, grants, orders, registrations, messages, visits, meetings, owners and changed data.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, Nullable } from '#contract/fields.ts'
import { keysOf } from '#contract/labels.ts'

export const streamKindLabels = {
  followUp: '跟进',
  complaint: '投诉',
  grant: '授权',
  order: '订单',
  push: '推送',
  fieldVisit: '拜访',
  visit: '访问',
  meeting: '会议',
  registration: '注册',
  owner: '归属',
  edit: '资料',
} as const
const streamKinds = keysOf(streamKindLabels)
export type StreamKind = (typeof streamKinds)[number]

/** Most records, newest first. */
export const STREAM_MAX = 200

const StreamRecord = Type.Object({
  id: Type.String({ description: 'unique over all kinds' }),
  at: Type.String(),
  kind: Choice('类型', streamKindLabels),
  title: Type.String(),
  text: Type.String(),
  /** A reason, or what comes next. */
  note: Type.String(),
  actorName: Type.String(),
  followUpId: Nullable(Type.String({ description: 'of a follow-up: its page' })),
  visitId: Type.Optional(Type.String({ description: 'of a visit: its page' })),
})
export type StreamRecord = Static<typeof StreamRecord>

/** The customer in sales scope; of its members those in the caller’s own. Follow-ups and complaints for those who may see them. */
export const queryCustomerStream = readCall(
  '客户的服务动态',
  '/api/backend/service/customer/stream',
  can('customerList', 'serviceRecords'),
  {
    body: Fields({ enterpriseId: Id('客户'), kind: Type.Optional(Choice('类型', streamKindLabels)) }),
    data: Type.Array(StreamRecord, { description: `at most ${STREAM_MAX}` }),
  },
)
