// Terms of prices and quote items shared by browser and server: states, kinds, frequencies, with their Chinese labels.
import { keysOf } from '#contract/labels.ts'

/** An entry: draft → submitted → verified → corrected; overruled returns to its analyst. */
export const priceStatusLabels = {
  draft: '草稿',
  submitted: '待审核',
  overruled: '已驳回',
  verified: '已发布',
  corrected: '已更正',
} as const
export type PriceStatus = keyof typeof priceStatusLabels
export const priceStatuses = keysOf(priceStatusLabels)

/** What a revision records. `change` is the move against the day before, recalculated after a correction of that day. */
export const revisionActLabels = {
  save: '保存草稿',
  submit: '提交审核',
  withdraw: '撤回提交',
  overrule: '驳回',
  verify: '审核通过',
  cancelVerify: '取消审核',
  correct: '提交更正',
  remark: '修改英文备注',
  delete: '删除草稿',
  hear: '采用听到的价格',
} as const
export type RevisionAct = keyof typeof revisionActLabels
export const revisionActs = keysOf(revisionActLabels)

export const priceOriginLabels = {
  grid: '手工录入',
  paste: '粘贴',
  import: '文件导入',
  formula: '公式计算',
  api: '接口',
} as const
export type PriceOrigin = keyof typeof priceOriginLabels
export const priceOrigins = keysOf(priceOriginLabels)

/** Why a published price changes: it was wrong, or more became known later. */
export const correctionCauseLabels = { error: '录入有误', later: '后续信息' } as const
export type CorrectionCause = keyof typeof correctionCauseLabels
export const correctionCauses = keysOf(correctionCauseLabels)

export const quoteKindLabels = { range: '区间（低、高、均价）', single: '单一价' } as const
export type QuoteKind = keyof typeof quoteKindLabels
export const quoteKinds = keysOf(quoteKindLabels)

export const quoteFrequencyLabels = {
  workday: '每个工作日',
  weekdays: '指定星期',
  tenDay: '每旬末',
  month: '每月末',
} as const
export type QuoteFrequency = keyof typeof quoteFrequencyLabels
export const quoteFrequencies = keysOf(quoteFrequencyLabels)

export const quoteSourceLabels = { deal: '成交', inquiry: '询价', listing: '挂牌', estimate: '估价' } as const
export type QuoteSource = keyof typeof quoteSourceLabels
export const quoteSources = keysOf(quoteSourceLabels)

export const quoteStatusLabels = { update: '正常更新', stopUpdate: '停止更新' } as const
export type QuoteStatus = keyof typeof quoteStatusLabels
export const quoteStatuses = keysOf(quoteStatusLabels)

export const weekdayLabels = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'HKD'] as const
