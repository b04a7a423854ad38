// A spreadsheet's bytes as rows of text. Runs in a worker thread only (sheets-worker.ts), with capped memory and time.
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { cleanText } from './cells.rules.ts'
import { isOwnSheet, sheetScore } from './headings.rules.ts'
import { SheetRefused } from './sheets-refused.ts'
import { isPacked, textsIn } from './sheets-text.ts'
import { checkZipParts, type ZipEntry } from './sheets-zip.ts'
import { type SheetFacts, Workbook, type WorkbookSheet } from './workbook-facts.ts'

export type SheetLimits = {
  /** Rows that hold something, those above the data included. */
  rows: number
  /** How many of them may stand above the data; without it the header alone. Messages tell the others. */
  above?: number
  columns: number
  /** Milliseconds, where a file has more than usual. */
  ms?: number
  /** Characters of all cells together. */
  characters: number
}

/**
 * `number` counts from 1, as a spreadsheet shows it. `heading`: as cells, with merged ones also in the columns that they
 * cover.
 */
export type SheetRow = { number: number; cells: string[]; heading?: string[] }

export type SheetChoice = {
  /** A visible one; without it, the one that fits the headings best. */
  sheet?: string | undefined
  headings?: readonly string[]
  /** Rows hidden by a filter or by hand are left out otherwise. */
  takesHidden?: boolean | undefined
}

export type SheetOutline = {
  /** Visible sheets, and those that are left out because they are hidden. None for a text. */
  sheets: string[]
  hiddenSheets: string[]
  sheet: string
  hiddenRows: number
}

export type SheetSource = { bytes: Buffer; entries: ZipEntry[] | null }

/** Blank rows between and below the others that are passed over; more are a sheet that was formatted to its end. */
const BLANK_ROWS = 20_000

const two = (n: number) => String(n).padStart(2, '0')

/** A date cell is a day, or a moment without a zone: hucre puts either into UTC. */
function dateText(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  // the fraction of a day that a time is stored as may be some milliseconds off
  const date = new Date(Math.round(moment.getTime() / 1_000) * 1_000)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return time.some((part) => part > 0) ? `${day} ${time.map(two).join(':')}` : day
}

/** What spreadsheets show of a number: a float's further digits are what computing left behind. */
const SHOWN_DIGITS = 15

/** A number of more digits has lost the others: shown as such, so that no code is read from it. */
function numberText(value: number): string {
  const shown = Number(value.toPrecision(SHOWN_DIGITS))
  return Math.abs(shown) < 10 ** SHOWN_DIGITS ? String(shown) : shown.toExponential().toUpperCase()
}

const percentText = (value: number) => `${Number((value * 100).toPrecision(SHOWN_DIGITS))}%`

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return dateText(value)
  return cleanText(String(value))
}

/** BOM, then UTF-8 where it is valid, then GB 18030, of which GBK is a part. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
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

type Take = (index: number, values: readonly unknown[], heading?: readonly unknown[]) => void

/** Rows of a sheet that may be its header. */
const ROWS_ASKED = 25
/** Sheets that are asked whether they fit. */
const SHEETS_ASKED = 10

async function fittingSheet(
  bytes: Buffer,
  sheets: readonly WorkbookSheet[],
  headings: readonly string[],
): Promise<WorkbookSheet | undefined> {
  const [first] = sheets
  if (sheets.length < 2 || headings.length === 0) return first
  const known = new Set(headings)
  let best = { sheet: first, score: 0 }
  for (const sheet of sheets.slice(0, SHEETS_ASKED)) {
    const rows: string[][] = []
    for await (const { values } of streamXlsxRows(bytes, { sheet: sheet.name, maxRows: ROWS_ASKED }))
      rows.push(values.map(cellText))
    const score = sheetScore(rows, known)
    if (score > best.score) best = { sheet, score }
  }
  return best.sheet
}

/** Gives the value of a merged cell to the rows that it covers, and to the columns of those that may be the header. */
function mergedCells({ merges }: SheetFacts) {
  const starting = Map.groupBy(merges, ({ top }) => top)
  let open: { bottom: number; left: number; value: unknown }[] = []
  return (index: number, values: readonly unknown[]): { down: unknown[]; across?: unknown[] } => {
    const down = [...values]
    open = open.filter(({ bottom }) => bottom >= index)
    for (const { left, value } of open) down[left] = value
    const begun = starting.get(index) ?? []
    const across = index < ROWS_ASKED && begun.some(({ left, right }) => right > left) ? [...down] : undefined
    for (const { left, right, bottom } of begun) {
      if (bottom > index) open.push({ bottom, left, value: down[left] })
      if (across) for (let column = left; column <= right; column++) across[column] = down[left]
    }
    return across ? { down, across } : { down }
  }
}

