// An import between upload and save: its rows under the declared columns, their problems, and how both are stored.
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import {
  ASKED_MAX,
  CELL_MAX,
  IMPORT_ROWS,
  type ImportAsk,
  type ImportColumn,
  type ImportMethod,
  type ReplacedPart,
} from '#contract/sheets.ts'
import { refuse } from '../http/refusal.ts'
import { cleanText, readCell } from './cells.rules.ts'
import { isCopyNote } from './export-notes.rules.ts'
import {
  type Choices,
  findHeader,
  type Heading,
  headingsOf,
  headingText,
  matchHeadings,
  noChoices,
  plainHeading,
} from './headings.rules.ts'
import type { SheetRow } from './sheets-parse.ts'
import { sumWordOf } from './sum-rows.rules.ts'

/** `at` is the row's place in `rows`. */
export type Problem = { at: number; key: string; message: string }

/** A row that is there already: which one, at which version, and the cells that change with what they are now. */
export type Matched = { at: number; id: string; name: string; version: number; was: [key: string, value: string][] }

/** A row of a part that is replaced whole, which stands there already: the cells that change with what they are now. */
export type Compared = Pick<Matched, 'at' | 'was'>

/** `version` tells whether what stands there is still what the person has seen. */
export type Replaced = ReplacedPart & { key: string; version: string }

/**
 * `numbers` are the rows' numbers in the spreadsheet; cells stand in the order of the columns. `notes` name what was
 * left out.
 */
export type ImportContent = {
  numbers: number[]
  rows: string[][]
  problems: Problem[]
  notes?: string[]
  /** Of the check, about the whole: anew with each check. */
  checkNotes?: string[]
  method?: ImportMethod
  matched?: Matched[]
  compared?: Compared[]
  parts?: Replaced[]
  /** Of a large import, whose rows are chunks: what is to be asked for (`askedIn`). */
  asked?: Asked[]
}
/** Whether its rows are chunks. */
export const isLarge = ({ asked }: Pick<ImportContent, 'asked'>): boolean => asked !== undefined
export type Asked = { of: string; rows: number }

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
export const packText = (json: string): Promise<Buffer> => pressed(`${json}\n`, { level: constants.Z_BEST_SPEED })
export const pack = (content: ImportContent): Promise<Buffer> => packText(JSON.stringify(content))

/** @param bytes what `pack` made; those of older imports are its rows and its problems, one after another */
export async function unpack(bytes: Buffer): Promise<ImportContent> {
  const text = (await unpressed(bytes, { maxOutputLength: UNPACKED_BYTES })).toString('utf8')
  const parts = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Partial<ImportContent>]))
  return Object.assign({ numbers: [], rows: [], problems: [] }, ...parts)
}

/** A cell as its column means it, or as it stands. */
function readAs(text: string, column: ImportColumn | undefined): string {
  // what is longer than any column takes is refused at the cell
  const cell = text.slice(0, CELL_MAX)
  const read = column ? readCell(cell, column) : { value: cell }
  return 'value' in read ? read.value : cell
}

/** Another layout of a sheet: its header as that of the columns, and the rows that each of its rows holds. */
export type Unfolded = {
  header: readonly string[]
  rowsOf: (cells: readonly string[]) => string[][]
  /** Lines that are sums come to `rowsOf` too, which proves the others by them. */
  provesSums?: boolean
  /** Notes about it for the person, once all rows were read. Throws 400 where the file contradicts itself. */
  notes?: () => string[]
}
/** What a file holds beside its rows: its name, and the lines above the header. */
export type Beside = { fileName: string; above: readonly (readonly string[])[] }
/** Null where the header is that of the columns. */
export type Unfold = (header: readonly string[], beside: Beside) => Unfolded | null
/** Whether a line is the header, for sheets that have lines above it. */
export type IsHeader = (cells: readonly string[]) => boolean

/** Lines above the header that are passed over; where the header is in none of them, the first line is it. */
const LINES_ABOVE = 20
const NAMES_MAX = 10

const quoted = (names: readonly string[]) => names.map((name) => `“${name.slice(0, 32)}”`).join('、')

