// The demo company, or a part of it, in a database of the test file, and queries on it.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { cloneDatabase, type TestDatabase } from './database.ts'

type Row = Record<string, unknown>

export function demoDatabase(template: Parameters<typeof cloneDatabase>[0]) {
  let opened: TestDatabase | undefined
  beforeAll(async () => {
    opened = await cloneDatabase(template)
  })
  afterAll(() => opened?.close())
  const database = () => {
    if (!opened) throw new Error('the database is open only while a test runs')
    return opened
  }
  const many = async (query: string): Promise<Row[]> => (await database().db.execute(sql.raw(query))).rows
  const one = async (query: string) => Object.values((await many(query))[0] ?? {})[0]
  return { database, many, one }
}
