// An import between upload and save: its rows under the declared columns, their problems, and how both are stored.
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { CELL_MAX, IMPORT_ROWS, type ImportColumn } from '../../../contract/sheets.ts'
import { refuse } from '../http/refusal.ts'
import { parseDay } from './days.ts'
import type { SheetRow } from './sheets-parse.ts'

/** `at` is the row's place in `rows`. */
export type Problem = { at: number; key: string; message: string }

/**
 * `numbers` are the rows' numbers in the spreadsheet; cells stand in the order of the columns. `notes` tell the person what
 * was left out.
 */
export type ImportContent = { numbers: number[]; rows: string[][]; problems: Problem[]; notes?: string[] }

/** A row's number in the spreadsheet, and its cells in the order of the columns. */
export type NumberedRow = readonly [number: number, cells: readonly string[]]

/** Rows of a part, as few as the thread hands on. */
const ROWS_A_PART = 250

/** Rows that are all there, a few at once. */
export async function* inParts({
  numbers,
  rows,
}: Pick<ImportContent, 'numbers' | 'rows'>): AsyncGenerator<NumberedRow[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_PART) {
    yield rows.slice(from, from + ROWS_A_PART).map((cells, place) => [numbers[from + place] ?? 0, cells])
  }
}

/** The column that the workbook of failed rows adds; ignored when the workbook is uploaded again. */
export const REASON_HEADER = '错误原因'

const [pressed, unpressed] = [promisify(gzip), promisify(gunzip)]
const UNPACKED_BYTES = 200_000_000

/** A line of JSON, compressed. */
export const pack = (content: ImportContent): Promise<Buffer> =>
  pressed(`${JSON.stringify(content)}\n`, { level: constants.Z_BEST_SPEED })

/** @param bytes what `pack` made; those of older imports are its rows and its problems, one after another */
export async function unpack(bytes: Buffer): Promise<ImportContent> {
  const text = (await unpressed(bytes, { maxOutputLength: UNPACKED_BYTES })).toString('utf8')
  const parts = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Partial<ImportContent>]))
  return Object.assign({ numbers: [], rows: [], problems: [] }, ...parts)
}

const plain = (header: string) => header.replace(/[\s*＊]/g, '')

/** Where each column stands in the sheet; -1 for an optional one that it lacks. Throws 400 and names what is wrong. */
function placesOf(header: readonly string[], columns: readonly ImportColumn[]): number[] {
  const headers = header.map(plain)
  const known = new Set([...columns.map((column) => plain(column.header)), plain(REASON_HEADER), ''])
  const unknown = header.filter((_, place) => !known.has(headers[place] ?? ''))
  const twice = columns.filter(
    (column) => headers.indexOf(plain(column.header)) !== headers.lastIndexOf(plain(column.header)),
  )
  const missing = columns.filter((column) => column.required && !headers.includes(plain(column.header)))
  const say = (what: string, names: readonly string[]) =>
    names.length > 0 ? [`${what}：${names.map((name) => `“${name.slice(0, 32)}”`).join('、')}`] : []
  const wrong = [
    ...say(
      '缺少列',
      missing.map((column) => column.header),
    ),
    ...say('不认识的列', unknown.slice(0, 10)),
    ...say(
      '重复的列',
      twice.map((column) => column.header),
    ),
  ]
  if (wrong.length > 0) throw refuse('invalid', { msg: `表头有误，${wrong.join('；')}。请使用下载的模板` })
  return columns.map((column) => headers.indexOf(plain(column.header)))
}

/** A cell normalised for its column: a day may be written in several ways. */
const readAs = (text: string, column: ImportColumn | undefined): string =>
  column && 'format' in column.rule && column.rule.format === 'date' ? (parseDay(text) ?? text) : text

/** Another layout of a sheet: its header as that of the columns, and the rows that each of its rows holds. */
export type Unfolded = {
  header: readonly string[]
  rowsOf: (cells: readonly string[]) => string[][]
  /** What the person is told about it, once all rows were read. */
  notes?: () => string[]
}
/** Null where the header is that of the columns. */
export type Unfold = (header: readonly string[]) => Unfolded | null
/** Whether a line is the header, for sheets that have lines above it. */
export type IsHeader = (cells: readonly string[]) => boolean

