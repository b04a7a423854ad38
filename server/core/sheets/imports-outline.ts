// How a file would be read: its sheets, its header and what each heading means, for a person to choose otherwise.
import type { ImportColumn, ImportOutline } from '#contract/sheets.ts'
import { refuse } from '../http/refusal.ts'
import { isCopyNote } from './export-notes.rules.ts'
import { headingsOf, headingText } from './headings.rules.ts'
import { arrangementOf, type Layout } from './imports-content.ts'
import { readSheet } from './sheets.ts'
import type { SheetChoice, SheetLimits, SheetOutline, SheetRow } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'

export type SourceInput = {
  hasHeader: boolean
  sheet?: string
  headerRow?: number
  mapping?: readonly { at: number; key: string }[]
  takesHidden?: boolean
}

/** Lines that are shown, and what of them. */
const LINES = 20
const CELLS = 30
const CHARACTERS = 60
const SAMPLES = 3

const NOTHING: SheetOutline = { sheets: [], hiddenSheets: [], sheet: '', hiddenRows: 0 }

export const choiceOf = (
  { sheet, takesHidden }: SourceInput,
  columns: readonly ImportColumn[],
  { choices }: Layout,
): SheetChoice => ({ sheet, takesHidden, headings: [...headingsOf(columns), ...(choices?.own.keys() ?? [])] })

/** The first rows of the sheet; the rest is not read. */
async function firstRows(bytes: Buffer, limits: SheetLimits, choice: SheetChoice) {
  let outline = NOTHING
  try {
    const onOutline = (found: SheetOutline) => {
      outline = found
    }
    for await (const rows of readSheet(bytes, limits, choice, onOutline)) return { outline, rows }
  } catch (error) {
    if (error instanceof SheetRefused) throw refuse('invalid', { msg: error.message })
    throw error
  }
  return { outline, rows: [] as SheetRow[] }
}

const shortened = (cells: readonly string[]) => cells.slice(0, CELLS).map((cell) => cell.slice(0, CHARACTERS))

export async function outlineOf(
  bytes: Buffer,
  columns: readonly ImportColumn[],
  { limits, body, layout }: { limits: SheetLimits; body: SourceInput; layout: Layout },
): Promise<ImportOutline> {
  // hidden ones too: the header may be among them, and a person sees what would be left out
  const choice = { ...choiceOf(body, columns, layout), takesHidden: true }
  const { outline, rows } = await firstRows(bytes, limits, choice)
  if (rows.length === 0) throw refuse('invalid', { msg: '表格是空的' })
  const { headerAt, lines, headings, unfolded, missing } = arrangementOf(rows, columns, layout)
  const samples = rows.slice(headerAt + lines, headerAt + lines + LINES).filter(({ cells }) => !isCopyNote(cells))
  const isKnown = !body.hasHeader || unfolded !== null
  const needsColumns = missing.length > 0 || headings.some(({ by }) => by === 'none')
  return {
    ...outline,
    headerRow: rows[headerAt]?.number ?? 1,
    headings: isKnown
      ? []
      : headings.map(({ text, key, by }, at) => ({
          at,
          text: text.slice(0, CHARACTERS),
          key,
          by,
          samples: samples
            .flatMap(({ cells }) => (cells[at] ? [cells[at].slice(0, CHARACTERS)] : []))
            .slice(0, SAMPLES),
        })),
    lines: rows
      .slice(0, LINES)
      .map(({ number, cells, heading }) => ({ number, cells: shortened((heading ?? cells).map(headingText)) })),
    missing: isKnown ? [] : missing.map(({ header }) => header),
    asks: outline.sheets.length > 1 || outline.hiddenRows > 0 || (!isKnown && needsColumns),
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join('、')

/** What was left out of the file, and why. */
export function notesOn({ sheets, hiddenSheets, sheet, hiddenRows }: SheetOutline, takesHidden = false): string[] {
  const others = sheets.filter((name) => name !== sheet)
  return [
    ...(others.length > 0 ? [`读取的是工作表“${sheet}”，没有读取${quoted(others)}。`] : []),
    ...(hiddenSheets.length > 0 ? [`隐藏的工作表没有读取：${quoted(hiddenSheets)}。`] : []),
    ...(hiddenRows > 0
      ? [takesHidden ? `隐藏的 ${hiddenRows} 行也已读取。` : `隐藏的 ${hiddenRows} 行没有读取。`]
      : []),
  ]
}
