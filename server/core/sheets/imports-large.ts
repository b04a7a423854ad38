// Imports of more rows than one value holds: they are checked as they come, kept in chunks, and saved chunk after chunk. Of
// the rows, no more than a chunk is in memory.
import type { Readable } from 'node:stream'
import { FAILED_ROWS, type ImportCalls, type ImportColumn } from '#contract/sheets.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import { refuse } from '../http/refusal.ts'
import { chunkContent, chunkHeads, dropChunk, insertChunk } from './imports.queries.ts'
import { breathing, type ImportRow, readingRows } from './imports-check.ts'
import {
  amend,
  askedCounter,
  type ImportContent,
  type NumberedRow,
  type Problem,
  packText,
  REASON_HEADER,
  type Replaced,
  unpack,
  wrongRows,
} from './imports-content.ts'
import type { Made, SaveContext } from './imports-context.ts'
import { type SheetCell, writeSheet } from './sheets.ts'

type Report<Key extends string> = (key: Key, message: string) => void
type RightRows<Ready> = readonly { number: number; value: Ready }[]

/** Rows are read one by one; what they are together is added up on the way. */
export type LargeCheck<Key extends string, Ready> = {
  /** By what stands in the row itself. Undefined where it is wrong, which it reports; the rules of columns may have before. */
  read: (row: ImportRow<Key>, report: Report<Key>) => Ready | undefined
  /** Each right row once, in order. It may still turn out wrong. */
  add: (value: Ready, row: Pick<ImportRow<Key>, 'at' | 'number'>, report: Report<Key>) => void
  /** Each row that is wrong, as far as it could be read. */
  refused?: (row: ImportRow<Key>) => void
  /** When all were added. */
  end: (found: { addNote: (note: string) => void; replace: (part: Replaced) => void }) => Promise<void>
  /** Then: writes them. `chunks` gives the right ones, a few thousand at once, as often as it is called. */
  save: (
    context: Omit<SaveContext<Ready>, 'rows' | 'give'> & { chunks: () => AsyncIterable<RightRows<Ready>> },
  ) => Promise<readonly Made[]>
}

/** Of an import that takes more than IMPORT_ROWS. */
export type LargeActs<Key extends string, Ready> = (context: {
  db: Executor
  actor: Person
}) => Promise<LargeCheck<Key, Ready>>

/** More rows came than the usual way takes. */
export class MoreRows extends Error {}

/** Rows of a chunk. */
const CHUNK = 1_000

/** What stands in a row, by the rules of its columns and then by the check. */
function reading<Key extends string, Ready>(columns: readonly ImportColumn[], check: LargeCheck<Key, Ready>) {
  const read = readingRows<Key>(columns)
  return (at: number, row: NumberedRow) => {
    const problems = new Map<string, string>()
    const wrong = (key: string, message: string) => {
      if (!problems.has(key)) problems.set(key, message)
    }
    const of = read(at, row, wrong)
    const value = check.read(of, wrong)
    return { row: of, value: problems.size === 0 ? value : undefined, problems, wrong }
  }
}

/** Checks rows and keeps them, behind chunks that are there. @returns what `imports` has of them */
export async function keepRows<Key extends string, Ready>(
  tx: Tx,
  importId: string,
  source: AsyncIterable<readonly NumberedRow[]>,
  {
    calls,
    check,
    step,
  }: {
    calls: Pick<ImportCalls, 'columns' | 'asks'>
    check: LargeCheck<Key, Ready>
    /** Called with how many are kept; throws if the job is to stop. */
    step: (done: number) => void
  },
): Promise<{ rows: number; wrongRows: number; content: ImportContent }> {
  const { columns, asks } = calls
  const readRow = reading(columns, check)
  const asked = askedCounter(columns, asks)
  const breathe = breathing()
  const stored = { rows: 0, wrongRows: 0 }
  let number = (await chunkHeads(tx, importId)).at(-1)?.number ?? 0
  // as JSON: the many cells of rows that wait for their chunk would outlive the young generation, and then most of the memory
  let rows: string[] = []
  let rest: Pick<ImportContent, 'numbers' | 'problems'> = { numbers: [], problems: [] }
  const flush = async () => {
    if (rows.length === 0) return
    const wrong = wrongRows(rest).length
    const content = await packText(`{"rows":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`)
    await insertChunk(tx, { importId, number: ++number, rows: rows.length, wrongRows: wrong, content })
    stored.rows += rows.length
    stored.wrongRows += wrong
    rows = []
    rest = { numbers: [], problems: [] }
    step(stored.rows)
  }
  for await (const some of source) {
    for (const numbered of some) {
      await breathe()
      const place = rows.length
      const at = stored.rows + place
      const { row, value, problems, wrong } = readRow(at, numbered)
      if (value !== undefined) check.add(value, row, wrong)
      if (problems.size > 0) check.refused?.(row)
      const [own, cells] = numbered
      rest.numbers.push(own)
      rows.push(JSON.stringify(cells))
      for (const [key, message] of problems) {
        rest.problems.push({ at: place, key, message })
        asked.add(cells, key)
      }
      if (rows.length === CHUNK) await flush()
    }
  }
  await flush()
  const checkNotes: string[] = []
  const parts: Replaced[] = []
  await check.end({ addNote: (note) => checkNotes.push(note), replace: (part) => parts.push(part) })
  return { ...stored, content: { numbers: [], rows: [], problems: [], checkNotes, parts, asked: asked.end() } }
}

