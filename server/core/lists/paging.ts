// Lists: a named statement for each shape of filter and sort, rows and count at once, a fixed list of sort columns.
import { Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Page } from '#contract/envelope.ts'
import { PAGE_SIZE, PAGING_REACH } from '#contract/limits.ts'
import { textKey } from '#contract/text.ts'
import { mobileOf } from '#contract/typed-text.ts'
import type { Db } from '#server/db/connection.ts'
import { refuse } from '../http/refusal.ts'
import { limit, narrow, offset, type PageOptions, pagesOf, type TotalOptions, totalsOf } from './large-lists.ts'
import { type Statement, statement, type Values } from './statements.ts'

type ListQuery = { current?: number; size?: number; ascs?: string[]; descs?: string[] }

/**
 * The condition of one field of the query; `value` prepares the field's value. `ofAll` is an equivalent for a count over
 * everything, where finding all such rows at once is cheaper than testing each row.
 */
export type Filter = { where: SQL; ofAll?: SQL; value?: (value: never) => unknown }
/** The same where the value decides on the condition: each of the few names has statements of its own, and a plan. */
export type Choice = { choose: (value: never) => Filter & { name: string } }

/** A field with few values: an index serves the condition of each. */
export const oneOf = (conditions: Readonly<Record<string, SQL>>): Choice => ({
  choose: (value: string) => {
    const [name, where] = Object.entries(conditions).find(([name]) => name === value) ?? []
    if (name === undefined || where === undefined) throw new Error('a word without a condition')
    return { name, where }
  },
})

/** The pattern that finds a part of a text literally: `%`, `_` and `\` mean themselves. */
const partOf = (value: string): string => `%${value.trim().replace(/[\\%_]/g, '\\$&')}%`

/**
 * What programs write (codes, addresses, devices) by a part of it: house-rules.mjs lists these columns. What people write is found
 * by its key, with `nameHas`.
 */
export const contains = (column: SQLWrapper, name: string): Filter => ({
  where: sql`${column} ilike ${sql.placeholder(name)}`,
  // an input method may write digits and letters of full width
  value: (typed: string) => partOf(typed.normalize('NFKC')),
})

/** The pattern that finds a part of a name by its key (`text_key`), or of its pinyin where that is stored. */
export const keyPart = (value: string): string => partOf(textKey(value))

/** A name has the pattern of `keyPart` in its key or, where it is stored, in its pinyin. */
export const hasName = (name: SQLWrapper, part: unknown, spelling?: SQLWrapper): SQL =>
  spelling ? sql`(text_key(${name}) like ${part} or ${spelling} like ${part})` : sql`text_key(${name}) like ${part}`

/** A name by a part of it, however it is typed. */
export const nameHas = (column: SQLWrapper, name: string, spelling?: SQLWrapper): Filter => ({
  where: hasName(column, sql.placeholder(name), spelling),
  value: keyPart,
})

/** A mobile number by a part of it, however it is typed. */
export const phoned = (column: SQLWrapper, name: string): Filter => ({
  where: sql`${column} like ${sql.placeholder(name)}`,
  value: (typed: string) => keyPart(mobileOf(typed)),
})

/** Start of the day of a query field in Asia/Shanghai, as timestamptz. */
export const startOfDay = (name: string): SQL =>
  sql`(${sql.placeholder(name)}::date)::timestamp at time zone 'Asia/Shanghai'`

/**
 * Start of the next day. Written as a day plus an interval it would be known only at execution: the planner could prune no
 * month of the logs.
 */
