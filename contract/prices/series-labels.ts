// Words of derived series, processes and price differences that browser and server share.

/** What a formula is, read from its tree; the last two are of a process. */
export const seriesKinds = ['formula', 'spread', 'ratio', 'average', 'yoy', 'mom', 'profit', 'cost'] as const
export type SeriesKind = (typeof seriesKinds)[number]
export const seriesKindLabels: Readonly<Record<SeriesKind, string>> = {
  formula: '公式',
  spread: '价差',
  ratio: '比价',
  average: '移动平均',
  yoy: '同比',
  mom: '环比',
  profit: '工序利润',
  cost: '工序成本',
}

/** A term of a process: what goes in, what comes out, what it costs whatever the prices. */
export const termSides = ['input', 'output', 'fixed'] as const
export type TermSide = (typeof termSides)[number]
export const termSideLabels: Readonly<Record<TermSide, string>> = { input: '投入', output: '产出', fixed: '固定成本' }

/** What a row of a table of price differences tells apart: a grade, or a place. */
export const differenceKinds = ['grade', 'place'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export const differenceKindLabels: Readonly<Record<DifferenceKind, string>> = { grade: '牌号差', place: '地区差' }
