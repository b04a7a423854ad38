// Checks the rows of an import: each cell by its column's rule, then what the import itself asks of them together.
import { setImmediate } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { Fields } from '../../contract/fields.ts'
import type { ImportColumn } from '../../contract/sheets.ts'
import type { Executor } from '../db/connection.ts'
import type { Person } from './actors.ts'
import type { ImportContent, Problem } from './imports-content.ts'
import { Refusal } from './refusal.ts'
import { checkInput } from './validation.ts'

export type ImportRow<Key extends string> = {
  at: number
  /** In the spreadsheet. */
  number: number
  /** Empty where the cell is. */
  values: Record<Key, string>
}

export type CheckContext<Key extends string> = {
  db: Executor
  /** Whose import it is, with the rights of this moment. */
  actor: Person
  rows: readonly ImportRow<Key>[]
  /** A cell that its column's rule refuses keeps that problem, any other its first. */
  report: (row: ImportRow<Key>, key: Key, message: string) => void
  /** Wait for it at each row: now and then it takes a moment, in which other calls get their turn. */
  breathe: () => Promise<void> | undefined
}

/** Checks rows against each other and the tables; answers what saving a row needs, for rows without a problem. */
export type RowsCheck<Key extends string, Ready> = (
  context: CheckContext<Key>,
) => Promise<(row: ImportRow<Key>) => Ready>

/** Rows that are checked before other calls get their turn. */
const ROWS_A_TURN = 250

const schemas = new WeakMap<readonly ImportColumn[], TSchema>()

function schemaOf(columns: readonly ImportColumn[]): TSchema {
  let schema = schemas.get(columns)
  if (!schema) {
    const rules = columns.map(({ key, rule, required }) => [key, required ? rule : Type.Optional(rule)] as const)
    schema = Fields(Object.fromEntries(rules))
    schemas.set(columns, schema)
  }
  return schema
}

/** @param given without the empty cells: those are no texts of length 0, they are not there */
function problemsOf(schema: TSchema, given: Record<string, string>): { field: string; message: string }[] {
  try {
    checkInput(schema, given, 'strict')
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (error.data as { fields: { field: string; message: string }[] }).fields
  }
}

type Found = Map<number, Map<string, string>>

/** Each cell keeps its first problem. */
function note(found: Found, at: number, key: string, message: string): void {
  const ofRow = found.get(at) ?? new Map<string, string>()
  if (!ofRow.has(key)) ofRow.set(key, message)
  found.set(at, ofRow)
}

export type AskedRows<Key extends string = string> = { rows: ImportRow<Key>[]; problems: Found }

/** Asks each row its columns' rules as it comes: a file is asked while it is still read. */
export function askingRules(columns: readonly ImportColumn[]) {
  const schema = schemaOf(columns)
  const asked: AskedRows = { rows: [], problems: new Map() }
  const add = (number: number, cells: readonly string[]): void => {
    const at = asked.rows.length
    const values: Record<string, string> = {}
    const given: Record<string, string> = {}
    for (const [place, { key }] of columns.entries()) {
      const cell = cells[place] ?? ''
      values[key] = cell
      if (cell !== '') given[key] = cell
    }
    asked.rows.push({ at, number, values })
    for (const { field, message } of problemsOf(schema, given)) note(asked.problems, at, field, message)
  }
  return { asked, add }
}

/** Lets other calls have their turn, now and then. */
function breathing(): () => Promise<void> | undefined {
  let turn = 0
  return () => (++turn % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}

/** The same for rows that are there already. */
export async function askRules({ numbers, rows }: ImportContent, columns: readonly ImportColumn[]): Promise<AskedRows> {
  const { asked, add } = askingRules(columns)
  const breathe = breathing()
  for (const [at, cells] of rows.entries()) {
    add(numbers[at] ?? 0, cells)
    await breathe()
  }
  return asked
}

export type Checked<Ready> = { problems: Problem[]; ready: { at: number; number: number; value: Ready }[] }

/** @param asked by `askRules`, of the import's own columns */
export async function checkRows<Key extends string, Ready>(
  asked: AskedRows,
  check: RowsCheck<Key, Ready>,
  { db, actor }: { db: Executor; actor: Person },
): Promise<Checked<Ready>> {
  const { rows, problems: byRule } = asked as AskedRows<Key>
  const byCheck: Found = new Map()
  const report = ({ at }: ImportRow<Key>, key: Key, message: string) => note(byCheck, at, key, message)
  const readyOf = await check({ db, actor, rows, breathe: breathing(), report })
  const found: Found = new Map([...byRule].map(([at, ofRow]) => [at, new Map(ofRow)]))
  for (const [at, ofRow] of byCheck) for (const [key, message] of ofRow) note(found, at, key, message)
  const problems = [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, ofRow]) => [...ofRow].map(([key, message]) => ({ at, key, message })))
  const good = rows.filter(({ at }) => !found.has(at))
  return { problems, ready: good.map((row) => ({ at: row.at, number: row.number, value: readyOf(row) })) }
}