export type Layout = {
  fileName?: string
  unfold?: Unfold | undefined
  isHeader?: IsHeader | undefined
  /** What a person has chosen: the header's line, and each heading's column by its place. */
  headerRow?: number | undefined
  mapping?: readonly { at: number; key: string }[] | undefined
  choices?: Choices | undefined
  /** Plain headings that no import needs: those of our own export. */
  ignored?: ReadonlySet<string>
  /** Columns that a file for an update may lack. */
  mayLack?: (present: ReadonlySet<string>) => boolean
}

/** What stands where in a sheet. */
export type Arrangement = {
  headerAt: number
  lines: 1 | 2
  width: number
  headings: Heading[]
  unfolded: Unfolded | null
  missing: ImportColumn[]
}

const alwaysIgnored = new Set([plainHeading(REASON_HEADER)])

/** Reads the header among the first rows. */
export function arrangementOf(
  all: readonly SheetRow[],
  columns: readonly ImportColumn[],
  { fileName = '', unfold, isHeader, headerRow, mapping, choices = noChoices, ignored = new Set(), mayLack }: Layout,
): Arrangement {
  const lines = all.map(({ heading, cells }) => (heading ?? cells).map(headingText))
  const known = new Set([...headingsOf(columns), ...choices.own.keys(), ...choices.shared.keys()])
  const wanted = headerRow === undefined ? -1 : all.findIndex(({ number }) => number === headerRow)
  const recognised = isHeader ? lines.slice(0, LINES_ABOVE).findIndex(isHeader) : -1
  const picked = wanted >= 0 ? wanted : recognised >= 0 ? recognised : undefined
  const found = findHeader(lines, known, isHeader && picked === undefined ? 0 : picked)
  const unfolded = unfold?.(found.cells, { fileName, above: lines.slice(0, found.at) }) ?? null
  const cells = unfolded?.header ?? found.cells
  const headings =
    mapping && !unfolded
      ? cells.map((text, at): Heading => {
          const key = mapping.find((each) => each.at === at)?.key ?? ''
          return { text, key, by: key === '' ? 'ignored' : 'choice' }
        })
      : matchHeadings(cells, columns, choices, new Set([...alwaysIgnored, ...ignored]))
  const present = new Set(headings.map(({ key }) => key))
  const lacking = columns.filter(({ key, required }) => required && !present.has(key))
  return {
    headerAt: found.at,
    lines: found.lines,
    width: found.cells.length,
    headings,
    unfolded,
    missing: mayLack?.(present) ? [] : lacking,
  }
}

/** Throws 400 and names what is wrong with the header. */
function checkHeader({ headings, missing, unfolded }: Arrangement): void {
  const plain = headings.map(({ text }) => plainHeading(text))
  const twice = headings.filter(
    ({ by, text }) => by === 'none' && plain.filter((each) => each === plainHeading(text)).length > 1,
  )
  const repeated = [...new Set(twice.map(({ text }) => text))]
  const unknown = headings.flatMap(({ by, text }) => (by === 'none' && !repeated.includes(text) ? [text] : []))
  const keys = headings.flatMap(({ key }) => (key === '' ? [] : [key]))
  const listed = (what: string, names: readonly string[]) => (names.length > 0 ? [`${what}：${quoted(names)}`] : [])
  const wrong = [
    ...listed(
      '缺少列',
      missing.map(({ header }) => header),
    ),
    // a column of another layout that is not known may be a day that was misspelt
    ...(missing.length > 0 || unfolded ? listed('不认识的列', unknown.slice(0, NAMES_MAX)) : []),
    ...listed('重复的列', repeated),
    ...(new Set(keys).size < keys.length ? ['两列对应到了同一列'] : []),
  ]
  if (wrong.length > 0) throw refuse('invalid', { msg: `表头有误，${wrong.join('；')}。请使用下载的模板` })
}

