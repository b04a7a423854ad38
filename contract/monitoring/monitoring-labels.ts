// Terms of monitoring shared by browser and server, with their Chinese labels.
import { keysOf } from '#contract/labels.ts'
import type { Recurrence } from './calendar-days.ts'
import type { AlertLevel, DueState } from './due-states.ts'
import type { RuleLevel } from './nearest-rule.ts'

/** Kinds of due rows. */
export const dueKindLabels = {
  price: '价格',
  series: '衍生数据',
  article: '资讯',
  report: '定制报告',
  import: '数据导入',
  sheet: '推广报表',
  settledSheet: '结算报表',
  question: '没答上的问题',
} as const
export type DueKind = keyof typeof dueKindLabels
export const dueKinds = keysOf(dueKindLabels)

const withoutTarget: readonly DueKind[] = ['report', 'sheet', 'question']
/** Whether one rule is for all of the kind, as their rows say themselves what is due. */
export const hasNoTarget = (kind: DueKind): boolean => withoutTarget.includes(kind)

export const ruleLevelLabels: Readonly<Record<RuleLevel, string>> = {
  all: '全部',
  category: '分类',
  product: '产品',
  item: '单项',
}

export const recurrenceLabels: Readonly<Record<Recurrence, string>> = {
  workday: '每个工作日',
  weekdays: '指定星期',
  tenDay: '每旬',
  month: '每月',
}

export const dueStateLabels: Readonly<Record<DueState, string>> = {
  notYet: '未到时间',
  soon: '即将到期',
  late: '逾期',
  reviewing: '待审核',
  done: '按时完成',
  doneLate: '逾期完成',
  excused: '已说明',
}

export const alertLevelLabels: Readonly<Record<AlertLevel, string>> = {
  before: '到期前提醒',
  at: '到期提醒',
  after: '逾期提醒',
  upwards: '上报',
  review: '审核提醒',
  reviewUpwards: '审核上报',
}

/** Days back that a sheet is asked for again once it is settled: providers keep 30. */
export const SETTLED_SHEET_DAYS = 30

/** Imports that a rule can wait for: the name of their job, and the page where they are started. */
export const watchedImports = [
  { id: 'prices.import', name: '价格导入', page: '/data/priceService/price' },
  { id: 'accounts.import', name: '账号导入', page: '/application/bigData/accounts' },
  { id: 'products.import', name: '产品导入', page: '/data/goodsManage/product' },
] as const

/** Alert channels: bell and message, or only the board. */
export const alertChannelLabels = { notice: '站内消息与企业微信', none: '只在看板显示' } as const
export type AlertChannel = keyof typeof alertChannelLabels
export const alertChannels = keysOf(alertChannelLabels)

/** Whose dues a board shows. */
export const whoseLabels = { mine: '我的', below: '我的下属', all: '全部' } as const
export type WhoseDues = keyof typeof whoseLabels
export const whoseDues = keysOf(whoseLabels)
