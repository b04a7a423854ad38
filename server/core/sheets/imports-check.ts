// Checks the rows of an import: each cell by its column's rule, then all rows by the import's own check.
import { setImmediate } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { Fields } from '#contract/fields.ts'
import type { ImportColumn, ImportMethod } from '#contract/sheets.ts'
import type { Executor } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import { Refusal } from '../http/refusal.ts'
import { checkInput } from '../http/validation.ts'
import { readCell } from './cells.rules.ts'
import type { Compared, Matched, NumberedRow, Problem, Replaced } from './imports-content.ts'

export type ImportRow<Key extends string> = {
  at: number
  /** In the spreadsheet. */
  number: number
  /** Empty where the cell is, or where its column's rule has refused it: only values of their type go on. */
  values: Record<Key, string>
}

/** A row that is there already, with its cells as a sheet would hold them. */
export type Standing<Key extends string> = {
  id: string
  name: string
  version: number
  cells: Readonly<Partial<Record<Key, string>>>
  /** The values of its columns that an update may change, named as the table's. */
  fields: Readonly<Record<string, unknown>>
}

type Asking<Key extends string> = {
  db: Executor
  /** The rows that an update means, by place: their values are complete, with what the sheet leaves empty as it is now. */
  standing: ReadonlyMap<number, Standing<Key>>
  /** Whose import it is, with the rights of this moment. */
  actor: Person
  /** Adds a problem to a cell. That of its column's rule wins, then the first added. */
  report: (row: ImportRow<Key>, key: Key, message: string) => void
  /** Whether a rule of its columns or the check has refused a cell of it so far. */
  isWrong: (row: Pick<ImportRow<Key>, 'at'>) => boolean
  /** A sentence about the whole, for the person who reads the check. */
  addNote: (note: string) => void
  /** Of an import that replaces parts whole: a row that stands there already, with the cells that change as they are now. */
  compare: (row: Pick<ImportRow<Key>, 'at'>, was: [key: Key, value: string][]) => void
  /** A part that is replaced whole. */
  replace: (part: Replaced) => void
  /** Await it at each row: now and then it yields to the event loop, so that other calls get their turn. */
  breathe: () => Promise<void> | undefined
}

/** Rows a few thousand at once, as they are read: what they ask of the tables is asked while further ones come. */
export type BatchContext<Key extends string> = Asking<Key> & { batches: AsyncIterable<readonly ImportRow<Key>[]> }
export type CheckContext<Key extends string> = Asking<Key> & { rows: readonly ImportRow<Key>[] }

type ReadyOf<Key extends string, Ready> = (row: ImportRow<Key>) => Ready

/** Checks all rows against each other and the tables; answers what saving a row needs, for rows without a problem. */
export type RowsCheck<Key extends string, Ready> = (context: BatchContext<Key>) => Promise<ReadyOf<Key, Ready>>

type WholeCheck<Key extends string, Ready> = (context: CheckContext<Key>) => Promise<ReadyOf<Key, Ready>>

/** A check that wants all rows before it begins. */
export const whole =
  <Key extends string, Ready>(check: WholeCheck<Key, Ready>): RowsCheck<Key, Ready> =>
  async ({ batches, ...asking }) => {
    const rows: ImportRow<Key>[] = []
    for await (const some of batches) rows.push(...some)
    return check({ ...asking, rows })
  }

/** Rows that a check gets at once. */
const BATCH = 2_500
/** Rows that are checked before other calls get their turn. */
const ROWS_A_TURN = 250

const schemas = {
  complete: new WeakMap<readonly ImportColumn[], TSchema>(),
  partial: new WeakMap<readonly ImportColumn[], TSchema>(),
}

