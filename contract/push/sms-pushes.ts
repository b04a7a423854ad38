// Pushes by short message: a class of messages to the accounts of its sub-product, and what became of each.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { type BodyOf, endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, Ids, listFields, Nothing, Nullable, OneOf, Text } from '../fields.ts'
import { messageStates } from '../outbox/message-labels.ts'
import { exportCall } from '../sheets.ts'
import { actedPush, onePush, pushActCallsOf } from './push-act-calls.ts'
import { pushStates, pushTimings } from './push-labels.ts'
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
  timing: OneOf('发送时间', pushTimings),
  sendAt: form.sendAt,
  sendTime: form.sendTime,
}
export type SmsForm = Static<ReturnType<typeof Fields<typeof smsForm>>>

const Row = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  classId: Type.String(),
  className: Type.String(),
  subProduct: OneOf('子产品', smsSubProducts),
  /** With sign and opt-out, its fields as they stand in the class. */
  text: Type.String(),
  audience: Type.Object({ ...PushAudience.properties }),
  state: OneOf('状态', pushStates),
  timing: OneOf('发送时间', pushTimings),
  sendAt: Nullable(Type.String()),
  sendTime: Type.String(),
  planId: Nullable(Type.String()),
  correctionOf: Nullable(Type.String()),
  corrected: Type.Integer({ description: 'prices in it that were corrected since, and nobody was told of' }),
  nextAt: Nullable(Type.String()),
  note: Type.String(),
  counts: Nullable(PushCounts),
  parts: Type.Integer({ description: 'of messages that were handed over, as the provider counts them' }),
  cost: Type.String({ description: 'yuan' }),
  authorId: Type.String(),
  authorName: Type.String(),
  reviewerName: Nullable(Type.String()),
  isOwn: Type.Boolean({ description: 'the asker wrote or submitted it: somebody else reviews' }),
  startedAt: Nullable(Type.String()),
  updatedAt: Type.String(),
})
export type SmsPushRow = Static<typeof Row>

const Query = Fields({
  ...listFields(['updatedAt', 'startedAt']),
  title: Type.Optional(Text('推送名称', 100)),
  classId: Type.Optional(Id('短信分类')),
  state: Type.Optional(OneOf('状态', pushStates)),
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
  state: OneOf('状态', messageStates),
  reason: Type.String(),
  at: Nullable(Type.String()),
})
export type SmsMessage = Static<typeof SmsMessage>

