// Spreadsheets in and out. Everything else in the program sees rows of cells, never the library (hucre) or a format.
import { on } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { DataValidation } from 'hucre/xlsx'
import { GUIDE_SHEET, OPTIONS_SHEET } from './headings.rules.ts'
import { formatOf, xlsxValue } from './sheet-cells.ts'
import type { SheetChoice, SheetLimits, SheetOutline, SheetRow } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'
import { isPacked } from './sheets-text.ts'
import type { SheetMessage, SheetTask } from './sheets-worker.ts'
import { checkZipDirectory } from './sheets-zip.ts'

/** One file may keep its thread for so long, ms, the work on its rows included, and hold so much, MB. */
const PARSE_MS = 60_000
const PARSE_MB = 192
/** Of a packed text, which is read piece by piece. */
const inPieces = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 6 }
/** Threads at once in this process; further files wait. */
const PARSERS = 2

let running = 0
const waiting: (() => void)[] = []

async function* inTurn<T>(work: () => AsyncIterable<T>): AsyncGenerator<T> {
  if (running >= PARSERS) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    yield* work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50
/** The container of .xls, and of an .xlsx with a password. */
const isOle = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === 0xd0cf11e0

/** The thread's whole environment: the compile cache, which halves its start. */
function surroundings(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }
}

const broken = (error: unknown): SheetRefused => {
  if (error instanceof SheetRefused) return error
  const isLate = error instanceof Error && error.name === 'AbortError'
  return new SheetRefused(isLate ? '文件内容过于复杂，解析超时' : '文件内容过于复杂，无法解析')
}

async function* parseInWorker(
  given: Omit<SheetTask, 'held'>,
  onOutline: (outline: SheetOutline) => void,
): AsyncGenerator<SheetRow[]> {
  const held = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const task: SheetTask = { ...given, held }
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), {
    workerData: task,
    env: surroundings(),
    resourceLimits: isPacked(given.bytes)
      ? inPieces
      : { maxOldGenerationSizeMb: PARSE_MB, maxYoungGenerationSizeMb: 32 },
  })
  // an error of a thread that nobody waits for must not end the process
  worker.on('error', () => undefined)
  const messages = on(worker, 'message', { close: ['exit'], signal: AbortSignal.timeout(given.limits.ms ?? PARSE_MS) })
  try {
    for await (const [message] of messages as AsyncIterable<[SheetMessage]>) {
      if ('done' in message) return
      if ('refused' in message) throw new SheetRefused(message.refused)
      if ('outline' in message) onOutline(message.outline)
      else {
        Atomics.sub(held, 0, 1)
        Atomics.notify(held, 0)
        yield JSON.parse(message.rows) as SheetRow[]
      }
    }
    throw new Error('the thread ended before its work')
  } catch (error) {
    throw broken(error)
  } finally {
    void worker.terminate()
  }
}

/**
 * Rows of a visible sheet of an .xlsx, or of a .csv or tab-separated text in UTF-8, UTF-16 or GB 18030, a few hundred at
 * once while further ones are read; blank rows are left out, dates are `YYYY-MM-DD`. The outline comes before the rows.
 * Throws SheetRefused, also after rows, whose message is for the person.
 */
export async function* readSheet(
  bytes: Buffer,
  limits: SheetLimits,
  choice: SheetChoice = {},
  onOutline: (outline: SheetOutline) => void = () => undefined,
): AsyncGenerator<SheetRow[]> {
  if (isOle(bytes)) throw new SheetRefused('不支持 .xls 和有密码的文件，请另存为没有密码的 .xlsx')
  if (bytes.length === 0) throw new SheetRefused('文件是空的')
  const entries = isZip(bytes) ? checkZipDirectory(bytes) : null
  yield* inTurn(() => parseInWorker({ bytes, entries, limits, choice }, onOutline))
}

/**
 * Rows of a sheet that is written: text columns hold text whatever it looks like, number columns numbers and exact decimals
 * as text, day columns `YYYY-MM-DD`.
 */
