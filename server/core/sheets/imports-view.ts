// What a person sees of a checked import: a page of its rows, and its wrong rows as a workbook.
import { type ImportCalls, type ImportedRow, type ImportView, PARTS_SIZE } from '#contract/sheets.ts'
import type { Executor } from '#server/db/connection.ts'
import type { ImportHead } from './imports.queries.ts'
import {
  askedIn,
  type Compared,
  type ImportContent,
  REASON_HEADER,
  type Replaced,
  wrongRows,
} from './imports-content.ts'
import { pageOf } from './imports-large.ts'
import { writeSheet } from './sheets.ts'

/** Rows of the view, on a page. */
const PAGE_ROWS = 50

type Shown = { onlyWrong: boolean; onlyChanged?: boolean; current: number; partsPage?: number }

function changeOf(matched: Compared | undefined): Pick<ImportedRow, 'change' | 'was'> {
  if (!matched) return { change: 'add', was: [] }
  const was = matched.was.map(([key, value]) => ({ key, value }))
  return { change: was.length > 0 ? 'update' : 'same', was }
}

/** What a view has whatever rows it shows. */
function viewHead(
  { id, version, fileName, savedAt, rows, wrongRows: wrong }: ImportHead,
  { notes = [], checkNotes = [], method = 'add' }: ImportContent,
  parts: readonly Replaced[],
  page: number,
) {
  return {
    id,
    version,
    fileName,
    rows,
    wrongRows: wrong,
    isSaved: savedAt !== null,
    checkJobId: null,
    notes: [...notes, ...checkNotes],
    method,
    parts: {
      records: parts.slice((page - 1) * PARTS_SIZE, page * PARTS_SIZE),
      current: page,
      total: parts.length,
    },
  }
}

export function view(
  { columns, asks }: Pick<ImportCalls, 'columns' | 'asks'>,
  stored: ImportHead,
  content: ImportContent,
  { onlyWrong, onlyChanged = false, current, partsPage = 1 }: Shown,
): ImportView {
  const { parts = [], matched: found = [], compared = [] } = content
  const matched = new Map([...found, ...compared].map((each) => [each.at, each]))
  const isSame = (at: number) => matched.get(at)?.was.length === 0
  const every = onlyWrong ? wrongRows(content) : content.rows.map((_, at) => at)
  const places = onlyChanged ? every.filter((at) => !isSame(at)) : every
  const same = [...matched.keys()].filter(isSame).length
  const problems = Map.groupBy(content.problems, ({ at }) => at)
  const records = places.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS).map((at) => ({
    at,
    number: content.numbers[at] ?? 0,
    cells: content.rows[at] ?? [],
    problems: (problems.get(at) ?? []).map(({ key, message }) => ({ key, message })),
    ...changeOf(matched.get(at)),
  }))
  const asked = askedIn(content, columns, asks)
  return {
    ...viewHead(stored, content, parts, partsPage),
    asked,
    updated: matched.size - same,
    same,
    current,
    total: places.length,
    records,
  }
}

/** Of a large import, whose rows are not compared with those that stand one by one. */
export async function viewLarge(
  db: Executor,
  stored: ImportHead,
  content: ImportContent,
  shown: Shown,
): Promise<ImportView> {
  const { onlyWrong, current, partsPage = 1 } = shown
  const page = { onlyWrong, from: (current - 1) * PAGE_ROWS, size: PAGE_ROWS }
  const rows = await pageOf(db, stored.id, page)
  return {
    ...viewHead(stored, content, content.parts ?? [], partsPage),
    asked: content.asked ?? [],
    updated: 0,
    same: 0,
    current,
    total: onlyWrong ? stored.wrongRows : stored.rows,
    records: rows.map((row) => ({ ...row, ...changeOf(undefined) })),
  }
}

/** The wrong rows, with why. */
export function failedSheet({ noun, columns }: ImportCalls, content: ImportContent) {
  const found = Map.groupBy(content.problems, ({ at }) => at)
  const rows = wrongRows(content).map((at) => [
    ...(content.rows[at] ?? []),
    (found.get(at) ?? []).map(({ message }) => message).join('；'),
  ])
  return writeSheet('xlsx', { name: noun, columns: [...columns, { header: REASON_HEADER, width: 50 }], rows })
}
