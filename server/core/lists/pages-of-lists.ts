// The statements that read one page of a list, written so that PostgreSQL keeps their plans.
//
// It plans a statement anew at each call, for longer than the call takes, while it thinks that the values at hand are much
// cheaper than any others; and it thinks so wherever it cannot see how few rows are wanted.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PAGING_REACH } from '../../../contract/limits.ts'
import type { Db } from '../../db/connection.ts'
import { type Query, type Selected, statement, type Values } from './statements.ts'

export type Select = Query & { getSQL: () => SQL }
type Placeholder = ReturnType<typeof sql.placeholder>
export type Shape = { where: SQL; orderBy: SQL; limit: Placeholder; offset: Placeholder }
type Read<Row> = (db: Db, values: Values) => Promise<Row[]>

export type PageOptions<Row> = {
  name: string
  tie: SQL | PgColumn
  /** What a row shows, and the select of just that. */
  fields: Selected<Row>
  rows: (db: Db, shape: Shape) => Select
  /**
   * Only the `tie` of what matches, an id, where a row counts something or joins much. The page's are found first, by a
   * statement that is planned quickly; `rows` reads these by another, which is the same for every filter and order.
   */
  ids?: (db: Db, where: SQL) => Select
  /** Where a page is found by a look at everything: it is found once for all who ask for the same at once. */
  isShared?: boolean
}

/** What is asked: `always` and `switches` as the scope of the one who asks has them. */
type Asked = { name: string; where: SQL; orderBy: SQL; always: SQL; switches: string }

/** How far into its rows a page may end, rows: a statement says so in itself. */
const WINDOWS = [100, 1_000, 10_000, PAGING_REACH]

export const limit = sql.placeholder('limit')
export const offset = sql.placeholder('offset')
/** A number that stands in the statement: as a value the planner would not see it. */
const fixed = (rows: number) => sql.raw(String(rows)) as unknown as Placeholder
/** As a select the planner does not see how many there are: a few would be planned anew each time. */
const pageIds = sql`(select ${sql.placeholder('pageIds')}::bigint[])::bigint[]`

/** @returns a function that writes the statements of a query, which is given the last row of the page and its values */
export function pagesOf<Row>({ name, tie, fields, rows, ids, isShared = false }: PageOptions<Row>) {
  const read = new Map<string, Read<Row>>()

  /** The rows of `pageIds` in their order, if they still are in scope. */
  function rowsOfIds({ always, switches }: Asked): Read<Row> {
    const known = read.get(switches)
    if (known) return known
    const shape = {
      where: sql`${tie} = any(${pageIds}) and ${always}`,
      orderBy: sql`array_position(${pageIds}, ${tie})`,
      limit: fixed(PAGING_REACH),
      offset: fixed(0),
    }
    const fresh = statement(`${name}_page_${read.size}`, fields, (db) => rows(db, shape))
    read.set(switches, fresh)
    return fresh
  }

  /** A select with a limit of its own is not merged into the one around it, and keeps its order. */
  const pageOf = (db: Db, near: SQL): Query =>
    db.select({ all: sql`*` }).from(sql`(${near}) as near`).limit(limit).offset(offset)

  function pageIn(window: number, asked: Asked): Read<Row> {
    const { where, orderBy } = asked
    const as = `${asked.name}_${window}`
    if (!ids) {
      const near = { where, orderBy, limit: fixed(window), offset: fixed(0) }
      const page = statement(as, fields, (db) => pageOf(db, rows(db, near).getSQL()))
      return isShared ? page.shared : page
    }
    const first = statement<{ id: string }>(as, { id: sql<string>`${tie}` }, (db) =>
      pageOf(db, sql`${ids(db, where).getSQL()} order by ${orderBy} limit ${fixed(window)}`),
    )
    const theirs = rowsOfIds(asked)
    return async (db, values) => {
      const found = await (isShared ? first.shared : first)(db, values)
      return found.length === 0 ? [] : theirs(db, { ...values, pageIds: found.map(({ id }) => id) })
    }
  }

  return (asked: Asked) => {
    const pages = WINDOWS.map((window) => ({ window, page: pageIn(window, asked) }))
    return (end: number): Read<Row> => {
      const found = pages.find(({ window }) => end <= window)
      if (!found) throw new Error('no window is as large as the reach')
      return found.page
    }
  }
}
