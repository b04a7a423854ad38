// Figures of search marketing as they are shown, and compared with those of the period before.
import { attributionText } from '#contract/operations/attribution.ts'
import type { Comparison, SearchFigures, SearchTerms } from '#contract/operations/search-marketing.ts'
import { formatFigure } from '#web/lib/format.ts'

export type Measure = keyof SearchFigures

export const measureLabels: Readonly<Record<Measure, string>> = {
  cost: '消费（元）',
  paid: '实付（元）',
  shows: '展现量',
  clicks: '点击量',
  clickRate: '点击率（%）',
  costPerClick: '点击单价（元）',
  position: '平均排名',
  reported: '平台线索',
  leads: '注册',
  trials: '试用',
  formals: '正式',
  granted: '开通',
  amount: '订单金额（元）',
  costPerLead: '注册成本（元）',
  costPerTrial: '试用成本（元）',
  costPerFormal: '正式成本（元）',
  costPerGranted: '开通成本（元）',
  roi: '投入产出比',
}

export const measureTips: Partial<Readonly<Record<Measure, string>>> = {
  paid: '消费 × 账号当天的返点系数',
  clickRate: '点击量 ÷ 展现量，由合计计算',
  costPerClick: '消费 ÷ 点击量，由合计计算',
  position: '按展现量加权',
  reported: '搜索平台自己统计的线索或转化',
  leads: '来源是付费搜索的试用注册，按所选归因计入',
  trials: '注册之后开通过试用的',
  formals: '注册之后开通过正式的',
  granted: '注册之后开通过任何授权的；同一会员只计一次',
  amount: '这些注册之后的订单金额（不含已关闭的），按归因份额计入',
  costPerLead: '消费 ÷ 注册',
  costPerTrial: '消费 ÷ 试用',
  costPerFormal: '消费 ÷ 正式',
  costPerGranted: '消费 ÷ 开通',
  roi: '订单金额 ÷ 消费',
}

/** How registrations are counted: it stands wherever figures of them do. */
export const leadsNote = ({ device, ...how }: SearchTerms) =>
  device ? '按设备筛选时不计注册。' : `${attributionText(how)}。`

/** What figures are compared with, where little room is left. */
export const comparedLabels: Readonly<Record<Comparison, string>> = {
  before: '上期',
  weekdays: '同星期',
  lastYear: '去年',
}

const counts = {
  costPerLead: { count: 'leads', name: '注册' },
  costPerTrial: { count: 'trials', name: '试用' },
  costPerFormal: { count: 'formals', name: '正式' },
  costPerGranted: { count: 'granted', name: '开通' },
} as const
const isPerCount = (measure: Measure): measure is keyof typeof counts => measure in counts

/** Why a ratio is missing. */
export function reasonOf(measure: Measure, figures: SearchFigures): string {
  if (measure === 'clickRate') return '没有展现，无法计算'
  if (measure === 'costPerClick') return '没有点击，无法计算'
  if (measure === 'position') return '报表没有平均排名'
  if (measure === 'roi') return '没有消费数据，无法计算'
  if (!isPerCount(measure)) return ''
  const { count, name } = counts[measure]
  return figures[count] > 0 ? '没有消费数据，无法计算' : `没有${name}，无法计算`
}

/** With thousands separators; `–` where there is none. */
export function figureText(value: string | number | null): string {
  return value === null ? '–' : formatFigure(String(value))
}

/** `12.3` as 1230: figures have two decimals at most, and floats would not compare exactly. */
function hundredths(value: string | number): bigint {
  const [whole = '0', part = ''] = String(value).split('.')
  return BigInt(whole + part.padEnd(2, '0').slice(0, 2))
}

export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/** By how many percent it is more than before, one decimal; null where there is nothing to compare with. */
export function changeOf(now: string | number | null, before: string | number | null): Change | null {
  if (now === null || before === null) return null
  const [one, other] = [hundredths(now), hundredths(before)]
  if (other === 0n) return null
  const difference = one > other ? one - other : other - one
  // half up, in tenths of a percent
  const tenths = (difference * 2_000n + other) / (other * 2n)
  const direction = one > other ? 'up' : one < other ? 'down' : 'same'
  return { text: `${formatFigure(String(tenths / 10n))}.${tenths % 10n}%`, direction }
}
