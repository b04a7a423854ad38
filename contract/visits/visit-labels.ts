// What an enterprise for visits may be, how a visit stands, and how the market was felt there.
import { keysOf } from '../labels.ts'

export const siteKindLabels = {
  mill: '生产企业',
  trader: '贸易商',
  warehouse: '仓库',
  port: '港口',
  consumer: '下游用户',
  other: '其他',
} as const
export const siteKinds = keysOf(siteKindLabels)
export type SiteKind = (typeof siteKinds)[number]

export const visitStateLabels = {
  planned: '已计划',
  onTheWay: '途中',
  visited: '已到访',
  reported: '已报告',
  cancelled: '已取消',
} as const
export const visitStates = keysOf(visitStateLabels)
export type VisitState = (typeof visitStates)[number]

export const talkMoodLabels = { up: '看涨', steady: '看稳', down: '看跌' } as const
export const talkMoods = keysOf(talkMoodLabels)
export type TalkMood = (typeof talkMoods)[number]