export const endOfDay = (name: string): SQL =>
  sql`(${sql.placeholder(name)}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

export const equals = (column: PgColumn, name: string): Filter => ({ where: sql`${column} = ${sql.placeholder(name)}` })

type ListOptions<Row, Params, Sum extends string> = PageOptions<Row> &
  TotalOptions<Sum> & {
    /**
     * What holds for every row, such as the actor's scope; its placeholders are filled from `scope`. It may be written from
     * the switches of `scope`, which have statements of their own.
     */
    always: SQL | ((scope: Values) => SQL)
    filters: { [K in keyof Params]?: Filter | Choice }
    /** What follows from a query, without its values: a query has statements of its own for each name, of which there are few. */
    known?: (query: Params) => { name: string; where: SQL } | undefined
    sorts: Record<string, SQL | PgColumn>
    /** The order where none is asked for; `tie` makes every order total. */
    usual: SQL
  }

type Statements<Row, Sum extends string> = {
  page: ReturnType<ReturnType<typeof pagesOf<Row>>>
  /** All rows in their order, for a cursor. */
  rows: Statement<Row>
  count: ReturnType<ReturnType<typeof totalsOf<Sum>>>
}

/** An index read backwards serves `desc`, but never `desc nulls last`: that is said only where there can be nulls. */
function ordered(by: SQL | PgColumn, direction: 'asc' | 'desc'): SQL {
  const hasNulls = !(is(by, Column) && by.notNull)
  return sql`${by} ${sql.raw(hasNulls ? `${direction} nulls last` : direction)}`
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

export type List<Row, Params, Sum extends string = never> = {
  (db: Db, query: Params, scope?: Values): Promise<Page<Row, Sum>>
  /** Every row that the query finds, `limit` at most, in its order and scope, in batches; its page does not matter. */
  each: (db: Db, query: Params, scope: Values, limit: number) => AsyncGenerator<Row[]>
}

const listNames = new Set<string>()

/** @returns a function that answers a page of the list; there is a named statement for each shape of filter and sort */
export function list<Row, Params extends ListQuery, Sum extends string = never>(
  options: ListOptions<Row, Params, Sum>,
): List<Row, Params, Sum> {
  // statements of one name on one connection would answer each other's calls
  if (listNames.has(options.name)) throw new Error(`two lists are named ${options.name}`)
  listNames.add(options.name)
  const shapes = new Map<string, Statements<Row, Sum>>()
  const filters = Object.entries(options.filters as Record<string, Filter | Choice>)
  const pages = pagesOf(options)
  const totals = totalsOf(options)

  function orderBy({ ascs = [], descs = [] }: ListQuery): SQL {
    const sort = (names: string[], direction: 'asc' | 'desc') =>
      names.flatMap((name) => options.sorts[name] ?? []).map((by) => ordered(by, direction))
    const chosen = [...sort(ascs, 'asc'), ...sort(descs, 'desc')]
    // The tie runs the way of the last sort, so that one index serves both.
    const tie = ordered(options.tie, ascs.length > 0 && descs.length === 0 ? 'asc' : 'desc')
    return sql.join([...(chosen.length > 0 ? chosen : [options.usual]), tie], sql`, `)
  }

  function statements(query: Params, used: [string, Filter][], scope: Values): Statements<Row, Sum> {
    // Separate statements for viewers of everything and of few rows: a cached plan for one is bad for the other.
    const switches = String(Object.values(scope).filter((value) => typeof value === 'boolean'))
    const key = [used.map(([name]) => name), query.ascs ?? [], query.descs ?? [], [switches]]
      .map((names) => names.join(','))
      .join('|')
    const known = shapes.get(key)
    if (known) return known
    const always = typeof options.always === 'function' ? options.always(scope) : options.always
    const all = (by: (filter: Filter) => SQL, first = always) =>
      sql.join([first, ...used.map(([, filter]) => by(filter))], sql` and `)
    const where = all((filter) => filter.where)
    const name = `${options.name}_${shapes.size}`
    const forCount = (filter: Filter) => filter.ofAll ?? filter.where
    const [wholly, unscoped] = [all(forCount), all(forCount, sql`true`)]
    const shape = { where, orderBy: orderBy(query), limit, offset }
    const fresh: Statements<Row, Sum> = {
      page: pages({ name, ...shape, always, switches }),
      rows: statement(name, options.fields, (db) => narrow(options.rows(db, shape), shape)),
      count: totals({ name, where, wholly, unscoped }),
    }
    shapes.set(key, fresh)
    return fresh
  }

  /** The statements of a query, and the values of their placeholders. */
  function prepare(query: Params, scope: Values): { values: Values; found: Statements<Row, Sum> } {
    const fields = query as Values
    const values: Values = { ...scope }
    const used = filters.flatMap(([name, filter]): [string, Filter][] => {
      if (!isSet(fields[name])) return []
      const chosen = 'choose' in filter ? filter.choose(fields[name] as never) : { name: '', ...filter }
      values[name] = chosen.value ? chosen.value(fields[name] as never) : fields[name]
      return [[chosen.name === '' ? name : `${name}=${chosen.name}`, chosen]]
    })
    const known = options.known?.(query)
    if (known) used.push([known.name, known])
    return { values, found: statements(query, used, scope) }
  }

  const page = async (db: Db, query: Params, scope: Values = {}): Promise<Page<Row, Sum>> => {
    const { current = 1, size = PAGE_SIZE } = query
    if (current * size > PAGING_REACH) throw refuse('invalid', { msg: '请缩小查询范围' })
    const { values, found } = prepare(query, scope)
    const [records, counts] = await Promise.all([
      found.page(current * size)(db, { ...values, limit: size, offset: (current - 1) * size }),
      found.count(db, values),
    ])
    return { records, ...counts, current, size, pages: Math.ceil(counts.total / size) }
  }

  const each = (db: Db, query: Params, scope: Values, limit: number): AsyncGenerator<Row[]> => {
    const { values, found } = prepare(query, scope)
    return found.rows.each(db, { ...values, limit, offset: 0 })
  }

  return Object.assign(page, { each })
}
