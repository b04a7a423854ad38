// A spreadsheet's bytes as rows of text. Runs in a worker thread only (sheets-worker.ts), with capped memory and time.
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { SheetRefused } from './sheets-refused.ts'
import { checkZipParts, type ZipEntry } from './sheets-zip.ts'

export type SheetLimits = {
  /** Rows that hold something, the header included. */
  rows: number
  columns: number
  /** Characters of all cells together. */
  characters: number
}

/** `number` counts from 1, as a spreadsheet shows it. */
export type SheetRow = { number: number; cells: string[] }

export type SheetSource = { bytes: Buffer; entries: ZipEntry[] | null }

/** Blank rows between and below the others that are passed over; more are a sheet that was formatted to its end. */
const BLANK_ROWS = 20_000

const two = (n: number) => String(n).padStart(2, '0')

/** A date cell is a day, or a moment without a zone: hucre puts either into UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return time.some((part) => part > 0) ? `${day} ${time.map(two).join(':')}` : day
}

/** Invisible characters and unusual spaces. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}]/gu
/** Has neither: most cells, of which there are hundreds of thousands. */
const plain = /^[!-~\u4e00-\u9fff]*$/

/** What spreadsheets show of a number: a float's further digits are what computing left behind. */
const SHOWN_DIGITS = 15

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(SHOWN_DIGITS)))
  if (value instanceof Date) return dateText(value)
  const text = String(value)
  return plain.test(text) ? text : text.replace(invisible, '').trim()
}

/** BOM, then UTF-8 where it is valid, then GB 18030, of which GBK is a part. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (text.includes('\u0000')) break
      return text
    } catch {
      // not this one
    }
  }
  throw new SheetRefused('无法识别文件的编码，请存为 .xlsx 或 UTF-8 编码的 .csv')
}

/** Lines of a file that are sampled for its delimiter. */
const LINES_ASKED = 10

/** How many lines a mark cuts into the same number of cells. */
function linesAlike(lines: readonly string[], mark: string): number {
  const widths = Map.groupBy(lines, (line) => line.split(mark).length)
  // whole lines are none that it cuts: an export begins with them
  widths.delete(1)
  return Math.max(0, ...[...widths.values()].map(({ length }) => length))
}

/** The mark that cuts most lines alike: a text with many commas in a pasted cell is one line against the others. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r?\n/, LINES_ASKED)
  return ['\t', ',', ';'].reduce((best, mark) => (linesAlike(lines, mark) > linesAlike(lines, best) ? mark : best))
}

type Take = (index: number, values: readonly unknown[]) => void

async function readWorkbook(bytes: Buffer, entries: readonly ZipEntry[], take: Take): Promise<void> {
  checkZipParts(bytes, entries)
  for await (const { index, values } of streamXlsxRows(bytes)) take(index, values)
}

function readText(bytes: Buffer, take: Take): void {
  const text = decodeText(bytes)
  let index = 0
  for (const values of streamCsvRows(text, { delimiter: delimiterOf(text) })) take(index++, values)
}

/** Hands on the rows of the first sheet that hold something. Throws SheetRefused, also after rows, beyond the limits. */
export async function parseSheet(
  { bytes, entries }: SheetSource,
  limits: SheetLimits,
  give: (row: SheetRow) => void,
): Promise<void> {
  let rows = 0
  let blank = 0
  let characters = 0
  const take: Take = (index, values) => {
    const cells = values.map(cellText)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.length === 0) {
      blank++
      if (blank > BLANK_ROWS) throw new SheetRefused('表格中有大量空行，请删除空行后再导入')
      return
    }
    rows++
    for (const cell of cells) characters += cell.length
    if (rows > limits.rows) throw new SheetRefused(`数据超过 ${limits.rows - 1} 行，请拆分后再导入`)
    if (cells.length > limits.columns) throw new SheetRefused(`第 ${index + 1} 行超过 ${limits.columns} 列`)
    if (characters > limits.characters) throw new SheetRefused('表格内容过多，请拆分后再导入')
    give({ number: index + 1, cells })
  }
  if (entries) await readWorkbook(bytes, entries, take)
  else readText(bytes, take)
}
