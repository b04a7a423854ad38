// Every verb of all declared rows, over HTTP on real rows, by what is stored afterwards.
import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { declaredRows } from './declared-rows.ts'
import { type Person, testServer } from './http.ts'
import { makeParents, type Parents, type Values } from './row-kinds.ts'

const server = testServer()
let administrator: Person
let parents: Parents
let count = 0

beforeAll(async () => {
  parents = await makeParents(server())
  administrator = await server().as('administrator')
})

const all = await declaredRows()

async function done<T = Values>(call: Endpoint | undefined, body: Values): Promise<T> {
  if (!call) throw new Error('no such call')
  const { code, data, msg } = await server().send('POST', call.path, body, administrator)
  if (code !== 200) throw new Error(`${call.path} answers ${code}: ${msg}`)
  return data
}

describe.each(all)('$noun', ({ calls, kind: { table, form, change, copy, copyDiffers = [], sort } }) => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const state = 'isEnabled' in columns ? 'isEnabled' : 'status'
  const [on, off] = state === 'isEnabled' ? [true, false] : ['enabled', 'disabled']

  const stored = async (id: string): Promise<Values | undefined> => {
    const [row] = await server().database.db.select().from(table).where(eq(table.id, id))
    return row
  }
  /** Of what is stored: the columns of the input, and what `get` answers of the rest; new parts have an id by then. */
  async function expectStored(id: string, input: Values): Promise<void> {
    const written = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(written)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([key, each]) => [key, key === 'id' ? expect.any(String) : written(each)]),
            )
          : value
    const ofColumns = Object.entries(input).filter(([key]) => key in columns)
    expect(await stored(id)).toMatchObject(Object.fromEntries(ofColumns))
    if (!calls.get) return
    const shown = await done(calls.get, { id })
    const others = Object.entries(input).filter(([key]) => key in shown)
    expect(shown).toMatchObject(Object.fromEntries(others.map(([key, value]) => [key, written(value)])))
  }
  const input = async () => form(parents, ++count)
  async function add(changes: Values = {}): Promise<{ id: string; version: number; given: Values }> {
    const given = { ...(await input()), ...changes }
    return { ...(await done<{ id: string; version: number }>(calls.add, given)), given }
  }

  it('add: stored as it was sent', async () => {
    const { id, version, given } = await add()
    expect(version).toBe(1)
    await expectStored(id, given)
  })

  it('edit: the change is stored, the version raised', async () => {
    const { id, version, given } = await add()
    const { properties } = (calls.edit as { body: unknown }).body as { properties: Values }
    // parts of a row are sent back with their ids, as they were read
    const read = { ...given, ...(calls.get && (await done(calls.get, { id }))) }
    const kept = Object.fromEntries(Object.entries(read).filter(([key]) => key in properties))
    const saved = await done(calls.edit, { ...kept, ...change, id, version })
    expect(saved).toEqual({ id, version: 2 })
    await expectStored(id, { ...given, ...change, version: 2 })
  })

  it('remove: the row is gone, another stays', async () => {
    const [one, other] = [await add(), await add()]
    await done(calls.remove, { ids: [one.id] })
    expect(await stored(one.id)).toBeUndefined()
    expect(await stored(other.id)).toBeDefined()
  })

  if (calls.copy) {
    it('copy: a second row with the same fields, or what was sent instead', async () => {
      const { id, given } = await add()
      const own = (await copy?.(parents, ++count)) ?? {}
      const copied = await done<{ id: string; version: number }>(calls.copy, { id, ...own })
      expect(copied.id).not.toBe(id)
      const differing = ['id', 'version', 'createdAt', 'updatedAt', ...copyDiffers, ...Object.keys(own)]
      const same = Object.entries((await stored(id)) ?? {}).filter(([key]) => !differing.includes(key))
      expect(await stored(copied.id)).toMatchObject({ version: 1, ...Object.fromEntries(same) })
      const expected = Object.entries({ ...given, ...own }).filter(([key]) => !copyDiffers.includes(key))
      await expectStored(copied.id, Object.fromEntries(expected))
      await expectStored(id, given)
    })
  }

  if (calls.open || calls.disable) {
    it('disable and open: the state, and the version raised', async () => {
      const { id } = await add()
      await done(calls.disable, { ids: [id] })
      expect(await stored(id)).toMatchObject({ [state]: off, version: 2 })
      await done(calls.open, { ids: [id] })
      expect(await stored(id)).toMatchObject({ [state]: on, version: 3 })
    })
  }

  if (sort || calls.sort) {
    it('sort: the new order', async () => {
      const rows = [await add(), await add(), await add()].map(({ id }) => id)
      const order = async () =>
        (
          await server()
            .database.db.select({ id: table.id })
            .from(table)
            .where(inArray(table.id, rows))
            .orderBy(asc(columns.sort as PgColumn))
        ).map(({ id }) => id)
      expect(await order()).toEqual(rows)
      const [first = '', second = '', third = ''] = rows
      const wanted = [third, first, second]
      const { verb = '', body = {} } = sort?.(wanted, parents) ?? {}
      await done(calls[verb], body)
      expect(await order()).toEqual(wanted)
    })
  }
})
