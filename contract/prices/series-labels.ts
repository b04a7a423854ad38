// Terms of derived series, processes and price differences shared by browser and server.
import { keysOf } from '#contract/labels.ts'

/** What a formula is, read from its tree; the last two are of a process. */
export const seriesKindLabels = {
  formula: '公式',
  spread: '价差',
  ratio: '比价',
  average: '移动平均',
  yoy: '同比',
  mom: '环比',
  profit: '工序利润',
  cost: '工序成本',
} as const
export type SeriesKind = keyof typeof seriesKindLabels
export const seriesKinds = keysOf(seriesKindLabels)

/** A term of a process: input, output, or fixed cost. */
export const termSideLabels = { input: '投入', output: '产出', fixed: '固定成本' } as const
export type TermSide = keyof typeof termSideLabels
export const termSides = keysOf(termSideLabels)

/** The dimension of a table of price differences: grade or place. */
export const differenceKindLabels = { grade: '牌号差', place: '地区差' } as const

export const differenceKinds = keysOf(differenceKindLabels)
