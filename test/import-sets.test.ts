// Every import writes its rows in sets: three times as many rows take as many statements.
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ImportCalls, ImportMethod } from '#contract/sheets.ts'
import { sheets } from '#server/app.ts'
import type { Import } from '#server/core/sheets/imports.ts'
import { openClient } from '#server/db/connection.ts'
import { csvOf, fillFor, sheetOf } from '../bench/imports-data.ts'
import { cloneDatabase } from './database.ts'
import { openTestServer, type Person, type TestServer } from './http.ts'
import { bring, endOf } from './sheets.ts'

const FEW = 20
const MANY = 60
/** An advisory lock more, a level of a tree less. */
const SLACK = 3

const imports = sheets.filter((sheet): sheet is Import => 'calls' in sheet)

let server: TestServer
let admin: Person
/** Statements of each transaction that has saved an import. */
const counted: number[] = []

/** Keeps the statements of each connection from its `begin` to its `commit`. */
function countStatements(): void {
  const open = new WeakMap<object, string[]>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const text = typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text ?? '')
    if (/^begin/i.test(text)) open.set(this, [])
    const statements = open.get(this)
    statements?.push(text)
    if (statements && /^commit/i.test(text)) {
      open.delete(this)
      if (statements.some((each) => /^update "imports" set .*"saved_at" = now\(\)/i.test(each)))
        counted.push(statements.length)
    }
    return Reflect.apply(query, this, args)
  } as typeof query)
}

beforeAll(async () => {
  const database = await cloneDatabase()
  const owner = openClient(database.owner)
  await owner.connect()
  for (const statement of fillFor(FEW + MANY)) await owner.query(statement)
  await owner.end()
  server = await openTestServer(database)
  admin = await server.as('administrator')
  countStatements()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.server.close()
})

/** @returns the statements that saving took */
async function save(calls: ImportCalls, rows: readonly (readonly string[])[], method: ImportMethod): Promise<number> {
  const fileId = await bring(server, admin, csvOf(calls.columns, rows))
  const { code, msg, data } = await admin.call(calls.open, { fileId, hasHeader: true, method })
  expect(`${code} ${msg} ${JSON.stringify(data?.records?.flatMap((each) => each.problems))}`).toMatch(/^200 .*\[\]$/)
  const { data: saved } = await admin.call(calls.save, { id: data.id, version: data.version, mode: 'all' })
  const { state, message } = await endOf(admin, saved.jobId)
  expect(`${state} ${message}`).toMatch(/^done /)
  return counted.at(-1) ?? 0
}

const rowsOf = (rowOf: (n: number) => readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, at) => rowOf(from + at))

it.each(imports.map(({ calls }) => [calls.noun, calls] as const))('§38 %s', async (_, calls) => {
  const { row, update } = sheetOf(calls.kind)
  const before = counted.length
  const few = await save(calls, rowsOf(row, 0, FEW), 'add')
  const many = await save(calls, rowsOf(row, FEW, MANY), 'add')
  expect(counted.length).toBe(before + 2)
  expect(many - few).toBeLessThanOrEqual(SLACK)
  if (!update) return
  const fewUpdated = await save(calls, rowsOf(update, 0, FEW), 'update')
  const manyUpdated = await save(calls, rowsOf(update, FEW, MANY), 'update')
  expect(manyUpdated - fewUpdated).toBeLessThanOrEqual(SLACK)
})
