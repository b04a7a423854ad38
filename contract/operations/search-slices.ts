// A slice of search marketing: one report of an account's day, by its level, what cuts it, and which part of the traffic it is.
import { keysOf } from '#contract/labels.ts'
import { type SearchLevel, searchLevelLabels, searchLevels } from './search-labels.ts'

const searchCutLabels = { none: '不细分', device: '分设备', region: '分地域', hour: '分小时' } as const
export const searchCuts = keysOf(searchCutLabels)
export type SearchCut = (typeof searchCuts)[number]

/**
 * Some sources give out PC and mobile in two files: both together are a report by device. What was spent beyond the budget is
 * given back later: a slice of its own, of the account alone, which is added to whatever else counts.
 */
export const searchPartLabels = { all: '全部', pc: '计算机', mobile: '移动', overspend: '超投修正' } as const
export const searchParts = keysOf(searchPartLabels)
export type SearchPart = (typeof searchParts)[number]

export type SliceKind = { level: SearchLevel; cut: SearchCut; part: SearchPart }

/** One number for all three, as it is stored: lower is coarser, uncut before cut, whole before parts. */
export const grainOf = ({ level, cut, part }: SliceKind): number =>
  searchLevels.indexOf(level) * 16 + searchCuts.indexOf(cut) * 4 + searchParts.indexOf(part)

export const sliceOf = (grain: number): SliceKind => ({
  level: searchLevels[Math.floor(grain / 16)] ?? 'account',
  cut: searchCuts[Math.floor(grain / 4) % 4] ?? 'none',
  part: searchParts[grain % 4] ?? 'all',
})

/** Grains below this serve for totals: reports of search words leave rare ones out. */
export const WORD_GRAIN = grainOf({ level: 'word', cut: 'none', part: 'all' })

/** Of what is given back. */
export const OVERSPEND_GRAIN = grainOf({ level: 'account', cut: 'none', part: 'overspend' })

/** `关键词 分设备`, `计划 移动`: without what goes without saying. */
export function sliceLabel(grain: number): string {
  const { level, cut, part } = sliceOf(grain)
  return [
    searchLevelLabels[level],
    ...(cut === 'none' ? [] : [searchCutLabels[cut]]),
    ...(part === 'all' ? [] : [searchPartLabels[part]]),
  ].join(' ')
}
