// What very large lists need: pages whose plans PostgreSQL keeps, and totals that are estimated where counting takes too long.
//
// PostgreSQL replans a statement at each call, which takes longer than the call itself, while it estimates custom plans
// to be much cheaper than the generic one. It does so wherever it cannot see how few rows are wanted.
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Page } from '#contract/envelope.ts'
import { PAGING_REACH } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { oneAtOnce } from './one-at-once.ts'
import { type Query, type Selected, statement, type Values } from './statements.ts'

type Select = Query & { getSQL: () => SQL }
type Placeholder = ReturnType<typeof sql.placeholder>
type Shape = { where: SQL; orderBy: SQL; limit: Placeholder; offset: Placeholder }
/** A select that is not narrowed yet. */
type Rows = {
  where: (where: SQL) => { orderBy: (by: SQL) => { limit: (n: Placeholder) => { offset: (n: Placeholder) => Select } } }
}
type Read<Row> = (db: Db, values: Values) => Promise<Row[]>

export type PageOptions<Row> = {
  name: string
  tie: SQL | PgColumn
  /** The columns of a row, and the select of them, to which the list adds filters, order and page. */
  fields: Selected<Row>
  rows: (db: Db, shape: Shape) => Rows | Select
  /**
   * For rows with counts or many joins: selects only the `tie` (an id) of what matches. The page's ids are found first, by a
   * statement that plans quickly; then `rows` reads them by a second one, the same for every filter and order.
   * `nearest` is the order and limit that the select gets; one that merges several parts limits each by it.
   */
  ids?: (db: Db, where: SQL, nearest: SQL) => Select
  /**
   * `always` as a condition on a single row, by which `rows` checks the few of a page. Needed where `always` first finds all
   * that is in scope, which `rows` would repeat.
   */
  ofRow?: SQL
  /** For pages that need a scan of everything: concurrent identical requests share it. */
  isShared?: boolean
}

/** The parts of a query: `always` and `switches` as the viewer's scope has them. */
type QueryParts = { name: string; where: SQL; orderBy: SQL; always: SQL; switches: string }

/**
 * Limits of the page statements, rows: a page uses the smallest that covers its last row. Each is a literal, as the
 * planner does not see a parameter.
 */
const WINDOWS = [100, 1_000, 10_000, PAGING_REACH]

export const limit = sql.placeholder('limit')
export const offset = sql.placeholder('offset')
/** A number that stands in the statement: as a value the planner would not see it. */
const fixed = (rows: number) => sql.raw(String(rows)) as unknown as Placeholder
/** As a select the planner does not see how many there are: a few would be planned anew each time. */
const pageIds = sql`(select ${sql.placeholder('pageIds')}::bigint[])::bigint[]`

export const narrow = (rows: Rows | Select, { where, orderBy, limit, offset }: Shape): Select =>
  (rows as Rows).where(where).orderBy(orderBy).limit(limit).offset(offset)

/** @returns a function that writes the statements of a query, which is given the last row of the page and its values */
export function pagesOf<Row>({ name, tie, fields, rows, ids, ofRow, isShared = false }: PageOptions<Row>) {
  const read = new Map<string, Read<Row>>()

  /** The rows of `pageIds` in their order, if they still are in scope. */
  function rowsOfIds({ always, switches }: QueryParts): Read<Row> {
    const known = read.get(switches)
    if (known) return known
    const shape = {
      where: sql`${tie} = any(${pageIds}) and ${ofRow ?? always}`,
      orderBy: sql`array_position(${pageIds}, ${tie})`,
      limit: fixed(PAGING_REACH),
      offset: fixed(0),
    }
    const fresh = statement(`${name}_page_${read.size}`, fields, (db) => narrow(rows(db, shape), shape))
    read.set(switches, fresh)
    return fresh
  }

  /** A select with a limit of its own is not merged into the one around it, and keeps its order. */
  const pageOf = (db: Db, near: SQL): Query =>
    db.select({ all: sql`*` }).from(sql`(${near}) as near`).limit(limit).offset(offset)

  function pageIn(window: number, parts: QueryParts): Read<Row> {
    const { where, orderBy } = parts
    const as = `${parts.name}_${window}`
    if (!ids) {
      const near = { where, orderBy, limit: fixed(window), offset: fixed(0) }
      const page = statement(as, fields, (db) => pageOf(db, narrow(rows(db, near), near).getSQL()))
      return isShared ? page.shared : page
    }
    const nearest = sql`order by ${orderBy} limit ${fixed(window)}`
    const first = statement<{ id: string }>(as, { id: sql<string>`${tie}` }, (db) =>
      pageOf(db, sql`${ids(db, where, nearest).getSQL()} ${nearest}`),
    )
    const readIds = rowsOfIds(parts)
    return async (db, values) => {
      const found = await (isShared ? first.shared : first)(db, values)
      return found.length === 0 ? [] : readIds(db, { ...values, pageIds: found.map(({ id }) => id) })
    }
  }

  return (parts: QueryParts) => {
    const pages = WINDOWS.map((window) => ({ window, page: pageIn(window, parts) }))
    return (end: number): Read<Row> => {
      const found = pages.find(({ window }) => end <= window)
      if (!found) throw new Error('no window is as large as the reach')
      return found.page
    }
  }
}

