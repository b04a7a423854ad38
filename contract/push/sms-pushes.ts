// Pushes by short message: a class of messages to the accounts of its sub-product, and the outcome of each.

import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  DecimalText,
  Fields,
  Id,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneOf,
  Text,
} from '#contract/fields.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { actedPush, onePush, pushActCallsOf } from './push-act-calls.ts'
import { pushStateLabels, pushTimingLabels } from './push-labels.ts'
import {
  AudienceFound,
  Candidate,
  form,
  PUSH_ACCOUNTS_MAX,
  PushAudience,
  PushCounts,
  PushList,
  pushListForm,
} from './pushes.ts'
import { smsSubProducts } from './sms-classes.ts'

const root = '/api/backend/push/sms'
const right = (alias: Parameters<typeof can>[1]) => can('smsListPush', alias)
const writing = anyOf(right('add'), right('edit'))

const smsForm = {
  title: form.title,
  classId: Id('短信分类'),
  audience: PushAudience,
  timing: Choice('发送时间', pushTimingLabels),
  sendAt: form.sendAt,
  sendTime: form.sendTime,
}
export type SmsForm = Static<ReturnType<typeof Fields<typeof smsForm>>>

const Row = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String({ title: '推送名称' }),
  classId: Type.String(),
  className: Type.String({ title: '短信分类' }),
  subProduct: OneOf('子产品', smsSubProducts),
  /** With sign and opt-out, its fields unfilled. */
  text: Type.String(),
  audience: Type.Object({ ...PushAudience.properties }),
  state: Choice('状态', pushStateLabels),
  timing: Choice('发送时间', pushTimingLabels),
  sendAt: Nullable(Type.String()),
  sendTime: Type.String(),
  planId: Nullable(Type.String()),
  correctionOf: Nullable(Type.String()),
  corrected: Type.Integer({ description: 'prices corrected since, without a correction sent' }),
  nextAt: Nullable(Type.String()),
  note: Type.String({ title: '说明' }),
  counts: Nullable({ ...PushCounts, title: '收件人' }),
  parts: Type.Integer({
    title: '计费条数',
    description: 'of messages that were handed over, as the provider counts them',
  }),
  cost: DecimalText('费用（元）'),
  authorId: Type.String(),
  authorName: Type.String({ title: '创建人' }),
  reviewerName: Nullable(Type.String({ title: '审核人' })),
  isOwn: Type.Boolean({ description: 'the caller wrote or submitted it: somebody else reviews' }),
  startedAt: Nullable(Moment('开始发送')),
  updatedAt: Moment('更新时间'),
})
export type SmsPushRow = Static<typeof Row>

