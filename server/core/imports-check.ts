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

/** Problems by row and column: each cell keeps its first. */
function collect() {
  const rows = new Map<number, Map<string, string>>()
  const add = (at: number, key: string, message: string) => {
    const ofRow = rows.get(at) ?? new Map<string, string>()
    if (!ofRow.has(key)) ofRow.set(key, message)
    rows.set(at, ofRow)
  }
  return { rows, add }
}

export type Checked<Ready> = { problems: Problem[]; ready: { at: number; number: number; value: Ready }[] }

export async function checkRows<Key extends string, Ready>(
  { numbers, rows: cells }: ImportContent,
  columns: readonly ImportColumn[],
  check: RowsCheck<Key, Ready>,
  { db, actor }: { db: Executor; actor: Person },
): Promise<Checked<Ready>> {
  const schema = schemaOf(columns)
  const byRule = collect()
  const byCheck = collect()
  let turn = 0
  const breathe = () => (++turn % ROWS_A_TURN === 0 ? setImmediate() : undefined)

  const keys = columns.map(({ key }) => key)
  const rows: ImportRow<Key>[] = []
  for (const [at, row] of cells.entries()) {
    const values: Record<string, string> = {}
    for (let place = 0; place < keys.length; place++) values[keys[place] as string] = row[place] ?? ''
    rows.push({ at, number: numbers[at] ?? 0, values: values as Record<Key, string> })
    await breathe()
  }
  const askRules = async () => {
    for (const { at, values } of rows) {
      const given: Record<string, string> = {}
      for (const key of keys) {
        const cell = values[key as Key]
        if (cell !== '') given[key] = cell
      }
      for (const { field, message } of problemsOf(schema, given)) byRule.add(at, field, message)
      await breathe()
    }
  }
  const report = ({ at }: ImportRow<Key>, key: Key, message: string) => byCheck.add(at, key, message)
  // the database looks things up meanwhile
  const [readyOf] = await Promise.all([check({ db, actor, rows, breathe, report }), askRules()])

  for (const [at, ofRow] of byCheck.rows) {
    for (const [key, message] of ofRow) byRule.add(at, key, message)
  }
  const found = byRule.rows
  const problems = [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, ofRow]) => [...ofRow].map(([key, message]) => ({ at, key, message })))
  const good = rows.filter(({ at }) => !found.has(at))
  return { problems, ready: good.map((row) => ({ at: row.at, number: row.number, value: readyOf(row) })) }
}