/** `partial`: of a row that may be there already, where empty cells change nothing. */
function schemaOf(columns: readonly ImportColumn[], kind: keyof typeof schemas): TSchema {
  let schema = schemas[kind].get(columns)
  if (!schema) {
    const isRequired = (required: boolean) => required && kind === 'complete'
    const rules = columns.map(
      ({ key, rule, required }) => [key, isRequired(required) ? rule : Type.Optional(rule)] as const,
    )
    schema = Fields(Object.fromEntries(rules))
    schemas[kind].set(columns, schema)
  }
  return schema
}

/** @param filled without empty cells, which count as missing rather than as texts of length 0 */
function problemsOf(schema: TSchema, filled: Record<string, string>): { field: string; message: string }[] {
  try {
    checkInput(schema, filled, 'strict')
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (error.data as { fields: { field: string; message: string }[] }).fields
  }
}

type Wrong = (key: string, message: string) => void

/** Reads the cells of a row by the rules of their columns. `partial`: of a row that may be there already. */
export function readingRows<Key extends string>(
  columns: readonly ImportColumn[],
  kind: keyof typeof schemas = 'complete',
): (at: number, row: NumberedRow, wrong: Wrong) => ImportRow<Key> {
  const schema = schemaOf(columns, kind)
  return (at, [number, cells], wrong) => {
    const values: Record<string, string> = {}
    const filled: Record<string, string> = {}
    for (const [place, column] of columns.entries()) {
      const read = readCell(cells[place] ?? '', column)
      values[column.key] = ''
      if ('problem' in read) wrong(column.key, read.problem)
      else if (read.value !== '') filled[column.key] = read.value
    }
    Object.assign(values, filled)
    const problems = problemsOf(schema, filled)
    // names and phones as their rules have cleaned them
    Object.assign(values, filled)
    for (const { field, message } of problems) {
      wrong(field, message)
      values[field] = ''
    }
    return { at, number, values }
  }
}

type Found = Map<number, Map<string, string>>

/** Each cell keeps its first problem. */
function note(found: Found, at: number, key: string, message: string): void {
  const ofRow = found.get(at) ?? new Map<string, string>()
  if (!ofRow.has(key)) ofRow.set(key, message)
  found.set(at, ofRow)
}