const Query = Fields({
  ...listFields(['updatedAt', 'startedAt']),
  title: Type.Optional(Text('推送名称', 100)),
  classId: Type.Optional(Id('短信分类')),
  state: Type.Optional(Choice('状态', pushStateLabels)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type SmsPushQuery = Static<typeof Query>

const Class = Type.Object({
  id: Type.String(),
  name: Type.String(),
  subProduct: OneOf('子产品', smsSubProducts),
  sign: Type.String(),
  text: Type.String(),
  isAdvert: Type.Boolean(),
  sendTime: Type.String(),
})

/** A message to a customer. The mobile number shows its first three and last four digits. */
export const SmsMessage = Type.Object({
  id: Type.String(),
  name: Type.String(),
  enterprise: Type.String(),
  address: Type.String(),
  text: Type.String({ description: 'as it was or will be sent; empty where it never was to be' }),
  parts: Nullable(Type.Integer()),
  state: Choice('状态', messageStateLabels),
  reason: Type.String(),
  at: Nullable(Type.String()),
})
export type SmsMessage = Static<typeof SmsMessage>

/** Of the class. */
const ofSubProduct = { subProduct: OneOf('子产品', smsSubProducts) }
const shownFor = { classId: smsForm.classId, audience: PushAudience }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const smsPushCalls = {
  ...pushActCallsOf(root, '短信推送', right),
  list: readCall('短信推送列表', `${root}/page`, right('view'), { body: Query, data: Paged(Row) }),
  /** Those that may be pushed, in their order. */
  classes: readCall('可推送的短信分类', `${root}/classes`, anyOf(right('view'), can('smsClassLoad', 'view')), {
    body: Fields({}),
    data: Type.Array(Class),
  }),
  add: writeCall('新增短信推送', `${root}/add`, right('add'), { body: Fields(smsForm), data: Saved }),
  /** Drafts only. */
  edit: writeCall('编辑短信推送', `${root}/edit`, right('edit'), {
    body: Fields({ ...actedPush, ...smsForm }),
    data: Saved,
  }),
  candidates: readCall('短信推送：查找账号', `${root}/candidates`, writing, {
    body: Fields({
      ...ofSubProduct,
      text: Type.Optional(Text('姓名、企业或登录名', 64)),
      ids: Type.Optional(Ids('账号', PUSH_ACCOUNTS_MAX)),
    }),
    data: Type.Array(Candidate),
  }),
  /** Recipients, and people of the audience who are left out, with the reason. */
  audience: readCall('短信推送：收件人预览', `${root}/audience`, right('count'), {
    body: Fields(shownFor),
    data: Type.Object({
      ...AudienceFound.properties,
      parts: Type.Integer({ description: 'of all of them together' }),
      cost: Type.String(),
    }),
  }),
  /** As the first of the audience gets it now. */
  preview: readCall('短信推送：短信预览', `${root}/preview`, writing, {
    body: Fields(shownFor),
    data: Type.Object({
      text: Type.String(),
      parts: Type.Integer(),
      length: Type.Integer(),
      missing: Type.Array(Type.String(), { description: 'what has no value now' }),
    }),
  }),
  /** To the mobile number of the caller's own account. */
  test: writeCall('短信推送：测试发送给自己', `${root}/test`, writing, {
    body: Fields(shownFor),
    data: Type.Object({ address: Type.String() }),
  }),
  /** Drafts a correction with the present prices for the recipients of this push. */
  correct: writeCall('短信推送：更正通知', `${root}/correct`, right('add'), { body: Fields(onePush), data: Saved }),
  /** Accounts of the sub-product under a name: the same that pushes by mail of it have. */
  lists: readCall('短信推送：名单', `${root}/lists`, right('view'), {
    body: Fields(ofSubProduct),
    data: Type.Array(PushList),
  }),
  saveList: writeCall('短信推送：保存名单', `${root}/saveList`, writing, {
    body: Fields({ ...ofSubProduct, ...pushListForm }),
    data: Type.Object({ id: Type.String() }),
  }),
  removeList: writeCall('短信推送：删除名单', `${root}/removeList`, right('delete'), {
    body: Fields({ ...ofSubProduct, id: Id('名单') }),
  }),
  messages: readCall('短信推送：收件人', `${root}/recipients`, right('details'), {
    body: Fields({
      ...listFields(['id']),
      pushId: Id('推送'),
      state: Type.Optional(Choice('状态', messageStateLabels)),
      name: Type.Optional(Text('姓名', 64)),
    }),
    data: Paged(SmsMessage),
  }),
}
export type SmsMessageQuery = BodyOf<typeof smsPushCalls.messages>

export const exportSmsPushes = exportCall('短信推送', `${root}/export`, right('exportBtn'), {
  query: Query,
  columns: sheetOf(smsPushCalls.list, [
    'title',
    'className',
    'state',
    { key: 'sent', header: '已发送', width: 10, as: 'number' },
    { key: 'failed', header: '失败', width: 10, as: 'number' },
    { key: 'withheld', header: '未发送', width: 10, as: 'number' },
    'parts',
    'cost',
    'authorName',
    'startedAt',
  ]),
})
