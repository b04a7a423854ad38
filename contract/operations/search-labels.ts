// Labels of search marketing, shared by calls, tables and screens.
import { keysOf } from '#contract/labels.ts'

export const searchSourceLabels = { baidu: '百度', so360: '360', sogou: '搜狗', bing: '必应', other: '其他' } as const
export const searchSources = keysOf(searchSourceLabels)
export type SearchSource = (typeof searchSources)[number]

/** What a row of a report is about; from coarse to fine. Search words never serve for totals: reports leave rare ones out. */
export const searchLevelLabels = {
  account: '账号',
  campaign: '计划',
  group: '单元',
  keyword: '关键词',
  word: '搜索词',
} as const
export const searchLevels = keysOf(searchLevelLabels)
export type SearchLevel = (typeof searchLevels)[number]

/** Levels of which totals are taken. */
export const totalLevels = ['account', 'campaign', 'group', 'keyword'] as const satisfies readonly SearchLevel[]

/** `''`: the report does not tell devices apart. */
export const searchDeviceLabels = { pc: '计算机', mobile: '移动', tablet: '平板', other: '其他' } as const
export const searchDevices = keysOf(searchDeviceLabels)
export type SearchDevice = (typeof searchDevices)[number]

export const searchDimensionLabels = {
  source: '来源',
  account: '账号',
  campaign: '计划',
  group: '单元',
  keyword: '关键词',
  device: '设备',
  region: '地域',
  hour: '小时',
  weekday: '星期',
  subProduct: '产品',
  day: '日',
  week: '周',
  month: '月',
} as const
export const searchDimensions = keysOf(searchDimensionLabels)
export type SearchDimension = (typeof searchDimensions)[number]

export const wordMarkLabels = { excluded: '排除', wanted: '加词', watched: '观察' } as const
export const wordMarks = keysOf(wordMarkLabels)
export type WordMark = (typeof wordMarks)[number]
/** What words are offered for a decision by. */
export const wordOfferLabels = { wasted: '有消费、没有注册' } as const

/** Marks that an account can be told. */
export const accountMarks = ['excluded', 'wanted'] as const satisfies readonly WordMark[]
export type AccountMark = (typeof accountMarks)[number]

/** Whether the account knows of a mark: not yet, written into a file for it, proven by later reports. */
export const markStateLabels = { open: '待下载', exported: '已下载', effective: '已生效' } as const
export const markStates = keysOf(markStateLabels)
export type MarkState = (typeof markStates)[number]

/** How an excluded word matches what people type. */
export const wordMatchLabels = { exact: '精确', phrase: '短语' } as const
export const wordMatches = keysOf(wordMatchLabels)
export type WordMatch = (typeof wordMatches)[number]
