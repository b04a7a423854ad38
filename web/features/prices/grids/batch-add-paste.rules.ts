// Blocks pasted by item name or code: which of their columns are prices, by heading, as copied from the grid, or by content.
import { readText } from '#contract/prices/typed-figures.ts'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'
import type { EntryRow, Typed } from './batch-add.rules.ts'

type Block = readonly (readonly string[])[]
type Column = keyof Typed

const pastedInto: readonly Column[] = ['low', 'high', 'average', 'remark', 'englishRemark', 'reason']

const headings: Readonly<Record<string, Column>> = {
  低价: 'low',
  最低价: 'low',
  价格: 'low',
  今日价格: 'low',
  区间: 'low',
  高价: 'high',
  最高价: 'high',
  均价: 'average',
  平均价: 'average',
  备注: 'remark',
  英文备注: 'englishRemark',
  原因: 'reason',
}

const textIn = (cells: readonly string[] | undefined, at: number) => cells?.[at]?.trim() ?? ''

/** `低价（元/吨）` is the heading 低价. */
const headingAt = (text: string): Column | undefined => headings[text.trim().replace(/[（(].*$/, '')]

/** Columns of the block by the headings in its first row; undefined if that names no price. */
function byHeading([first = []]: Block): Map<number, Column> | undefined {
  const named = first.flatMap((text, at) => {
    const column = headingAt(text)
    return column ? [[at, column] as const] : []
  })
  return named.some(([, column]) => column === 'low' || column === 'high' || column === 'average')
    ? new Map(named)
    : undefined
}

type Found = { row: EntryRow; cells: readonly string[] }

/** Columns of rows copied from this grid from their name on: the cells repeat what the grid shows. */
function asCopied(found: readonly Found[], nameAt: number, copied: Copied): Map<number, Column> | undefined {
  const isCopied = found.every(({ row, cells }) =>
    copied.shown.every((textOf, at) => textOf === null || textIn(cells, nameAt + at) === textOf(row)),
  )
  if (!isCopied) return undefined
  return new Map(copied.columns.flatMap((column, at) => (column ? [[nameAt + at, column] as const] : [])))
}

const prices = new Set(['figure', 'range', 'same', 'move', 'leftOut'])
const isPrice = (text: string, row: EntryRow) =>
  prices.has(readText(text, { decimals: row.decimals, allowsNegative: row.allowsNegative }, true).kind)

/** From the first column after the name that holds prices, in the grid's order. */
function byContent(found: readonly Found[], nameAt: number): Map<number, Column> {
  const width = Math.max(...found.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width - nameAt - 1 }, (_, at) => nameAt + 1 + at)
  const first = columns.find((at) => found.some(({ row, cells }) => isPrice(textIn(cells, at), row))) ?? nameAt + 1
  return new Map(pastedInto.map((column, at) => [first + at, column]))
}

/** The grid's columns from the item's name on: what a copied row shows there, and where a text of it goes. */
export type Copied = {
  /** Texts by which a copied row is recognised; null: anything. */
  shown: readonly (((row: EntryRow) => string) | null)[]
  columns: readonly (Column | null)[]
}

/** Rows by code and name; those of a table of price differences also by grade or place, where no other has it. */
function namesOf(rows: readonly EntryRow[]): ReadonlyMap<string, EntryRow> {
  const alike = Map.groupBy(rows, ({ rowName }) => rowName)
  return new Map([
    ...rows.flatMap((row) =>
      row.rowName && alike.get(row.rowName)?.length === 1 ? [[row.rowName, row] as const] : [],
    ),
    ...rows.flatMap((row) => [row.code, row.itemName].map((name) => [name, row] as const)),
  ])
}

/**
 * Matches rows of a pasted block by item code or name. `lost`: messages for rows without a match and for repetitions of
 * an item, of which the first counts. Undefined if no row matches.
 */
export function matchBlock(
  rows: readonly EntryRow[],
  block: Block,
  copied: Copied,
): { changes: readonly GridChange[]; lost: readonly string[] } | undefined {
  const byName = namesOf(rows)
  const width = Math.max(0, ...block.map(({ length }) => length))
  const nameAt = Array.from({ length: width }, (_, at) => at).find((at) =>
    block.some((cells) => byName.has(textIn(cells, at))),
  )
  if (nameAt === undefined) return undefined
  const heads = byHeading(block)
  const lost: string[] = []
  const found: Found[] = []
  const taken = new Set<string>()
  for (const cells of heads ? block.slice(1) : block) {
    const name = textIn(cells, nameAt)
    const row = byName.get(name)
    if (row && !taken.has(row.quoteItemId)) found.push({ row, cells })
    else if (name !== '') lost.push(row ? `“${name}”重复` : `“${name}”不在表中`)
    if (row) taken.add(row.quoteItemId)
  }
  if (found.length === 0) return undefined
  const columns = heads ?? asCopied(found, nameAt, copied) ?? byContent(found, nameAt)
  const changes = found.flatMap(({ row, cells }) =>
    cells.flatMap((text, at) => {
      const column = columns.get(at)
      return column ? [{ row: row.quoteItemId, column, text }] : []
    }),
  )
  return { changes, lost }
}
