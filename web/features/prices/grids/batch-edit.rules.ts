// Published prices of items by days as a grid of texts: `3,800-3,860` for a range, one figure for a single price.
import { compareDecimals } from '#contract/prices/decimals.ts'
import type { MatrixItem } from '#contract/prices/price-grids.ts'
import type { Correction } from '#contract/prices/prices.ts'
import { readEntry } from '#contract/prices/typed-entries.ts'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'

type Cell = MatrixItem['cells'][number]

export const textOf = ({ low, high }: Pick<Cell, 'low' | 'high'>): string =>
  compareDecimals(low, high) === 0 ? low : `${low}-${high}`

/** Typed texts by the entry's id. */
export type Typed = ReadonlyMap<string, string>
export const cellOf = (item: MatrixItem, day: string): Cell | undefined => item.cells.find((cell) => cell.day === day)

/** Reads a typed text as a correction of a published price. `row` is null if the figures are unchanged. */
export function readCell(item: MatrixItem, cell: Cell, text: string): { problem: string } | { row: Correction | null } {
  const { low, high, average, remark, id, version } = cell
  const { entered, refusals } = readEntry({
    typed: { low: text },
    standing: null,
    last: { low, high, average },
    rules: { decimals: item.decimals, allowsNegative: item.allowsNegative, isRange: item.kind === 'range' },
  })
  const refusal = refusals.low ?? refusals.high ?? refusals.average
  if (refusal) return { problem: refusal }
  // for a range too, a single figure is both low and high
  const figures = entered ?? single(item, text)
  if (!figures) return { problem: '请填写价格，如 3800-3860' }
  const isSame = compareDecimals(figures.low, low) === 0 && compareDecimals(figures.high, high) === 0
  return { row: isSame ? null : { id, version, low: figures.low, high: figures.high, average: null, remark } }
}

function single(item: MatrixItem, text: string) {
  const { entered } = readEntry({
    typed: { low: text, high: text },
    standing: null,
    last: null,
    rules: { decimals: item.decimals, allowsNegative: item.allowsNegative, isRange: true },
  })
  return entered
}

/** Replaces typed texts by the normalised figures, before a change is applied. */
export const resolveIn =
  (items: readonly MatrixItem[]) =>
  (changes: readonly GridChange[]): readonly GridChange[] =>
    changes.map((change) => {
      const item = items.find(({ key }) => key === change.row)
      const cell = item && cellOf(item, change.column)
      const read = item && cell && readCell(item, cell, change.text)
      return read && 'row' in read ? { ...change, text: textOf(read.row ?? cell) } : change
    })

/** Days with a cell of any item, in order. */
export const daysOf = (items: readonly MatrixItem[]): string[] =>
  [...new Set(items.flatMap(({ cells }) => cells.map(({ day }) => day)))].toSorted()

export type Change = { item: MatrixItem; cell: Cell; text: string; problem: string | null; row: Correction | null }

export function changesOf(items: readonly MatrixItem[], typed: Typed): Change[] {
  return items.flatMap((item) =>
    item.cells.flatMap((cell): Change[] => {
      const text = typed.get(cell.id)
      if (text === undefined || text === textOf(cell)) return []
      const read = readCell(item, cell, text)
      return 'problem' in read
        ? [{ item, cell, text, problem: read.problem, row: null }]
        : [{ item, cell, text, problem: null, row: read.row }]
    }),
  )
}
