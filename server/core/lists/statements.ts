// Runs a select that Drizzle wrote as a named statement. Drizzle's own execution looks up the column type for every cell and
// traces each step, which costs a list a tenth of its speed: here types are looked up once, when the first call prepares.
import { hash } from 'node:crypto'
import { Column, fillPlaceholders, is, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db } from '#server/db/connection.ts'
import { oneAtOnce } from './one-at-once.ts'

export type Values = Record<string, unknown>
/** What is selected, flat, by the names that rows carry. */
export type Selected<Row> = { [K in keyof Row]: PgColumn | SQL<Row[K]> }
export type Query = { toSQL: () => { sql: string; params: unknown[] } }
export type Statement<Row> = {
  (db: Db, values: Values): Promise<Row[]>
  /** For slow statements: concurrent calls with the same values share the next run. The rows are read-only. */
  shared: (db: Db, values: Values) => Promise<Row[]>
  /** The same rows in batches, through a cursor: memory holds one batch, however many there are. */
  each: (db: Db, values: Values) => AsyncGenerator<Row[]>
}

type Decode = (value: unknown) => unknown
type Decoder = { mapFromDriverValue: Decode }

/** Drizzle's columns read days and moments from PostgreSQL's own text. */
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = pg.types.builtins
const texts = new Set<number>([DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL])
const asText = (text: string) => text
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number) => (texts.has(id) ? asText : pg.types.getTypeParser(id)),
}

function decoderOf(field: PgColumn | SQL): Decode {
  const decoder: Decoder = is(field, Column) ? field : (field as unknown as { decoder: Decoder }).decoder
  return (value) => decoder.mapFromDriverValue(value)
}

/** PostgreSQL cuts longer names, so that two of the same beginning would be one. */
const NAME_CHARACTERS = 63
const HASH_CHARACTERS = 16

export const shortName = (name: string): string =>
  name.length <= NAME_CHARACTERS
    ? name
    : `${name.slice(0, NAME_CHARACTERS - HASH_CHARACTERS)}${hash('sha256', name, 'hex').slice(0, HASH_CHARACTERS)}`

/** Rows that a cursor fetches at once. */
const BATCH = 1_000

/** @param fullName unique in the program: it names the statement on every connection */
export function statement<Row>(fullName: string, fields: Selected<Row>, write: (db: Db) => Query): Statement<Row> {
  const name = shortName(fullName)
  const names = Object.keys(fields)
  const decoders = (Object.values(fields) as (PgColumn | SQL)[]).map(decoderOf)
  let written: { sql: string; params: unknown[] } | undefined

  const toRow = (cells: unknown[]): Row => {
    const row: Values = {}
    for (let at = 0; at < names.length; at++) {
      const cell = cells[at]
      row[names[at] as string] = cell === null ? null : decoders[at]?.(cell)
    }
    return row as Row
  }

  const fill = (db: Db, values: Values) => {
    written ??= write(db).toSQL()
    return { text: written.sql, values: fillPlaceholders(written.params, values) }
  }

  const all = async (db: Db, values: Values): Promise<Row[]> => {
    const { rows } = await db.$client.query<unknown[]>({ name, ...fill(db, values), rowMode: 'array', types })
    return rows.map(toRow)
  }

  const shared = oneAtOnce(all)

  async function* each(db: Db, values: Values): AsyncGenerator<Row[]> {
    const query = fill(db, values)
    const client = await db.$client.connect()
    let failure: Error | undefined
    try {
      await client.query('begin read only')
      await client.query({ ...query, text: `declare rows no scroll cursor for ${query.text}` })
      const fetch = () => client.query<unknown[]>({ text: `fetch ${BATCH} from rows`, rowMode: 'array', types })
      let next = fetch()
      for (;;) {
        const { rows } = await next
        if (rows.length === 0) break
        // fetched ahead while these rows are used; its error is ignored if the caller stops here
        next = fetch()
        next.catch(() => undefined)
        yield rows.map(toRow)
      }
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // a caller that stops early leaves a transaction open; a failed connection is discarded
      if (!failure) await client.query('rollback').catch((error: Error) => (failure = error))
      client.release(failure)
    }
  }

  return Object.assign(all, { shared, each })
}