/** Above this a total is not counted but estimated, rows. */
const EXACT_TOTAL = 10_000
/** How long an estimate is cached, ms: making one costs the count of that many rows and a plan. */
const ESTIMATE_LIFE_MS = 60_000
/** TTL of totals of many rows, ms: concurrent requests would count all the time. */
const LARGE_TOTAL = 5_000
const LARGE_LIFE_MS = 1_000
/** Cached totals of one list. */
const KEPT = 500

export type TotalOptions<Sum extends string> = {
  /** One column `n`, for each row that matches; it is only counted. Beside it what `sums` add up. */
  matches: (db: Db, where: SQL) => Select
  /** Of columns of `matches`, over all rows that the query finds, as decimal texts. */
  sums?: Record<Sum, SQL<string>>
  /**
   * The scope with the ids that it comes to, for an estimate: of a scope that is a select the planner knows neither how many
   * ids it finds nor how many rows those have.
   */
  knownScope?: (db: Db, values: Values) => Promise<SQL>
  /** `matches` without a scope, for `knownScope` to restrict: needed where `matches` has the scope in its `from`. */
  unscopedMatches?: (db: Db, where: SQL) => Select
}

type Counts<Sum extends string> = Pick<Page<never, Sum>, 'total' | 'estimated' | 'sums'>

/**
 * @returns a function that writes the statement of a query, which is given its values; `wholly` is `where` with its filters
 * in the form for a count over everything, `unscoped` those filters alone. Exact and with its sums up to 10,000 rows.
 */
export function totalsOf<Sum extends string>(options: TotalOptions<Sum>) {
  const { matches, sums, knownScope, unscopedMatches = matches } = options
  const counted = { total: sql<number>`count(*)::int`, ...sums } as Selected<{ total: number } & Record<Sum, string>>
  const cache = new Map<string, { counts: Counts<Sum>; until: number }>()

  function keep(key: string, counts: Counts<Sum>, life: number): Counts<Sum> {
    if (cache.size >= KEPT) cache.clear()
    cache.set(key, { counts, until: Date.now() + life })
    return counts
  }

  return ({ name, where, wholly, unscoped }: { name: string; where: SQL; wholly: SQL; unscoped: SQL }) => {
    const exactly = statement(`${name}_total`, counted, (db) =>
      db
        .select(counted)
        .from(sql`(${matches(db, wholly).getSQL()} limit ${sql.raw(String(EXACT_TOTAL + 1))}) as found`),
    )
    // those who ask at once wait for one count and one estimate, not each for their own
    return oneAtOnce(async (db: Db, values: Values): Promise<Counts<Sum>> => {
      const key = `${name} ${JSON.stringify(values)}`
      const known = cache.get(key)
      if (known && known.until > Date.now()) return known.counts
      const [{ total, ...added } = { total: 0 }] = await exactly(db, values)
      if (total <= EXACT_TOTAL) {
        // sums are money, and always of this moment
        if (sums) return { total, sums: added as Record<Sum, string> }
        return total > LARGE_TOTAL ? keep(key, { total }, LARGE_LIFE_MS) : { total }
      }
      // where one form hides how many there are, the other tells
      const forms = knownScope
        ? [unscopedMatches(db, sql`${await knownScope(db, values)} and ${unscoped}`)]
        : [matches(db, where), matches(db, wholly)]
      const guesses = await Promise.all(forms.map((form) => estimate(db, form, values)))
      return keep(key, { total: Math.max(total, ...guesses), estimated: true }, ESTIMATE_LIFE_MS)
    })
  }
}

/** The planner's number of rows for the same scoped query. */
async function estimate(db: Db, matches: Select, values: Values): Promise<number> {
  const { sql: text, params } = matches.toSQL()
  const { rows } = await db.$client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) ${text}`,
    values: fillPlaceholders(params, values),
  })
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
