// Words of prices and quote items that browser and server share: states, kinds, frequencies, with their Chinese labels.

/** An entry: draft → submitted → verified → corrected; overruled goes back to its analyst. */
export const priceStatuses = ['draft', 'submitted', 'overruled', 'verified', 'corrected'] as const
export type PriceStatus = (typeof priceStatuses)[number]
export const priceStatusLabels: Readonly<Record<PriceStatus, string>> = {
  draft: '草稿',
  submitted: '待审核',
  overruled: '已驳回',
  verified: '已发布',
  corrected: '已更正',
}

/** What a revision records. `change` is the move against the day before, reckoned again after a correction of that day. */
export const revisionActs = [
  'save',
  'submit',
  'withdraw',
  'overrule',
  'verify',
  'cancelVerify',
  'correct',
  'remark',
  'delete',
] as const
export type RevisionAct = (typeof revisionActs)[number]
export const revisionActLabels: Readonly<Record<RevisionAct, string>> = {
  save: '保存草稿',
  submit: '提交审核',
  withdraw: '撤回提交',
  overrule: '驳回',
  verify: '审核通过',
  cancelVerify: '取消审核',
  correct: '提交更正',
  remark: '修改英文备注',
  delete: '删除草稿',
}

export const priceOrigins = ['grid', 'paste', 'import', 'formula', 'api'] as const
export type PriceOrigin = (typeof priceOrigins)[number]
export const priceOriginLabels: Readonly<Record<PriceOrigin, string>> = {
  grid: '手工录入',
  paste: '粘贴',
  import: '文件导入',
  formula: '公式计算',
  api: '接口',
}

/** Why a published price changes: it was wrong, or more became known later. */
export const correctionCauses = ['error', 'later'] as const
export type CorrectionCause = (typeof correctionCauses)[number]
export const correctionCauseLabels: Readonly<Record<CorrectionCause, string>> = {
  error: '录入有误',
  later: '后续信息',
}

export const quoteKinds = ['range', 'single'] as const
export type QuoteKind = (typeof quoteKinds)[number]
export const quoteKindLabels: Readonly<Record<QuoteKind, string>> = { range: '区间（低、高、均价）', single: '单一价' }

export const quoteFrequencies = ['workday', 'weekdays', 'tenDay', 'month'] as const
export type QuoteFrequency = (typeof quoteFrequencies)[number]
export const quoteFrequencyLabels: Readonly<Record<QuoteFrequency, string>> = {
  workday: '每个工作日',
  weekdays: '指定星期',
  tenDay: '每旬末',
  month: '每月末',
}

export const quoteSources = ['deal', 'inquiry', 'listing', 'estimate'] as const
export type QuoteSource = (typeof quoteSources)[number]
export const quoteSourceLabels: Readonly<Record<QuoteSource, string>> = {
  deal: '成交',
  inquiry: '询价',
  listing: '挂牌',
  estimate: '估价',
}

export const quoteStatuses = ['update', 'stopUpdate'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]
export const quoteStatusLabels: Readonly<Record<QuoteStatus, string>> = { update: '正常更新', stopUpdate: '停止更新' }

export const weekdayLabels = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export const currencies = ['CNY', 'USD', 'EUR', 'JPY', 'HKD'] as const