/** Yields to the event loop now and then. */
export function breathing(): () => Promise<void> | undefined {
  let turn = 0
  return () => (++turn % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}

export type ReadyRow<Ready> = { at: number; number: number; value: Ready }
export type Checked<Ready> = {
  problems: Problem[]
  ready: ReadyRow<Ready>[]
  matched: Matched[]
  checkNotes: string[]
  compared: Compared[]
  parts: Replaced[]
  /** What the matched rows hold now, by place. */
  fields: ReadonlyMap<number, Readonly<Record<string, unknown>>>
}

/** How rows that are there already are found and changed. */
export type Updating<Key extends string> = {
  noun: string
  method: Exclude<ImportMethod, 'add'>
  /** The column that identifies a row: the problem stands at this cell where none is found. */
  key: Key
  /** That an update may change. */
  columns: readonly Key[]
  /** Within the person's scope. Reports rows that mean several, or one out of scope. */
  find: (context: Omit<CheckContext<Key>, 'standing'>) => Promise<ReadonlyMap<number, Standing<Key>>>
}

const trailingZeros = /(?:\.0*|(\.\d*[1-9])0+)$/

/** A workbook holds 3,210.00 as 3210. */
const isSameCell = (typed: string, now: string, column: ImportColumn | undefined): boolean =>
  typed === now ||
  ((column?.as === 'figure' || column?.as === 'number') &&
    typed.replace(trailingZeros, '$1') === now.replace(trailingZeros, '$1'))

/** @param source the import's rows, a few at once: each is asked its columns' rules as it comes */
export async function checkRows<Key extends string, Ready>(
  source: AsyncIterable<readonly NumberedRow[]>,
  columns: readonly ImportColumn[],
  check: RowsCheck<Key, Ready>,
  { db, actor }: { db: Executor; actor: Person },
  updating?: Updating<Key>,
): Promise<Checked<Ready>> {
  const read = readingRows<Key>(columns, updating ? 'partial' : 'complete')
  const rows: ImportRow<Key>[] = []
  const byRule: Found = new Map()
  const byCheck: Found = new Map()
  const ask = (row: NumberedRow): void => {
    const at = rows.length
    rows.push(read(at, row, (key, message) => note(byRule, at, key, message)))
  }
  const columnOf = new Map(columns.map((column) => [column.key, column]))
  const report = ({ at }: ImportRow<Key>, key: Key, message: string) => note(byCheck, at, key, message)
  const isWrong: Asking<Key>['isWrong'] = ({ at }) => byRule.has(at) || byCheck.has(at)
  const checkNotes: string[] = []
  const addNote = (note: string) => void checkNotes.push(note)
  const compared: Compared[] = []
  const parts: Replaced[] = []
  const compare: Asking<Key>['compare'] = ({ at }, was) => void compared.push({ at, was })
  const replace = (part: Replaced) => void parts.push(part)
  const breathe = breathing()
  const standing = new Map<number, Standing<Key>>()
  const matched: Matched[] = []
  /** Completes the rows that are there from what they are now; the others must be complete themselves. */
  async function match({ noun, method, key: keyColumn, columns: changeable, find }: Updating<Key>): Promise<void> {
    for (const [at, each] of await find({ db, actor, rows, report, isWrong, addNote, compare, replace, breathe }))
      standing.set(at, each)
    for (const row of rows) {
      await breathe()
      const found = standing.get(row.at)
      if (!found && method === 'update') {
        report(row, keyColumn, `没有找到要更新的${noun}`)
      } else if (!found) {
        const filled = Object.fromEntries(Object.entries<string>(row.values).filter(([, cell]) => cell !== ''))
        for (const { field, message } of problemsOf(schemaOf(columns, 'complete'), filled))
          note(byRule, row.at, field, message)
      } else {
        const was = changeable.flatMap((key): [string, string][] => {
          const now = found.cells[key] ?? ''
          const typed = row.values[key]
          return typed === '' || isSameCell(typed, now, columnOf.get(key)) ? [] : [[key, now]]
        })
        matched.push({ at: row.at, id: found.id, name: found.name, version: found.version, was })
        const typed = Object.fromEntries(was.map(([key]) => [key, row.values[key as Key]]))
        // what an update may not change stays, whatever the sheet has
        for (const { key } of columns) row.values[key as Key] = ''
        Object.assign(row.values, found.cells, typed)
      }
    }
  }
  async function* batches(): AsyncGenerator<readonly ImportRow<Key>[]> {
    if (updating) {
      for await (const some of source) {
        for (const row of some) ask(row)
        await setImmediate()
      }
      await match(updating)
      if (rows.length > 0) yield rows
      return
    }
    let handedOn = 0
    for await (const some of source) {
      for (const row of some) ask(row)
      // a few hundred: other calls get their turn
      await setImmediate()
      if (rows.length - handedOn < BATCH) continue
      yield rows.slice(handedOn)
      handedOn = rows.length
    }
    if (handedOn < rows.length) yield rows.slice(handedOn)
  }
  const readyOf = await check({
    db,
    actor,
    batches: batches(),
    breathe,
    report,
    isWrong,
    addNote,
    compare,
    replace,
    standing,
  })
  for (const [at, ofRow] of byCheck) for (const [key, message] of ofRow) note(byRule, at, key, message)
  const problems = [...byRule]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, ofRow]) => [...ofRow].map(([key, message]) => ({ at, key, message })))
  const fields = new Map([...standing].map(([at, each]) => [at, each.fields]))
  const good = rows.filter(({ at }) => !byRule.has(at))
  return {
    problems,
    ready: good.map((row) => ({ at: row.at, number: row.number, value: readyOf(row) })),
    matched,
    checkNotes,
    compared,
    parts,
    fields,
  }
}
