// Labels of search marketing, shared by calls, tables and screens.
import { keysOf } from '../labels.ts'

export const searchSourceLabels = { baidu: '百度', so360: '360', sogou: '搜狗', bing: '必应' } as const
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
  day: '日',
  week: '周',
  month: '月',
} as const
export const searchDimensions = keysOf(searchDimensionLabels)
export type SearchDimension = (typeof searchDimensions)[number]

/** Which visit a registration is put down to. */
export const touchLabels = { last: '末次来源', first: '首次来源' } as const
export const touches = keysOf(touchLabels)
export type TouchKind = (typeof touches)[number]

export const wordMarkLabels = { excluded: '排除', wanted: '加词' } as const
export const wordMarks = keysOf(wordMarkLabels)
export type WordMark = (typeof wordMarks)[number]
