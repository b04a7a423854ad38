// How values are written into the cells of an export.

/** `2026-11-20T17:48:13+08:00` as people read it, to the minute. */
export const minute = (moment: string | null) => moment?.slice(0, 16).replace('T', ' ') ?? ''

type Cell = string | number | null

const decimal = /^-?\d+(?:\.(\d+))?$/
/** Spreadsheets reckon in floats: a decimal of more digits would be another one there, and stays text. */
const EXACT_DIGITS = 15
const isExact = (text: string) => text.replace(/^-?[0.]*|\./g, '').length <= EXACT_DIGITS
const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/
/** XML cannot hold these; a spreadsheet calls the whole file damaged because of one. */
const unwritable = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** In a workbook: what its column reckons with, otherwise text. */
type Kind = { isNumber?: boolean; isDay?: boolean; isMoment?: boolean }

export function xlsxValue(cell: Cell, { isNumber, isDay, isMoment }: Kind = {}): Cell | Date {
  if (typeof cell !== 'string') return cell
  if (isNumber && decimal.test(cell) && isExact(cell)) return Number(cell)
  if (isDay && day.test(cell)) return new Date(`${cell}T00:00:00Z`)
  // spreadsheets know no zones: the clock of Shanghai, as it is
  if (isMoment && moment.test(cell)) return new Date(`${cell.replace(' ', 'T').padEnd(19, ':00')}Z`)
  return cell.replace(unwritable, '')
}

/** Of a decimal, with as many digits as it has: `0.70` would be 0.7 otherwise. Of a moment that has seconds, with them. */
export function formatOf(cell: Cell | undefined): string | undefined {
  if (typeof cell !== 'string') return undefined
  if (moment.exec(cell)?.[1]) return 'yyyy-mm-dd hh:mm:ss'
  const [, fraction] = decimal.exec(cell) ?? []
  return fraction && `0.${'0'.repeat(fraction.length)}`
}