function notesOf({ headings, unfolded }: Arrangement): string[] {
  const ignored = headings.flatMap(({ by, text, key }) =>
    (by === 'none' || by === 'ignored') &&
    key === '' &&
    text.trim() !== '' &&
    plainHeading(text) !== plainHeading(REASON_HEADER)
      ? [text]
      : [],
  )
  if (unfolded || ignored.length === 0) return []
  return [`没有使用的列：${quoted(ignored.slice(0, NAMES_MAX))}${ignored.length > NAMES_MAX ? ' 等' : ''}。`]
}

/** Headings longer than these are sentences. */
const REMEMBERED_MAX = 100

/** Headings that mean a column which their name does not say. */
function choicesIn(headings: readonly Heading[], columns: readonly ImportColumn[]) {
  const byName = matchHeadings(
    headings.map(({ text }) => text),
    columns,
    noChoices,
    alwaysIgnored,
  )
  const found = headings.flatMap(({ text, key }, at) => {
    const heading = plainHeading(text)
    const isKnown = byName[at]?.key === key && byName[at]?.by !== 'none'
    return isKnown || heading === '' || heading.length > REMEMBERED_MAX ? [] : [{ heading, key }]
  })
  return [...new Map(found.map((each) => [each.heading, each])).values()]
}

const sumsNote = (sums: readonly string[]) =>
  sums.length > 0
    ? [`${sums.length} 行合计没有导入：${sums.slice(0, NAMES_MAX).join('、')}${sums.length > NAMES_MAX ? ' 等' : ''}。`]
    : []

export type Room = {
  /** Rows that may come. */
  rows: number
  /** Thrown where more do. */
  tooMany: () => Error
  /** Whether the rows are kept for the end, or handed on alone. */
  keeps: boolean
}

export const tooManyRows = (rows: number) => refuse('invalid', { msg: `数据超过 ${rows} 行，请拆分后再导入` })
const usualRoom: Room = { rows: IMPORT_ROWS, tooMany: () => tooManyRows(IMPORT_ROWS), keeps: true }

/** A sheet's rows under the columns, as they come; the first ones say where each column stands. */
export function arranging(columns: readonly ImportColumn[], hasHeader: boolean, layout: Layout = {}, room = usualRoom) {
  let count = 0
  const content: ImportContent = { numbers: [], rows: [], problems: [] }
  const sums: string[] = []
  type Header = Pick<Unfolded, 'rowsOf' | 'provesSums'> & {
    places: number[]
    width: number
    body: number
    notes: () => string[]
  }
  let header: Header | undefined
  let chosen: { heading: string; key: string }[] = []
  const asIs = (cells: readonly string[]) => [[...cells]]
  const begin = (all: readonly SheetRow[]): Header => {
    if (!hasHeader) {
      const places = columns.map((_, place) => place)
      return { places, width: columns.length, body: 0, rowsOf: asIs, notes: () => [] }
    }
    const arrangement = arrangementOf(all, columns, layout)
    checkHeader(arrangement)
    const { headerAt, lines, width, headings, unfolded } = arrangement
    if (layout.mapping && !unfolded) chosen = choicesIn(headings, columns)
    return {
      places: columns.map(({ key }) => headings.findIndex((heading) => heading.key === key)),
      width,
      body: headerAt + lines,
      rowsOf: unfolded?.rowsOf ?? asIs,
      provesSums: unfolded?.provesSums ?? false,
      notes: () => [...notesOf(arrangement), ...(unfolded?.notes?.() ?? [])],
    }
  }

  const keep = (number: number, arranged: string[]): NumberedRow => {
    // a layout of its own makes many rows of one
    if (count >= room.rows) throw room.tooMany()
    count++
    if (room.keeps) {
      content.numbers.push(number)
      content.rows.push(arranged)
    }
    return [number, arranged]
  }

  return {
    /** @returns these rows' numbers and cells. Throws 400 where the header is wrong or something stands beside the columns. */
    add(all: readonly SheetRow[]): NumberedRow[] {
      if (all.length === 0) return []
      const isFirst = header === undefined
      header ??= begin(all)
      const { places, width, rowsOf, provesSums, body: from } = header
      const body = isFirst ? all.slice(from) : all
      return body.flatMap(({ number, cells }) => {
        if (isCopyNote(cells)) return []
        const sum = provesSums ? undefined : sumWordOf(cells)
        if (sum !== undefined) {
          sums.push(`第 ${number} 行“${sum}”`)
          return []
        }
        if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) {
          throw refuse('invalid', { msg: `第 ${number} 行在表头之外还有内容，请检查是否错列` })
        }
        const arrangedRows = rowsOf(cells).map((own) =>
          places.map((place, at) => readAs(own[place] ?? '', columns[at])),
        )
        // all of it stands in columns that are not used
        const filled = arrangedRows.filter((arranged) => arranged.some((cell) => cell !== ''))
        return filled.map((arranged) => keep(number, arranged))
      })
    },
    /** What a person has chosen for headings, to be remembered. */
    chosen: () => chosen,
    /** All rows. Throws 400 if there are none. */
    end(): ImportContent {
      if (!header) throw refuse('invalid', { msg: '表格是空的' })
      if (count === 0) throw refuse('invalid', { msg: '表格中没有数据' })
      const notes = [...header.notes(), ...sumsNote(sums)]
      return notes.length > 0 ? { ...content, notes } : content
    },
  }
}

