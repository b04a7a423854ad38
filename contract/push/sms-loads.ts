// What was handed to the provider of short messages, by day and class, and the numbers that opted out there.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { type BodyOf, endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, listFields, Nullable, OneOf, Text } from '../fields.ts'
import { messageStates } from '../outbox/message-labels.ts'
import { exportCall, type ImportColumn, importCalls } from '../sheets.ts'
import { SmsMessage } from './sms-pushes.ts'

const root = '/api/backend/push/smsLoad'

/** Without a first day: so many days up to the last one. */
export const SMS_LOAD_DAYS = 30
/** At most, in one list or file. */
export const SMS_LOAD_DAYS_MAX = 366

const Row = Type.Object({
  id: Type.String({ description: 'day and class' }),
  day: Type.String(),
  classId: Type.String(),
  className: Type.String(),
  total: Type.Integer(),
  sending: Type.Integer({ description: 'in hand, or to be tried again' }),
  sent: Type.Integer(),
  failed: Type.Integer(),
  undelivered: Type.Integer(),
  unsure: Type.Integer(),
  parts: Type.Integer(),
  cost: Type.String({ description: 'yuan' }),
})
export type SmsLoadRow = Static<typeof Row>

const Query = Fields({
  ...listFields(['day', 'total']),
  classId: Type.Optional(Id('短信分类')),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type SmsLoadQuery = Static<typeof Query>

const Mobile = Type.String({
  title: '手机号码',
  pattern: '^1[0-9]{10}$',
  maxLength: 11,
  messages: { pattern: '手机号码应为 1 开头的 11 位数字' },
})

const OptOut = Type.Object({
  id: Type.String(),
  mobile: Type.String(),
  reason: Type.String({ description: 'the reply, or where it came from' }),
  at: Type.String(),
})
export type SmsOptOutRow = Static<typeof OptOut>

const one = { day: Day('日期'), classId: Id('短信分类') }
const call = { method: 'POST' } as const

export const smsLoadCalls = {
  list: endpoint({
    ...call,
    summary: '短信上传统计',
    path: `${root}/page`,
    access: can('smsClassLoad', 'view'),
    effect: 'read',
    body: Query,
    data: Paged(Row),
  }),
  messages: endpoint({
    ...call,
    summary: '短信上传明细',
    path: `${root}/messages`,
    access: can('smsClassLoad', 'details'),
    effect: 'read',
    body: Fields({
      ...listFields(['id']),
      ...one,
      state: Type.Optional(OneOf('状态', messageStates)),
      name: Type.Optional(Text('姓名', 64)),
    }),
    data: Paged(SmsMessage),
  }),
  /** The newest first. Numbers show their first three and last four digits. */
  optOuts: endpoint({
    ...call,
    summary: '短信退订号码',
    path: `${root}/optedOut`,
    access: can('smsClassLoad', 'view'),
    effect: 'read',
    body: Fields({ ...listFields(['at']), mobile: Type.Optional(Mobile) }),
    data: Paged(OptOut),
  }),
  /** Where the provider reports replies: to be entered in its console. Null while no provider is set up. */
  replyAddress: endpoint({
    ...call,
    summary: '短信回复的接收地址',
    path: `${root}/replyAddress`,
    access: can('smsClassLoad', 'leadingIn'),
    effect: 'read',
    secret: true,
    body: Fields({}),
    data: Type.Object({ address: Nullable(Type.String()) }),
  }),
  /** Failed ones are handed over again; what may have arrived is left alone. */
  retry: endpoint({
    ...call,
    summary: '短信重新上传失败的',
    path: `${root}/retry`,
    access: can('smsClassLoad', 'launch'),
    effect: 'write',
    body: Fields(one),
    data: Type.Object({ count: Type.Integer() }),
  }),
}
export type SmsOptOutQuery = BodyOf<typeof smsLoadCalls.optOuts>
export type SmsLoadMessageQuery = BodyOf<typeof smsLoadCalls.messages>

const loadColumns = [
  { key: 'day', header: '日期' },
  { key: 'className', header: '短信分类' },
  { key: 'total', header: '上传数' },
  { key: 'sent', header: '已发送' },
  { key: 'failed', header: '失败' },
  { key: 'undelivered', header: '未送达' },
  { key: 'unsure', header: '待核实' },
  { key: 'parts', header: '计费条数' },
  { key: 'cost', header: '费用（元）' },
] as const
export type SmsLoadExportKey = (typeof loadColumns)[number]['key']
export const exportSmsLoads = exportCall({
  noun: '短信上传统计',
  path: `${root}/export`,
  access: can('smsClassLoad', 'exportBtn'),
  query: Query,
  columns: loadColumns,
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
  },
] as const satisfies readonly ImportColumn[]
export type SmsOptOutKey = (typeof optOutColumns)[number]['key']

/** From the provider's list of replies: these numbers get no more pushes. */
export const smsOptOutImport = importCalls({
  kind: 'smsOptOuts',
  noun: '短信退订号码',
  path: `${root}/optOuts`,
  access: can('smsClassLoad', 'leadingIn'),
  columns: optOutColumns,
})
