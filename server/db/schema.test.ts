// What the migrations made is what the schema declares: columns, their types, indexes, checks and foreign keys.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const folder = join(import.meta.dirname, 'schema')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>))
const declared = [
  ...new Set(modules.flatMap((module) => Object.values(module)).filter((each) => is(each, PgTable))),
].map((table) => getTableConfig(table as PgTable))

const asked = async (statement: string) =>
  new Set((await client.query({ text: statement, rowMode: 'array' })).rows.flat())
/** As PostgreSQL spells a type that a column declares. */
const spelled = (type: string) =>
  type
    .replace(/ generated .*$/, '')
    .replace(/^timestamp(\(\d\))? with time zone$/, 'timestamp$1 with time zone')
    .replace(/^numeric\((\d+), ?(\d+)\)$/, 'numeric($1,$2)')

it('every declared column is there as declared, and no other', async () => {
  const stored = await asked(`select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped`)
  const wanted = declared.flatMap(({ name, columns }) =>
    columns.map((each) => `${name}.${each.name} ${spelled(each.getSQLType())}${each.notNull ? ' not null' : ''}`),
  )
  expect(declared.length).toBeGreaterThan(100)
  expect(wanted.filter((each) => !stored.has(each)).toSorted(), 'not stored').toEqual([])
  expect([...stored].filter((each) => !wanted.includes(String(each))).toSorted(), 'not declared').toEqual([])
})

it('every declared index, check, unique rule and foreign key is there', async () => {
  const stored = await asked(`select conname::text from pg_constraint where connamespace = 'public'::regnamespace
    union select indexrelid::regclass::text from pg_index`)
  const wanted = declared.flatMap(({ indexes, checks, uniqueConstraints, foreignKeys }) => [
    ...indexes.map(({ config }) => config.name),
    ...checks.map(({ name }) => name),
    ...uniqueConstraints.map(({ name }) => name),
    ...foreignKeys.map((each) => each.getName()),
  ])
  // PostgreSQL cuts names at 63 characters
  expect(wanted.filter((each) => each && !stored.has(each.slice(0, 63))).toSorted()).toEqual([])
})
