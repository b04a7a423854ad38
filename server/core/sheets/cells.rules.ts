// Reads a cell as its column means it: a normalised text, or why it is none. What is neither is left to the column's rule.
import type { ImportColumn } from '#contract/sheets.ts'
import { parseDay } from './days.ts'

export type CellReading = { value: string } | { problem: string }

/** Invisible characters and unusual spaces. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}]/gu
/** Has neither: most cells, of which there are hundreds of thousands. */
const plain = /^[!-~\u4e00-\u9fff]*$/

/** Without what no database can store and nobody sees. */
export const cleanText = (text: string): string =>
  plain.test(text) ? text : text.replace(invisible, '').toWellFormed().trim()

/** Spreadsheets compute with so many digits: what stands behind them was left by computing. */
const EXACT_DIGITS = 15

const formulaError = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i
const narrowColumn = /^#{3,}$/
const scientific = /^\d(?:\.\d+)?e\+?\d{1,3}$/i

const isOf = (column: ImportColumn, format: 'date' | 'date-time') =>
  'format' in column.rule && column.rule.format === format

/** Full-width digits, signs and letters as half-width ones. */
const halfWidth = (text: string) => text.normalize('NFKC').trim()

const time =
  /^(?<day>.*[\d日])[T\s]+(?<hours>\d{1,2})[:时](?<minutes>\d{1,2})(?:[:分](?<seconds>\d{1,2})(?:\.\d+)?)?[分秒]?$/
const withoutYear = /^\d{1,2}(?:[-/.月])\d{1,2}[日号]?$/
const yearLast = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/
const serialNumber = /^[3-6]\d{4}(?:\.\d+)?$/

type Clock = { hours: number; minutes: number; seconds: number }

function splitMoment(text: string): { day: string; clock: Clock | null } {
  const found = time.exec(text)?.groups
  if (!found) return { day: text, clock: null }
  const { day = '', hours, minutes, seconds = '0' } = found
  return { day: day.trim(), clock: { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds) } }
}

/** Why a text that looks like a day is none; null where nothing is known about it. */
function problemOfDay(text: string): string | null {
  if (withoutYear.test(text)) return `“${text}”缺少年份，请写成 2026-11-27 这样的日期`
  if (yearLast.test(text)) return `“${text}”的年、月、日顺序不明，请写成 2026-11-27 这样的日期`
  if (serialNumber.test(text)) return `“${text}”是日期的序号，请在表格中把单元格格式改为日期`
  return null
}

function readDay(cell: string): CellReading {
  const text = halfWidth(cell)
  const { day, clock } = splitMoment(text)
  const read = parseDay(day)
  if (read === undefined) {
    const problem = problemOfDay(day)
    return problem === null ? { value: cell } : { problem }
  }
  if (clock && clock.hours + clock.minutes + clock.seconds > 0) {
    return { problem: `“${text}”带有时间，这一列只填日期` }
  }
  return { value: read }
}

const two = (n: number) => String(n).padStart(2, '0')

/** A moment without a zone is one of Asia/Shanghai, which has had no summer time since 1991. */
function readMoment(cell: string): CellReading {
  const text = halfWidth(cell)
  const { day, clock } = splitMoment(text)
  const read = parseDay(day)
  if (read === undefined) {
    const problem = problemOfDay(day)
    return problem === null ? { value: cell } : { problem }
  }
  const { hours, minutes, seconds } = clock ?? { hours: 0, minutes: 0, seconds: 0 }
  return { value: `${read}T${two(hours)}:${two(minutes)}:${two(seconds)}+08:00` }
}

const number = /^([+-]?)(?:(\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?|(\.\d+))(?:e([+-]?\d{1,3}))?(%?)$/i

/** A plain decimal, without an exponent: `1e+21` is none. */
function plainDecimal(text: string): string | null {
  const digits = text.replace(/^[+-]?[0.]*|\./g, '')
  const shown =
    digits.length > EXACT_DIGITS || /e/i.test(text) ? String(Number(Number(text).toPrecision(EXACT_DIGITS))) : text
  return /^[+-]?\d+(?:\.\d+)?$/.test(shown) ? shown : null
}

/** @returns null where the text is no number alone */
function decimalIn(text: string): string | null {
  const found = number.exec(text)
  if (!found) return null
  const [, sign = '', whole = '', fraction = '', bare = '', exponent, percent = ''] = found
  const mantissa = `${sign}${whole.replaceAll(',', '') || '0'}${(fraction || bare).replace(/\.$/, '')}`
  const plain = plainDecimal(exponent === undefined ? mantissa : `${mantissa}e${exponent}`)
  return plain === null ? null : `${plain}${percent}`
}

function withoutUnit(text: string, { units = [] }: ImportColumn): string {
  const unit = units.find((each) => text.endsWith(each))
  return unit === undefined ? text : text.slice(0, -unit.length).trim()
}

/** Thousands, full-width digits, and a unit that the column knows are taken off; anything else is the rule's. */
const readNumber = (cell: string, column: ImportColumn): CellReading => ({
  value: decimalIn(withoutUnit(halfWidth(cell).replaceAll('，', ','), column)) ?? cell,
})

/** Only a number alone is normalised: a range or `平` is the area's own. */
function readFigure(cell: string): CellReading {
  const text = halfWidth(cell)
  const found = decimalIn(text)
  return { value: found !== null && !/^[+-]|%$/.test(text) ? found : cell }
}

/** A long number that Excel took for a figure has lost its digits: it cannot be restored. */
function readDigits(cell: string): CellReading {
  const text = halfWidth(cell)
  if (!scientific.test(text)) return { value: cell }
  return { problem: `Excel 把长数字改成了“${text}”，原来的数字已丢失，请把这一列设为文本后重新填写` }
}

export function readCell(cell: string, column: ImportColumn): CellReading {
  if (cell === '') return { value: cell }
  if (formulaError.test(cell)) return { problem: `公式出错（${cell}），请在表格中改正` }
  if (narrowColumn.test(cell)) return { problem: `列太窄，只看得到“${cell.slice(0, 8)}”，请加宽这一列后重新复制` }
  if (isOf(column, 'date')) return readDay(cell)
  if (isOf(column, 'date-time')) return readMoment(cell)
  if (column.as === 'number') return readNumber(cell, column)
  if (column.as === 'figure') return readFigure(cell)
  if (column.as === 'digits') return readDigits(cell)
  return { value: withoutUnit(cell, column) }
}
