// The outbox for its keepers (系统管理 → 消息发送): every message with its outcome, and the state of the providers.

import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Moment, Nullable, OneOf, Text } from '#contract/fields.ts'
import { channelLabels, messageChannels, messageStateLabels, recipientKinds } from './message-labels.ts'

/** Most messages of one act. */
const AT_ONCE = 500

const MessageRow = Type.Object({
  id: Type.String(),
  channel: Choice('通道', channelLabels),
  recipientName: Type.String({ title: '收件人' }),
  address: Type.String({ title: '地址', description: 'mobile numbers are masked: `138****8000`' }),
  subject: Type.String({ title: '主题' }),
  causeName: Type.String({ title: '事由', description: 'in words' }),
  state: Choice('状态', messageStateLabels),
  reason: Type.String({ title: '原因' }),
  attempts: Type.Integer({ title: '尝试次数' }),
  isBounced: Type.Boolean({ description: 'its mailbox is noted as gone: nothing is sent to it' }),
  notBefore: Moment('最早发送'),
  createdAt: Moment('创建时间'),
  handedAt: Nullable(Moment('交出时间')),
  endedAt: Nullable(Moment('结束时间')),
})
export type MessageRow = Static<typeof MessageRow>

const MessageQuery = Fields({
  ...listFields(['createdAt', 'endedAt', 'attempts']),
  state: Type.Optional(Choice('状态', messageStateLabels)),
  channel: Type.Optional(OneOf('通道', messageChannels)),
  cause: Type.Optional(Text('事由', 64)),
  recipient: Type.Optional(Text('收件人', 64)),
  pushId: Type.Optional(Id('推送')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type MessageQuery = Static<typeof MessageQuery>

const root = '/api/backend/system/message'

/** The newest first. */
export const listMessages = readCall('消息发送', `${root}/page`, can('messages', 'view'), {
  body: MessageQuery,
  data: Paged(MessageRow),
})

const MessageDetails = Type.Object({
  ...MessageRow.properties,
  key: Type.String({ title: '去重键', description: 'the same key is never queued twice' }),
  recipientKind: OneOf('收件人类型', recipientKinds),
  text: Type.String({ title: '内容', description: 'as it is sent, without its HTML' }),
  link: Type.String({ title: '后台页面' }),
  pushId: Nullable(Type.String()),
  providerRef: Type.String({ title: '服务商编号', description: "the provider's number or words" }),
  /** As the provider of short messages says. */
  deliveredAt: Nullable(Moment('送达时间')),
  clearedAt: Nullable(Type.String({ description: 'when address and contents were removed' })),
  attachments: Type.Array(Type.String(), { title: '附件', description: 'names' }),
})
export type MessageDetails = Static<typeof MessageDetails>

export const getOutboxMessage = readCall('一条发送记录', `${root}/get`, can('messages', 'details'), {
  body: Fields({ id: Id('消息') }),
  data: MessageDetails,
})

const Chosen = { ids: Ids('消息', AT_ONCE) }

/** Queues failed, undelivered and withheld messages again; 602 where some are in another state. */
export const resendMessages = writeCall('重新发送消息', `${root}/resend`, can('messages', 'open'), {
  body: Fields(Chosen),
})

/** Withholds queued messages. */
export const withholdMessages = writeCall('取消发送消息', `${root}/withhold`, can('messages', 'disable'), {
  body: Fields(Chosen),
})

/** A person's decision on an unsure message: delivered, or sent again. */
export const decideMessages = writeCall('核实消息是否送达', `${root}/decide`, can('messages', 'verify'), {
  body: Fields({ ...Chosen, hasArrived: Type.Boolean({ title: '已送达' }) }),
})

/** Clears the bounce marks of these mailboxes; 602 where one has no mark. */
export const clearBounces = writeCall('恢复退信的邮箱', `${root}/clearBounces`, can('messages', 'verify'), {
  body: Fields(Chosen),
})

const ChannelHealth = Type.Object({
  channel: OneOf('通道', messageChannels),
  isSetUp: Type.Boolean(),
  settings: Type.Array(Type.String(), { description: 'environment variables that set it up' }),
  rate: Nullable(Type.Number({ description: 'messages a minute that are allowed' })),
  sentLastMinute: Type.Integer(),
  sentLastDay: Type.Integer(),
  failedLastDay: Type.Integer(),
  queued: Type.Integer({ description: 'due now' }),
  later: Type.Integer({ description: 'queued for later' }),
  oldestS: Type.Integer({ description: 'how long the oldest due one has waited, s' }),
  unsure: Type.Integer(),
  resting: Nullable(Type.Object({ until: Type.String(), reason: Type.String() })),
})
export type ChannelHealth = Static<typeof ChannelHealth>

export const getOutboxHealth = getCall('消息发送概况', `${root}/health`, can('messages', 'view'), {
  data: Type.Object({
    channels: Type.Array(ChannelHealth),
    causes: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  }),
})