/** Lines above the header that are passed over; where the header is in none of them, the first line is it. */
const LINES_ABOVE = 20

/** A sheet's rows under the columns, as they come; the first ones say where each column stands. */
export function arranging(
  columns: readonly ImportColumn[],
  hasHeader: boolean,
  { unfold, isHeader }: { unfold?: Unfold | undefined; isHeader?: IsHeader | undefined } = {},
) {
  const content: ImportContent = { numbers: [], rows: [], problems: [] }
  type Header = { places: number[]; width: number; rowsOf: Unfolded['rowsOf']; notes?: Unfolded['notes'] }
  let header: Header | undefined
  const asIs = (cells: readonly string[]) => [[...cells]]
  const begin = ({ cells }: SheetRow): Header => {
    if (!hasHeader) return { places: columns.map((_, place) => place), width: columns.length, rowsOf: asIs }
    const other = unfold?.(cells)
    return {
      places: placesOf(other?.header ?? cells, columns),
      width: cells.length,
      rowsOf: other?.rowsOf ?? asIs,
      ...(other?.notes && { notes: other.notes }),
    }
  }

  const keep = (number: number, arranged: string[]): NumberedRow => {
    const tooLong = arranged.findIndex((cell) => cell.length > CELL_MAX)
    if (tooLong >= 0) {
      const name = columns[tooLong]?.header ?? ''
      throw refuse('invalid', { msg: `第 ${number} 行“${name}”超过 ${CELL_MAX} 个字符，请缩短后再导入` })
    }
    // a layout of its own makes many rows of one
    if (content.rows.length > IMPORT_ROWS)
      throw refuse('invalid', { msg: `数据超过 ${IMPORT_ROWS} 行，请拆分后再导入` })
    content.numbers.push(number)
    content.rows.push(arranged)
    return [number, arranged]
  }

  return {
    /** @returns these rows' numbers and cells. Throws 400 where the header is wrong, something stands beside the columns, or no column takes so long a cell. */
    add(all: readonly SheetRow[]): NumberedRow[] {
      const above =
        header || !hasHeader || !isHeader ? -1 : all.slice(0, LINES_ABOVE).findIndex((row) => isHeader(row.cells))
      const rows = above > 0 ? all.slice(above) : all
      const [first] = rows
      if (!first) return []
      const isFirst = header === undefined
      header ??= begin(first)
      const { places, width, rowsOf } = header
      const body = isFirst && hasHeader ? rows.slice(1) : rows
      return body.flatMap(({ number, cells }) => {
        if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) {
          throw refuse('invalid', { msg: `第 ${number} 行在表头之外还有内容，请检查是否错列` })
        }
        const arrangedRows = rowsOf(cells).map((own) =>
          places.map((place, at) => readAs(own[place] ?? '', columns[at])),
        )
        return arrangedRows.map((arranged) => keep(number, arranged))
      })
    },
    /** All rows. Throws 400 if there are none. */
    end(): ImportContent {
      if (!header) throw refuse('invalid', { msg: '表格是空的' })
      if (content.rows.length === 0) throw refuse('invalid', { msg: '表格中没有数据' })
      const notes = header.notes?.() ?? []
      return notes.length > 0 ? { ...content, notes } : content
    },
  }
}

type Fix = { row: number; key: string; value: string }

/** The rows after corrections, without the dropped ones; nothing is checked yet. */
export function amend(
  content: ImportContent,
  columns: readonly ImportColumn[],
  { fixes, drop }: { fixes: readonly Fix[]; drop: readonly number[] },
): ImportContent {
  const rows = content.rows.map((cells) => [...cells])
  for (const { row, key, value } of fixes) {
    const cells = rows[row]
    const place = columns.findIndex((column) => column.key === key)
    if (!cells || place < 0) throw refuse('invalid', { msg: '要更正的行不存在，请重新检查' })
    cells[place] = readAs(value.trim(), columns[place])
  }
  const dropped = new Set(drop)
  const stays = (_: unknown, at: number) => !dropped.has(at)
  return { ...content, numbers: content.numbers.filter(stays), rows: rows.filter(stays), problems: [] }
}

/** The places of rows that have a problem, in order. */
export const wrongRows = ({ problems }: Pick<ImportContent, 'problems'>): number[] =>
  [...new Set(problems.map(({ at }) => at))].sort((a, b) => a - b)
