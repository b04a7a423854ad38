// Spreadsheets as people's programs write them, made here so that a reader sees what is in each. What differs between the
// programs and matters to a reader: Excel and WPS keep rows that a filter hides with `hidden="1"` and formulas with the value
// last computed; WPS writes texts inline, LibreOffice shared; Excel for Mac once counted days from 1904; "Unicode text" of Excel
// is UTF-16 with tabs, its CSV in Chinese Windows is GBK, and `sep=;` stands where a list separator was chosen.
import { writeXlsx } from 'hucre/xlsx'

type Cell = string | number | Date | null
export type FixtureSheet = {
  name: string
  rows: Cell[][]
  hidden?: boolean
  /** `[top, left, bottom, right]` from 0. */
  merges?: [number, number, number, number][]
  hiddenRows?: number[]
  /** By `row,column`. */
  cells?: Record<string, { formula?: string; formulaResult?: string | number; style?: { numFmt: string } }>
}

export async function workbookOf(sheets: readonly FixtureSheet[], how: 'excel' | 'wps' | 'excel1904' = 'excel') {
  const bytes = await writeXlsx({
    dateSystem: how === 'excel1904' ? '1904' : '1900',
    stringMode: how === 'wps' ? 'inline' : 'shared',
    sheets: sheets.map(({ merges = [], hiddenRows = [], cells = {}, ...sheet }) => ({
      ...sheet,
      merges: merges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol })),
      rowDefs: new Map(hiddenRows.map((row) => [row, { hidden: true }])),
      cells: new Map(Object.entries(cells)),
    })),
  })
  return Buffer.from(bytes)
}

/** `Unicode text` of Excel, little endian, and the same as other programs write it. */
export function utf16(text: string, order: 'le' | 'be' = 'le'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
