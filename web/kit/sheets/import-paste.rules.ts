// A block copied from a spreadsheet: tab-separated cells, one row per line.
import type { ImportColumn } from '#contract/sheets.ts'

const cellsOf = (line: string) => line.split('\t').map((cell) => cell.trim())

/** Whether the first row is a header: at least half of its cells are headers. */
export function beginsWithHeader(text: string, columns: readonly Pick<ImportColumn, 'header'>[]): boolean {
  const headers = new Set(columns.map(({ header }) => header))
  const cells = cellsOf(text.split(/\r?\n/, 1)[0] ?? '').filter((cell) => cell !== '')
  return (
    cells.length > 0 && cells.filter((cell) => headers.has(cell.replace(/[\s*＊]/g, ''))).length * 2 >= cells.length
  )
}

export const rowsIn = (text: string): number => text.split(/\r?\n/).filter((line) => line.trim() !== '').length

/** The block as a file that the server can read. */
export const fileFrom = (text: string): File => new File([text], '粘贴的内容.csv', { type: 'text/csv' })