export type SheetColumn = {
  header: string
  width: number
  isNumber?: boolean
  isDay?: boolean
  isMoment?: boolean
  /** Places of the columns that its numbers are the ratio of. */
  formula?: { of: number; by: number; times: number }
}
export type SheetFormat = 'xlsx' | 'csv'
export type SheetCell = string | number | null

type Rows = readonly (readonly SheetCell[])[]

type Written = {
  name: string
  columns: readonly SheetColumn[]
  /** Such as who exported it: lines above the header of a workbook, in CSV the cells of the last line. */
  notes?: readonly string[]
  /** All of them, or batches as they come. */
  rows: Rows | AsyncIterable<Rows>
}

/**
 * Where a spreadsheet could begin a formula: with a sign, also a full-width one, at the start of the cell or of a part of
 * it. Parts, because elsewhere in the world `;` or a tab ends a cell, and quotes in mid-line then protect nothing.
 * A plain number is none.
 */
const formulaStart = /(^|[;\t\r\n])([" \u3000]*)(?=[=+\-@|＝＋－＠｜])(?![+-]?\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g
const startsWithControl = /^[\t\r\n]/

/** In CSV, where everything is text, an apostrophe keeps a text that looks like a formula from being one. */
function csvCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = (startsWithControl.test(cell) ? "'" : '') + cell.replace(formulaStart, "$1$2'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows that are written at once where all are there. */
const BATCH = 500

async function* withHeader({ columns, rows }: Written): AsyncGenerator<Rows> {
  yield [columns.map(({ header }) => header)]
  if (!Array.isArray(rows)) return yield* rows as AsyncIterable<Rows>
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}

async function* csvParts(sheet: Written): AsyncGenerator<string> {
  const lines = (rows: Rows) => rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
  let isFirst = true
  for await (const rows of withHeader(sheet)) {
    yield (isFirst ? '\ufeff' : '') + lines(rows)
    isFirst = false
  }
  if (sheet.notes?.length) yield lines([sheet.notes])
}

type XlsxRow = { cells: readonly SheetCell[]; values: (SheetCell | Date)[] }

async function* xlsxRows(sheet: Written): AsyncGenerator<XlsxRow> {
  for (const note of sheet.notes ?? []) yield { cells: [note], values: [xlsxValue(note)] }
  for await (const rows of withHeader(sheet))
    for (const cells of rows) yield { cells, values: cells.map((cell, at) => xlsxValue(cell, sheet.columns[at])) }
}

/** The format of a text column: what is typed over stays text too, also where it begins with `=`. */
const AS_TEXT = '@'
const AS_DAY = 'yyyy-mm-dd'
const AS_MOMENT = 'yyyy-mm-dd hh:mm'
const xlsxColumn = ({ width, isNumber = false, isDay = false, isMoment = false }: SheetColumn) => ({
  width,
  ...(!isNumber && { style: { numFmt: isDay ? AS_DAY : isMoment ? AS_MOMENT : AS_TEXT } }),
})

/** A ratio of two cells of its row, with the number that it comes to. */
function ratioIn(value: XlsxRow['values'][number] | undefined, row: number, { formula }: SheetColumn) {
  if (typeof value !== 'number' || !formula) return undefined
  const { of, by, times } = formula
  const [dividend, divisor] = [of, by].map((place) => `${letterOf(place)}${row + 1}`)
  const quotient = `${dividend}/${divisor}${times === 1 ? '' : `*${times}`}`
  return { formula: `IF(${divisor}=0,"",ROUND(${quotient},2))`, formulaResult: value }
}

/** What a cell has beside its value, by row and column: digits that are shown, and formulas. */
const besideValues = (rows: readonly XlsxRow[], columns: readonly SheetColumn[]) =>
  new Map(
    rows.flatMap(({ cells, values }, row) =>
      values.flatMap((value, at) => {
        const numFmt = typeof value === 'string' ? undefined : formatOf(cells[at])
        const column = columns[at]
        const ratio = column && ratioIn(value, row, column)
        const own = { ...ratio, ...(numFmt && { style: { numFmt } }) }
        return numFmt || ratio ? [[`${row},${at}`, own] as const] : []
      }),
    ),
  )

/** The library takes memory, and most processes never write a workbook. */
const library = () => import('hucre/xlsx')

/**
 * Who would print more than this prints it without the note on each page, without zeros at the end of decimals, and with
 * numbers for formulas: the library's stream knows no page headers, and of a cell its value alone.
 */
const PRINTED_ROWS = 5_000
/** In a page header `&` begins a command. The whole may have 255 characters. */
const pageNote = (notes: readonly string[]) => `&C&8${notes.join(' ').replaceAll('&', '&&').slice(0, 240)}`

async function* xlsxParts(sheet: Written): AsyncGenerator<Uint8Array> {
  const { name, columns, notes = [] } = sheet
  const { writeXlsx, writeXlsxStream } = await library()
  const shape = { name, columns: columns.map(xlsxColumn), freezePane: { rows: notes.length + 1 } }
  const source = xlsxRows(sheet)
  const first: XlsxRow[] = []
  let next = await source.next()
  for (; !next.done && first.length < PRINTED_ROWS; next = await source.next()) first.push(next.value)
  if (next.done) {
    const headerFooter = { oddHeader: pageNote(notes), oddFooter: '&C&8&P / &N' }
    const rows = first.map(({ values }) => values)
    const cells = besideValues(first, columns)
    yield await writeXlsx({ sheets: [{ ...shape, rows, cells, ...(notes.length > 0 && { headerFooter }) }] })
    return
  }
  const { value } = next
  const rows = async function* () {
    for (const { values } of first) yield values
    yield value.values
    for await (const { values } of source) yield values
  }
  yield* writeXlsxStream(rows(), shape)
}

/** Rows are taken as the reader of the stream takes bytes: memory stays flat however many there are. */
export const writeSheet = (format: SheetFormat, sheet: Written): Readable =>
  Readable.from(format === 'csv' ? csvParts(sheet) : xlsxParts(sheet), { objectMode: false })

export type TemplateColumn = SheetColumn & { example: string; hint: string; options?: readonly string[] }

/** Rows below the header that offer the drop-downs. */
const TEMPLATE_ROWS = 5_000

const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The hint beside a cell, and its drop-down; a drop-down's values stand in a sheet of their own, which takes any number. */
function validationOf({ header, hint, options = [] }: TemplateColumn, index: number, place: number): DataValidation {
  const letter = letterOf(index)
  const range = `${letter}2:${letter}${TEMPLATE_ROWS}`
  const prompt = { showInputMessage: true, inputTitle: header, inputMessage: hint, range, allowBlank: true }
  if (place < 0) return { type: 'textLength', operator: 'lessThanOrEqual', formula1: '2000', ...prompt }
  const list = letterOf(place)
  return { type: 'list', formula1: `${OPTIONS_SHEET}!$${list}$1:$${list}$${options.length}`, ...prompt }
}

/** A workbook to fill in: the header, what each column takes as the header's note, drop-downs, and an example on a sheet of its own. */
export async function writeTemplate(name: string, columns: readonly TemplateColumn[]): Promise<Buffer> {
  const { writeXlsx } = await library()
  const chosen = columns.flatMap(({ options }, index) => (options?.length ? [{ options, index }] : []))
  const longest = Math.max(0, ...chosen.map(({ options }) => options.length))
  const optionRows = Array.from({ length: longest }, (_, row) => chosen.map(({ options }) => options[row] ?? null))
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(xlsxColumn),
        rows: [columns.map(({ header }) => header)],
        freezePane: { rows: 1 },
        dataValidations: columns.map((column, index) =>
          validationOf(
            column,
            index,
            chosen.findIndex((each) => each.index === index),
          ),
        ),
      },
      {
        name: GUIDE_SHEET,
        columns: [{ width: 16 }, { width: 60 }, { width: 30 }],
        rows: [['列', '说明', '示例'], ...columns.map(({ header, hint, example }) => [header, hint, example])],
      },
      ...(chosen.length > 0 ? [{ name: OPTIONS_SHEET, rows: optionRows }] : []),
    ],
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
