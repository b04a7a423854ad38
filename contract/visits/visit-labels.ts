// What an enterprise for visits may be, how a visit stands, and how the market was felt there.
import { keysOf } from '#contract/labels.ts'

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

/** In what capacities are said. */
export const capacityUnits = [
  '万吨/年',
  '吨/年',
  '吨/月',
  '吨/日',
  '万吨',
  '吨',
  '万立方米',
  '立方米',
  '平方米',
  '个',
] as const

export const deviceStateLabels = { running: '运行', repairing: '检修', stopped: '停产' } as const
export const deviceStates = keysOf(deviceStateLabels)
export type DeviceState = (typeof deviceStates)[number]

export const visitStateLabels = {
  planned: '已计划',
  onTheWay: '途中',
  visited: '已到访',
  reported: '已报告',
  cancelled: '已取消',
} as const
export const visitStates = keysOf(visitStateLabels)
export type VisitState = (typeof visitStates)[number]

export const talkMoodLabels = { up: '涨', steady: '平', down: '跌' } as const
export const talkMoods = keysOf(talkMoodLabels)
export type TalkMood = (typeof talkMoods)[number]

/** What an editor makes of a price that was heard. */
export const heardVerdictLabels = { taken: '已采用', declined: '未采用' } as const
export const heardVerdicts = keysOf(heardVerdictLabels)
export type HeardVerdict = (typeof heardVerdicts)[number]

export const visitNoteLabels = { comment: '评论', return: '退回' } as const
export const visitNoteKinds = keysOf(visitNoteLabels)

/** What the statistics count of visits in sales scope; the list finds what each of them counts. */
export const visitFigureKeys = ['planned', 'kept', 'made', 'reported', 'cancelled', 'overdue', 'talked'] as const
export type VisitFigure = (typeof visitFigureKeys)[number]
export const visitFigureLabels: Record<VisitFigure, string> = {
  planned: '计划拜访',
  kept: '按计划到访',
  made: '已到访',
  reported: '已报告',
  cancelled: '已取消',
  overdue: '当前逾期',
  talked: '报告涉及产品',
}