type Fix = { row: number; key: string; value: string }
type Answer = { of: string; value: string }

type Amending = {
  fixes: readonly Fix[]
  drop: readonly number[]
  answers?: readonly Answer[]
  asks?: ImportAsk | undefined
}

const placeOf = (columns: readonly ImportColumn[], key: string) => columns.findIndex((column) => column.key === key)

/** The rows after corrections, without the dropped ones; nothing is checked yet. */
export function amend(
  content: ImportContent,
  columns: readonly ImportColumn[],
  { fixes, drop, answers = [], asks }: Amending,
): ImportContent {
  const rows = content.rows.map((cells) => [...cells])
  for (const { row, key, value } of fixes) {
    const cells = rows[row]
    const place = placeOf(columns, key)
    if (!cells || place < 0) throw refuse('invalid', { msg: '要更正的行不存在，请重新检查' })
    cells[place] = readAs(cleanText(value), columns[place])
  }
  if (asks && answers.length > 0) {
    const [place, byPlace] = [placeOf(columns, asks.key), placeOf(columns, asks.by)]
    const answered = new Map(answers.map(({ of, value }) => [of, readAs(cleanText(value), columns[place])]))
    for (const cells of rows) if (cells[place] === '') cells[place] = answered.get(cells[byPlace] ?? '') ?? ''
  }
  const dropped = new Set(drop)
  const stays = (_: unknown, at: number) => !dropped.has(at)
  return { ...content, numbers: content.numbers.filter(stays), rows: rows.filter(stays), problems: [] }
}

/** What is to be asked for: rows whose cell is empty and wrong, by what they are of. */
export function askedIn(
  { rows, problems }: Pick<ImportContent, 'rows' | 'problems'>,
  columns: readonly ImportColumn[],
  asks: ImportAsk | undefined,
): Asked[] {
  const counting = askedCounter(columns, asks)
  for (const { at, key } of problems) counting.add(rows[at], key)
  return counting.end()
}

/** The same row by row. */
export function askedCounter(columns: readonly ImportColumn[], asks: ImportAsk | undefined) {
  const [place, byPlace] = [placeOf(columns, asks?.key ?? ''), placeOf(columns, asks?.by ?? '')]
  const counts = new Map<string, number>()
  return {
    add: (cells: readonly string[] | undefined, key: string) => {
      const of = cells?.[byPlace] ?? ''
      if (key === asks?.key && of !== '' && cells?.[place] === '') counts.set(of, (counts.get(of) ?? 0) + 1)
    },
    end: (): Asked[] => [...counts].slice(0, ASKED_MAX).map(([of, n]) => ({ of, rows: n })),
  }
}

/** The places of rows that have a problem, in order. */
export const wrongRows = ({ problems }: Pick<ImportContent, 'problems'>): number[] =>
  [...new Set(problems.map(({ at }) => at))].sort((a, b) => a - b)
