// Short messages handed to the provider, by day and class, and the numbers that opted out there.

import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Cleaned,
  Day,
  DecimalText,
  Fields,
  Id,
  listFields,
  Nullable,
  Required,
  Text,
} from '#contract/fields.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { type ImportColumn, importCalls } from '#contract/sheets.ts'
import { SmsMessage } from './sms-pushes.ts'

const root = '/api/backend/push/smsLoad'

/** Without a first day: so many days up to the last one. */
export const SMS_LOAD_DAYS = 30
/** At most, in one list or file. */
export const SMS_LOAD_DAYS_MAX = 366

const Row = Type.Object({
  id: Type.String({ description: 'day and class' }),
  day: Day('日期'),
  classId: Type.String(),
  className: Type.String({ title: '短信分类' }),
  total: Type.Integer({ title: '上传数' }),
  sending: Type.Integer({ title: '处理中', description: 'in hand, or to be tried again' }),
  sent: Type.Integer({ title: '已发送' }),
  failed: Type.Integer({ title: '失败' }),
  undelivered: Type.Integer({ title: '未送达' }),
  unsure: Type.Integer({ title: '待核实' }),
  parts: Type.Integer({ title: '计费条数' }),
  cost: DecimalText('费用（元）', 'yuan'),
})
export type SmsLoadRow = Static<typeof Row>

const Query = Fields({
  ...listFields(['day', 'total']),
  classId: Type.Optional(Id('短信分类')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type SmsLoadQuery = Static<typeof Query>

const Mobile = Cleaned(
  'mobile',
  Type.String({
    title: '手机号码',
    pattern: '^1[0-9]{10}$',
    maxLength: 11,
    messages: { required: '请输入手机号码', pattern: '手机号码应为 1 开头的 11 位数字' },
  }),
)

const OptOut = Type.Object({
  id: Type.String(),
  mobile: Type.String(),
  reason: Type.String({ description: 'the reply, or where it came from' }),
  at: Type.String(),
  restoredAt: Nullable(Type.String({ description: 'since when messages go there again' })),
  restoredByName: Type.String(),
  restoreReason: Type.String(),
})
export type SmsOptOutRow = Static<typeof OptOut>

const one = { day: Day('日期'), classId: Id('短信分类') }

export const smsLoadCalls = {
  list: readCall('短信上传统计', `${root}/page`, can('smsClassLoad', 'view'), { body: Query, data: Paged(Row) }),
  messages: readCall('短信上传明细', `${root}/messages`, can('smsClassLoad', 'details'), {
    body: Fields({
      ...listFields(['id']),
      ...one,
      state: Type.Optional(Choice('状态', messageStateLabels)),
      name: Type.Optional(Text('姓名', 64)),
    }),
    data: Paged(SmsMessage),
  }),
  /** The newest first. Numbers show their first three and last four digits. */
  optOuts: readCall('短信退订号码', `${root}/optedOut`, can('smsClassLoad', 'view'), {
    body: Fields({
      ...listFields(['at']),
      mobile: Type.Optional(Mobile),
      isRestored: Type.Optional(Type.Boolean({ title: '状态' })),
    }),
    data: Paged(OptOut),
  }),
  /** At the person's own request. The whole number is typed, as the list shows it in part. 600 with when and how it opted out. */
  restore: writeCall('短信恢复接收', `${root}/restore`, can('smsClassLoad', 'open'), {
    body: Fields({ mobile: Mobile, restoreReason: Required('恢复原因', 200) }),
  }),
  /** Where the provider reports replies: to be entered in its console. Null while no provider is set up. */
  replyAddress: readCall('短信回复的接收地址', `${root}/replyAddress`, can('smsClassLoad', 'leadingIn'), {
    secret: true,
    body: Fields({}),
    data: Type.Object({ address: Nullable(Type.String()) }),
  }),
  /** Failed ones are handed over again; what may have arrived is left alone. */
  retry: writeCall('短信重新上传失败的', `${root}/retry`, can('smsClassLoad', 'launch'), {
    body: Fields(one),
    data: Type.Object({ count: Type.Integer() }),
  }),
}
export type SmsOptOutQuery = BodyOf<typeof smsLoadCalls.optOuts>
export type SmsLoadMessageQuery = BodyOf<typeof smsLoadCalls.messages>

export const exportSmsLoads = exportCall('短信上传统计', `${root}/export`, can('smsClassLoad', 'exportBtn'), {
  query: Query,
  columns: sheetOf(smsLoadCalls.list, [
    'day',
    'className',
    'total',
    'sent',
    'failed',
    'undelivered',
    'unsure',
    'parts',
    'cost',
  ]),
})

const optOutColumns = [
  {
    key: 'mobile',
    header: '手机号码',
    rule: Mobile,
    required: true,
    example: '13800138000',
    hint: '必填，回复过 R 的手机号码',
    width: 18,
    as: 'digits',
  },
  {
    key: 'repliedOn',
    header: '回复日期',
    rule: Day('回复日期'),
    required: false,
    example: '',
    hint: '恢复接收过的号码必填，恢复之后的回复才再次退订',
    width: 14,
  },
] as const satisfies readonly ImportColumn[]
export type SmsOptOutKey = (typeof optOutColumns)[number]['key']

/**
 * From the provider's list of replies: these numbers get no more pushes. Replies from before a number was restored are
 * ignored.
 */
export const smsOptOutImport = importCalls('短信退订号码', `${root}/optOuts`, can('smsClassLoad', 'leadingIn'), {
  kind: 'smsOptOuts',
  columns: optOutColumns,
})