type Chunk = ImportContent & { first: number }

/** One after another. `wants` by what is known of a chunk without reading it. */
async function* chunksOf(
  db: Executor,
  importId: string,
  wants: (head: { first: number; rows: number; wrongRows: number }) => boolean = () => true,
): AsyncGenerator<Chunk> {
  let first = 0
  for (const head of await chunkHeads(db, importId)) {
    if (wants({ ...head, first })) yield { ...(await unpack(await chunkContent(db, importId, head.number))), first }
    first += head.rows
  }
}

export type PageRow = { at: number; number: number; cells: string[]; problems: Omit<Problem, 'at'>[] }

/** The rows of a page, of all or of the wrong ones. */
export async function pageOf(
  db: Executor,
  importId: string,
  { onlyWrong, from, size }: { onlyWrong: boolean; from: number; size: number },
): Promise<PageRow[]> {
  const found: PageRow[] = []
  let before = 0
  const isOnPage = ({ rows, wrongRows: wrong }: { rows: number; wrongRows: number }) => {
    const own = onlyWrong ? wrong : rows
    before += own
    return before > from && before - own < from + size
  }
  for await (const chunk of chunksOf(db, importId, isOnPage)) {
    const places = onlyWrong ? wrongRows(chunk) : chunk.rows.map((_, place) => place)
    const skipped = Math.max(0, from - (before - places.length))
    for (const place of places.slice(skipped, skipped + size - found.length))
      found.push({
        at: chunk.first + place,
        number: chunk.numbers[place] ?? 0,
        cells: chunk.rows[place] ?? [],
        problems: chunk.problems.filter(({ at }) => at === place).map(({ key, message }) => ({ key, message })),
      })
  }
  return found
}

/** The rows after corrections, chunk after chunk, each of which goes once it was read. */
export async function* amendedRows(
  tx: Tx,
  importId: string,
  columns: readonly ImportColumn[],
  { fixes, drop, answers = [], asks }: Parameters<typeof amend>[2],
): AsyncGenerator<NumberedRow[]> {
  let first = 0
  for (const { number, rows } of await chunkHeads(tx, importId)) {
    const isIn = (at: number) => at >= first && at < first + rows
    const amended = amend(await unpack(await chunkContent(tx, importId, number)), columns, {
      fixes: fixes.flatMap((fix) => (isIn(fix.row) ? [{ ...fix, row: fix.row - first }] : [])),
      drop: drop.flatMap((at) => (isIn(at) ? [at - first] : [])),
      answers,
      asks,
    })
    await dropChunk(tx, importId, number)
    yield amended.rows.map((cells, place) => [amended.numbers[place] ?? 0, cells])
    first += rows
  }
}

/** The wrong rows as a workbook, with why; the first of them where there are very many. */
export function failedSheet(db: Executor, importId: string, { noun, columns }: ImportCalls): Readable {
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    let left = FAILED_ROWS
    for await (const chunk of chunksOf(db, importId, ({ wrongRows: wrong }) => wrong > 0 && left > 0)) {
      const reasons = Map.groupBy(chunk.problems, ({ at }) => at)
      const places = wrongRows(chunk).slice(0, left)
      left -= places.length
      yield places.map((place) => [
        ...(chunk.rows[place] ?? []),
        (reasons.get(place) ?? []).map(({ message }) => message).join('；'),
      ])
    }
  }
  return writeSheet('xlsx', { name: noun, columns: [...columns, { header: REASON_HEADER, width: 50 }], rows: rows() })
}

type Saving<Ready> = Omit<SaveContext<Ready>, 'rows' | 'give'>

/** Checks the right rows once more and saves them. Throws 409 where one is no longer right. */
export async function saveRows<Key extends string, Ready>(
  context: Saving<Ready>,
  columns: readonly ImportColumn[],
  check: LargeCheck<Key, Ready>,
  checkParts: (parts: readonly Replaced[]) => void,
): Promise<{ rows: number; made: readonly Made[] }> {
  const { tx, importId } = context
  const readRow = reading(columns, check)
  const breathe = breathing()
  async function* right({
    add,
    refused,
  }: Partial<Pick<typeof check, 'add' | 'refused'>>): AsyncGenerator<RightRows<Ready>> {
    for await (const chunk of chunksOf(tx, importId)) {
      const wrong = new Set(wrongRows(chunk))
      const rows: { number: number; value: Ready }[] = []
      for (const [place, cells] of chunk.rows.entries()) {
        await breathe()
        const isWrong = wrong.has(place)
        if (isWrong && !refused) continue
        const number = chunk.numbers[place] ?? 0
        const { row, value, problems } = readRow(chunk.first + place, [number, cells])
        if (isWrong) {
          refused?.(row)
          continue
        }
        const [problem] = problems.values()
        if (value === undefined)
          throw refuse('conflict', { msg: `第 ${number} 行在检查后有了错误（${problem}），没有导入任何行，请重新检查` })
        add?.(value, row, () => undefined)
        rows.push({ number, value })
      }
      yield rows
    }
  }
  let rows = 0
  for await (const some of right(check)) rows += some.length
  const parts: Replaced[] = []
  await check.end({ addNote: () => undefined, replace: (part) => parts.push(part) })
  checkParts(parts)
  const made = await check.save({ ...context, chunks: () => right({}) })
  return { rows, made }
}
