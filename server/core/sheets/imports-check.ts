// Checks the rows of an import: each cell by its column's rule, then all rows by the import's own check.
import { setImmediate } from 'node:timers/promises'
import { type TSchema, Type } from 'typebox'
import { Fields } from '../../../contract/fields.ts'
import type { ImportColumn } from '../../../contract/sheets.ts'
import type { Executor } from '../../db/connection.ts'
import type { Person } from '../access/actors.ts'
import { Refusal } from '../http/refusal.ts'
import { checkInput } from '../http/validation.ts'
import type { NumberedRow, Problem } from './imports-content.ts'

export type ImportRow<Key extends string> = {
  at: number
  /** In the spreadsheet. */
  number: number
  /** Empty where the cell is, or where its column's rule has refused it: only values of their type go on. */
  values: Record<Key, string>
}

type Asking<Key extends string> = {
  db: Executor
  /** Whose import it is, with the rights of this moment. */
  actor: Person
  /** Adds a problem to a cell. That of its column's rule wins, then the first added. */
  report: (row: ImportRow<Key>, key: Key, message: string) => void
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

type Found = Map<number, Map<string, string>>

/** Each cell keeps its first problem. */
function note(found: Found, at: number, key: string, message: string): void {
  const ofRow = found.get(at) ?? new Map<string, string>()
  if (!ofRow.has(key)) ofRow.set(key, message)
  found.set(at, ofRow)
}

/** Yields to the event loop now and then. */
function breathing(): () => Promise<void> | undefined {
  let turn = 0
  return () => (++turn % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}

export type Checked<Ready> = { problems: Problem[]; ready: { at: number; number: number; value: Ready }[] }

/** @param source the import's rows, a few at once: each is asked its columns' rules as it comes */
export async function checkRows<Key extends string, Ready>(
  source: AsyncIterable<readonly NumberedRow[]>,
  columns: readonly ImportColumn[],
  check: RowsCheck<Key, Ready>,
  { db, actor }: { db: Executor; actor: Person },
): Promise<Checked<Ready>> {
  const schema = schemaOf(columns)
  const rows: ImportRow<Key>[] = []
  const byRule: Found = new Map()
  const byCheck: Found = new Map()
  const ask = ([number, cells]: NumberedRow): void => {
    const at = rows.length
    const values: Record<string, string> = {}
    const filled: Record<string, string> = {}
    for (const [place, { key }] of columns.entries()) {
      const cell = cells[place] ?? ''
      values[key] = cell
      if (cell !== '') filled[key] = cell
    }
    rows.push({ at, number, values })
    for (const { field, message } of problemsOf(schema, filled)) {
      note(byRule, at, field, message)
      values[field] = ''
    }
  }
  async function* batches(): AsyncGenerator<readonly ImportRow<Key>[]> {
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
  const report = ({ at }: ImportRow<Key>, key: Key, message: string) => note(byCheck, at, key, message)
  const readyOf = await check({ db, actor, batches: batches(), breathe: breathing(), report })
  for (const [at, ofRow] of byCheck) for (const [key, message] of ofRow) note(byRule, at, key, message)
  const problems = [...byRule]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, ofRow]) => [...ofRow].map(([key, message]) => ({ at, key, message })))
  const good = rows.filter(({ at }) => !byRule.has(at))
  return { problems, ready: good.map((row) => ({ at: row.at, number: row.number, value: readyOf(row) })) }
}