async function readWorkbook(
  bytes: Buffer,
  entries: readonly ZipEntry[],
  { sheet: wanted, headings = [], takesHidden = false }: SheetChoice,
  take: Take,
  onOutline: (outline: SheetOutline) => void,
): Promise<void> {
  checkZipParts(bytes, entries)
  const workbook = new Workbook(bytes, entries)
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const filled = visible.filter(({ name }) => !isOwnSheet(name))
  const offered = filled.length > 0 ? filled : visible
  const sheet =
    wanted === undefined ? await fittingSheet(bytes, offered, headings) : offered.find(({ name }) => name === wanted)
  if (!sheet)
    throw new SheetRefused(wanted === undefined ? '工作簿中没有可见的工作表' : `没有名为“${wanted}”的可见工作表`)
  const facts = workbook.factsOf(sheet)
  onOutline({
    sheets: offered.map(({ name }) => name),
    hiddenSheets: workbook.sheets.flatMap(({ name, isHidden }) => (isHidden && !isOwnSheet(name) ? [name] : [])),
    sheet: sheet.name,
    hiddenRows: facts.hiddenRows.size,
  })
  const merged = mergedCells(facts)
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheet.name })) {
    const shown = values.map((value, column) =>
      typeof value === 'number' && facts.percentages.has(`${index},${column}`) ? percentText(value) : value,
    )
    const { down, across } = merged(index, shown)
    const isBlank = shown.every((value) => cellText(value) === '')
    if (facts.hiddenRows.has(index) && !takesHidden) continue
    take(index, isBlank ? [] : down, across)
  }
}

/** The delimiter that a first line `sep=;` names, as Excel writes it. */
const named = /^sep=(.)\r?\n/i

/** Our CSV keeps formulas inert by an apostrophe (`csvCell` in sheets.ts), which is no part of the text. */
const apostrophe = /(^|[;\t\r\n])([" \u3000]*)'(?=[=+\-@|＝＋－＠｜])/g
const withoutApostrophe = <T>(cell: T): T | string =>
  typeof cell === 'string' && cell.includes("'") ? cell.replace(/^'(?=[\t\r\n])/, '').replace(apostrophe, '$1$2') : cell

/** Rows of texts that are one after another; the first says what cuts its lines. */
function rowsOfTexts(take: Take): (text: string) => void {
  let index = 0
  let delimiter: string | undefined
  return (text) => {
    let body = text
    if (delimiter === undefined) {
      body = text.replace(/^\ufeff/, '')
      const own = named.exec(body)
      if (own) {
        body = body.slice(own[0].length)
        index = 1
      }
      delimiter = own?.[1] ?? delimiterOf(body)
    }
    for (const values of streamCsvRows(body, { delimiter })) take(index++, values.map(withoutApostrophe))
  }
}

/** Hands on the rows of the chosen sheet that hold something. Throws SheetRefused, also after rows, beyond the limits. */
export async function parseSheet(
  { bytes, entries }: SheetSource,
  limits: SheetLimits,
  choice: SheetChoice,
  give: { outline: (outline: SheetOutline) => void; row: (row: SheetRow) => void },
): Promise<void> {
  let rows = 0
  let blank = 0
  let characters = 0
  const take: Take = (index, values, heading) => {
    const cells = values.map(cellText)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.length === 0) {
      blank++
      if (blank > BLANK_ROWS) throw new SheetRefused('表格中有大量空行，请删除空行后再导入')
      return
    }
    rows++
    for (const cell of cells) characters += cell.length
    if (rows > limits.rows) throw new SheetRefused(`数据超过 ${limits.rows - (limits.above ?? 1)} 行，请拆分后再导入`)
    if (cells.length > limits.columns) throw new SheetRefused(`第 ${index + 1} 行超过 ${limits.columns} 列`)
    if (characters > limits.characters) throw new SheetRefused('表格内容过多，请拆分后再导入')
    give.row({ number: index + 1, cells, ...(heading && { heading: heading.map(cellText) }) })
  }
  if (entries) return readWorkbook(bytes, entries, choice, take, give.outline)
  give.outline({ sheets: [], hiddenSheets: [], sheet: '', hiddenRows: 0 })
  const read = rowsOfTexts(take)
  if (!isPacked(bytes)) return read(decodeText(bytes))
  for await (const text of textsIn(bytes)) read(text)
}