/** Of the class. */
const ofSubProduct = { subProduct: OneOf('子产品', smsSubProducts) }
const shownFor = { classId: smsForm.classId, audience: PushAudience }
const call = { method: 'POST' } as const
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const smsPushCalls = {
  ...pushActCallsOf(root, '短信推送', right),
  list: endpoint({
    ...call,
    summary: '短信推送列表',
    path: `${root}/page`,
    access: right('view'),
    effect: 'read',
    body: Query,
    data: Paged(Row),
  }),
  /** Those that may be pushed, in their order. */
  classes: endpoint({
    ...call,
    summary: '可推送的短信分类',
    path: `${root}/classes`,
    access: anyOf(right('view'), can('smsClassLoad', 'view')),
    effect: 'read',
    body: Fields({}),
    data: Type.Array(Class),
  }),
  add: endpoint({
    ...call,
    summary: '新增短信推送',
    path: `${root}/add`,
    access: right('add'),
    effect: 'write',
    body: Fields(smsForm),
    data: Saved,
  }),
  /** Drafts alone. */
  edit: endpoint({
    ...call,
    summary: '编辑短信推送',
    path: `${root}/edit`,
    access: right('edit'),
    effect: 'write',
    body: Fields({ ...actedPush, ...smsForm }),
    data: Saved,
  }),
  candidates: endpoint({
    ...call,
    summary: '短信推送：查找账号',
    path: `${root}/candidates`,
    access: writing,
    effect: 'read',
    body: Fields({
      ...ofSubProduct,
      text: Type.Optional(Text('姓名、企业或登录名', 64)),
      ids: Type.Optional(Ids('账号', PUSH_ACCOUNTS_MAX)),
    }),
    data: Type.Array(Candidate),
  }),
  /** Who would get it, and who of the audience not, why. */
  audience: endpoint({
    ...call,
    summary: '短信推送：收件人预览',
    path: `${root}/audience`,
    access: right('count'),
    effect: 'read',
    body: Fields(shownFor),
    data: Type.Object({
      ...AudienceFound.properties,
      parts: Type.Integer({ description: 'of all of them together' }),
      cost: Type.String(),
    }),
  }),
  /** As the first of the audience gets it now. */
  preview: endpoint({
    ...call,
    summary: '短信推送：短信预览',
    path: `${root}/preview`,
    access: writing,
    effect: 'read',
    body: Fields(shownFor),
    data: Type.Object({
      text: Type.String(),
      parts: Type.Integer(),
      length: Type.Integer(),
      missing: Type.Array(Type.String(), { description: 'what has no value now' }),
    }),
  }),
  /** To the mobile number of the asker's own account. */
  test: endpoint({
    ...call,
    summary: '短信推送：测试发送给自己',
    path: `${root}/test`,
    access: writing,
    effect: 'write',
    body: Fields(shownFor),
    data: Type.Object({ address: Type.String() }),
  }),
  /** A draft that tells those who got this push what its prices are now. */
  correct: endpoint({
    ...call,
    summary: '短信推送：更正通知',
    path: `${root}/correct`,
    access: right('add'),
    effect: 'write',
    body: Fields(onePush),
    data: Saved,
  }),
  /** Accounts of the sub-product under a name: the same that pushes by mail of it have. */
  lists: endpoint({
    ...call,
    summary: '短信推送：名单',
    path: `${root}/lists`,
    access: right('view'),
    effect: 'read',
    body: Fields(ofSubProduct),
    data: Type.Array(PushList),
  }),
  saveList: endpoint({
    ...call,
    summary: '短信推送：保存名单',
    path: `${root}/saveList`,
    access: writing,
    effect: 'write',
    body: Fields({ ...ofSubProduct, ...pushListForm }),
    data: Type.Object({ id: Type.String() }),
  }),
  removeList: endpoint({
    ...call,
    summary: '短信推送：删除名单',
    path: `${root}/removeList`,
    access: right('delete'),
    effect: 'write',
    body: Fields({ ...ofSubProduct, id: Id('名单') }),
    data: Nothing,
  }),
  messages: endpoint({
    ...call,
    summary: '短信推送：收件人',
    path: `${root}/recipients`,
    access: right('details'),
    effect: 'read',
    body: Fields({
      ...listFields(['id']),
      pushId: Id('推送'),
      state: Type.Optional(OneOf('状态', messageStates)),
      name: Type.Optional(Text('姓名', 64)),
    }),
    data: Paged(SmsMessage),
  }),
}
export type SmsMessageQuery = BodyOf<typeof smsPushCalls.messages>

const pushColumns = [
  { key: 'title', header: '推送名称' },
  { key: 'className', header: '短信分类' },
  { key: 'state', header: '状态' },
  { key: 'sent', header: '已发送' },
  { key: 'failed', header: '失败' },
  { key: 'withheld', header: '未发送' },
  { key: 'parts', header: '计费条数' },
  { key: 'cost', header: '费用（元）' },
  { key: 'authorName', header: '创建人' },
  { key: 'startedAt', header: '开始发送' },
] as const
export type SmsPushExportKey = (typeof pushColumns)[number]['key']
export const exportSmsPushes = exportCall({
  noun: '短信推送',
  path: `${root}/export`,
  access: right('exportBtn'),
  query: Query,
  columns: pushColumns,
})
