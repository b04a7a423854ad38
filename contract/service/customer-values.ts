// Customers by what they are worth and how likely they are lost: contracts, use, follow-ups, and a risk score with its reasons.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { keysOf } from '#contract/labels.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { followMoodLabels, followResultLabels } from './follow-up-labels.ts'

export const riskBandLabels = { high: '高', medium: '中', low: '低' } as const
export const riskBands = keysOf(riskBandLabels)
export type RiskBand = (typeof riskBands)[number]
const silentTaskLabels = { open: '全部沉默任务', returning: '将退回公海' } as const

/** The lowest score of each band. */
export const riskBandFrom: Readonly<Record<RiskBand, number>> = { high: 60, medium: 30, low: 0 }

/** Use is counted over so many days, today included. */
export const USE_DAYS = 30

export const CustomerValueQuery = Fields({
  ...listFields([
    'score',
    'name',
    'level',
    'contractSum',
    'accounts',
    'nextEndsOn',
    'lastAt',
    'silentDays',
    'nextOn',
    'returnOn',
  ]),
  name: Type.Optional(Text('客户', 64)),
  level: Type.Optional(Choice('客户级别', enterpriseLevelLabels)),
  ownerId: Type.Optional(Id('归属人')),
  risk: Type.Optional(Choice('流失风险', riskBandLabels)),
  /** Nobody followed them for at least so many days. */
  silentFrom: Type.Optional(Type.Integer({ title: '未跟进天数', minimum: 1, maximum: 3_650 })),
  /** Somebody followed them within so many days, today included. */
  followedWithin: Type.Optional(Type.Integer({ title: '跟进天数', minimum: 1, maximum: 366 })),
  hasReminder: Type.Optional(Type.Boolean({ title: '待跟进' })),
  /** `returning`: those that will return to the pool. */
  task: Type.Optional(Choice('沉默任务', silentTaskLabels)),
})
export type CustomerValueQuery = Static<typeof CustomerValueQuery>

const CustomerValueRow = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '客户' }),
  level: Choice('客户级别', enterpriseLevelLabels),
  ownerName: Type.String({ title: '归属人', description: 'empty in the pool' }),
  contractSum: Type.String({ description: 'CNY: orders on sale of all members of the customer' }),
  usedDays: Type.Integer({ title: '使用（天）', description: 'days of the last 30 on which an account was used' }),
  lastSeenAt: Nullable(Type.String({ description: 'of all accounts' })),
  accounts: Type.Integer({ title: '在用账号', description: 'in force today' }),
  nextEndsOn: Nullable(Type.String({ title: '最近到期', description: 'the first day on which one of those ends' })),
  /** Of the newest follow-up. */
  lastAt: Nullable(Moment('最近跟进')),
  lastResult: Nullable(Choice('结果', followResultLabels)),
  lastMood: Nullable(Choice('态度', followMoodLabels)),
  silentDays: Type.Integer({
    title: '未跟进（天）',
    description: 'since the newest follow-up; without any, since the customer was added',
  }),
  nextOn: Nullable(Type.String({ title: '待跟进', description: 'day of the open reminder' })),
  nextUserName: Type.String({ title: '由谁跟进', description: 'by whom: the owner where nobody else was chosen' }),
  taskOn: Nullable(
    Type.String({
      title: '沉默任务',
      description: 'since when it is a task of the owner that nobody contacted the customer',
    }),
  ),
  returnOn: Nullable(
    Type.String({
      title: '退回公海',
      description: 'when the customer returns to the pool, unless it is contacted before',
    }),
  ),
  score: Type.Integer({ title: '流失风险', description: '0 to 100: the sum of the points of `reasons`' }),
  reasons: Type.Array(Type.Object({ points: Type.Integer(), text: Type.String() })),
})
export type CustomerValueRow = Static<typeof CustomerValueRow>

/** In sales scope. The riskiest first where no order is asked for. */
export const queryCustomerValues = readCall(
  '按价值看客户',
  '/api/backend/service/customerValue/page',
  can('followUp', 'view'),
  { body: CustomerValueQuery, data: Paged(CustomerValueRow) },
)
