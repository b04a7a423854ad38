// What AI calls have used: sums of their ledger.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields } from '#contract/fields.ts'

/** Most days of the figures, both ends included; and how many they show where none are named. */
export const USAGE_DAYS_MAX = 366
export const USAGE_DAYS_USUAL = 30

export const usageKinds = ['day', 'person', 'assistant', 'model'] as const
export type UsageKind = (typeof usageKinds)[number]
export const usageKindLabels: Record<UsageKind, string> = {
  day: '按天',
  person: '按人',
  assistant: '按助手',
  model: '按模型',
}

const figures = {
  calls: Type.Integer(),
  failed: Type.Integer(),
  inputTokens: Type.String({ description: 'whole number' }),
  cachedTokens: Type.String(),
  outputTokens: Type.String(),
  cost: Type.String({ description: 'yuan; calls without a price count nothing' }),
  unpriced: Type.Integer({ description: 'calls without a price' }),
  isEstimated: Type.Boolean({ description: 'of some calls the tokens are estimated' }),
}

const UsageRow = Type.Object({ id: Type.String(), name: Type.String(), ...figures })
export type UsageRow = Static<typeof UsageRow>

/** The rows of a kind, if there are no more than 500, add up to the total: the sum of the ledger over the days. */
export const readUsage = readCall('AI 用量', '/api/backend/ai/usage', can('aiWeb.assistants', 'details'), {
  body: Fields({
    kind: Choice('统计方式', usageKindLabels),
    from: Type.Optional(Day('开始日期')),
    to: Type.Optional(Day('结束日期')),
  }),
  data: Type.Object({
    from: Type.String(),
    to: Type.String(),
    total: Type.Object(figures),
    rows: Type.Array(UsageRow, { description: 'the dearest first; days in their order; at most 500' }),
  }),
})
