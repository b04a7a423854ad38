// What the figures of the registration statistics mean: the stages of a registration, and the formula of each measure.

/** Minutes of working time within which a registration should be contacted. */
export const CONTACT_GOAL = 4 * 60
/** Working time of a workday of 中国工作日, minutes from midnight in Shanghai. */
export const WORK_BEGIN = 9 * 60
export const WORK_END = 18 * 60
export const WORK_HOURS = '9:00–18:00'
/** Days before a registration in which another of the same mobile number or customer makes it a duplicate. */
export const DUPLICATE_DAYS = 30

/**
 * How far a registration has come, by what has happened so far. `trial` and `formal`: the first such grant that its member
 * got after it, in whatever sub-product, by an act that was not undone. `…Up` are stages of the funnel: each contains the
 * next. Duplicates are in none of the others.
 */
export const reachedLabels = {
  contacted: '已联系',
  waiting: '等待联系',
  overdue: '逾期未联系',
  invalid: '无效',
  trial: '已开通试用',
  formal: '已转正式',
  contactedUp: '联系及以后',
  trialUp: '试用及以后',
  duplicate: '重复',
} as const
export type Reached = keyof typeof reachedLabels
export const reachedKeys = Object.keys(reachedLabels) as [Reached, ...Reached[]]

/** Steps whose times are measured. */
export const timeKeys = ['contact', 'trial', 'formal', 'trialTotal', 'formalTotal'] as const
export type TimeKey = (typeof timeKeys)[number]
export const timeLabels: Readonly<Record<TimeKey, string>> = {
  contact: '注册 → 首次联系',
  trial: '首次联系 → 试用',
  formal: '试用 → 正式',
  trialTotal: '注册 → 试用',
  formalTotal: '注册 → 正式',
}

export const cohortStages = ['contacted', 'trial', 'formal'] as const
export type CohortStage = (typeof cohortStages)[number]
export const cohortWeeks = [1, 2, 4, 8, 12] as const
export type CohortKey = `${CohortStage}-${(typeof cohortWeeks)[number]}`
export const cohortKeys = cohortStages.flatMap((stage) =>
  cohortWeeks.map((weeks): CohortKey => `${stage}-${weeks}`),
) as [CohortKey, ...CohortKey[]]
export function cohortLabel(key: CohortKey): string {
  const [stage, weeks] = key.split('-')
  return `注册后 ${weeks} 周内${reachedLabels[stage as CohortStage]}`
}

/** Names of what has no value. */
export const NO_CAMPAIGN = '未标记'
export const NO_REASON = '未填写'

const grant = '注册转成的会员在注册之后第一次获得的授权，不限子产品，已撤销的操作不计'

/** How each measure is counted, for popovers and exports. */
export const measureFormulas = {
  count: `注册日期在本期内的注册数，不含重复（${DUPLICATE_DAYS} 天内同一手机号码或同一客户已注册过）`,
  contacted: '其中有首次联系时间的注册数',
  waiting: '其中未联系、也未开通或标记无效的注册数',
  overdue: `等待联系中，从注册至今的工作时间超过 ${CONTACT_GOAL / 60} 小时的注册数（中国工作日 ${WORK_HOURS}）`,
  invalid: '其中状态为无效的注册数',
  trials: `其中已开通试用的注册数：${grant}`,
  formals: `其中已转正式的注册数：${grant}`,
  contactedUp: '已联系，或未记联系但已开通试用、已转正式的注册数',
  trialUp: '已开通试用，或未经试用直接转正式的注册数',
  duplicates: `注册日期在本期内，且 ${DUPLICATE_DAYS} 天内同一手机号码或同一客户已注册过的注册数；只列出，不计入其他数字`,
  share: '该项注册数 ÷ 本期注册数；没有注册时为空',
  contactRate: '已联系数 ÷ 注册数；没有注册时为空',
  trialRate: '已开通试用数 ÷ 注册数；没有注册时为空',
  stepRate: '本步骤数 ÷ 上一步骤数；上一步骤为 0 时为空',
  median: '两个时间之间自然时间的中位数，含夜间、周末与节假日；只取两个时间都有、且先后相符的注册',
  p90: '九成注册的自然时间不超过此值',
  workMedian: `两个时间之间工作时间的中位数：只计中国工作日 ${WORK_HOURS}`,
  workP90: '九成注册的工作时间不超过此值',
  within: '该周注册中，在注册后若干周内达到所选进展的注册数；该周未满若干周时为空',
} as const
export type Measure = keyof typeof measureFormulas

export const measureLabels = {
  count: '注册',
  contacted: '已联系',
  waiting: '等待联系',
  overdue: '逾期未联系',
  trials: '试用',
  formals: '正式',
  contactedUp: '联系及以后',
  trialUp: '试用及以后',
  invalid: '无效',
  duplicates: '重复',
  median: '用时中位数',
  p90: '90% 用时',
  workMedian: '工作时间中位数',
  workP90: '90% 工作时间',
} as const satisfies Partial<Record<Measure, string>>
