// A connection cut in a transaction, an exhausted pool, a blocked migration: each ends in time, with nothing half done.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { saveDepartment } from '#contract/organisation/departments.ts'
import { queryUserList } from '#contract/organisation/users.ts'
import { transact } from '#server/core/core.ts'
import { openClient, openPool } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { departments } from '#server/db/schema/organisation.ts'
import { asOwner, cloneDatabase } from './database.ts'
import { openTestServer, testServer } from './http.ts'

const server = testServer()

describe('a database connection cut in mid-transaction', () => {
  it('rolls back, and the next transaction works', async () => {
    const { core } = server().server
    const insert = (name: string, cut: boolean) =>
      transact(core, async (tx, announce) => {
        await tx.insert(departments).values({ name })
        announce({ type: 'permissions' })
        if (cut) {
          const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
          await core.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
        }
        await tx.insert(departments).values({ name: `${name}二` })
      })
    await expect(insert('被切断', true)).rejects.toThrow()
    expect(await core.db.select().from(departments).where(eq(departments.name, '被切断'))).toEqual([])
    await insert('完整', false)
    expect(await core.db.select().from(departments).where(eq(departments.name, '完整'))).toHaveLength(1)
  })
})

describe('a pool with no connection left', () => {
  it('answers 503 with Retry-After within its limit, then recovers', async () => {
    const database = await cloneDatabase()
    const { pool, db } = openPool(database.connection, 2)
    const small = await openTestServer({ ...database, pool, db })
    const admin = await small.as('administrator')
    const held = [await pool.connect(), await pool.connect()]
    const began = performance.now()
    const refused = await admin.call(queryUserList, {})
    expect(refused).toMatchObject({ status: 503, code: 503, msg: '系统繁忙，请稍后重试' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(30_000)
    for (const client of held) client.release()
    expect((await admin.call(queryUserList, {})).code).toBe(200)
    await small.server.close()
    await pool.end()
    await database.close()
  })
})

describe('§38 a primary that goes away under an act', () => {
  it.each([
    ['is only read-only now', '25006'],
    ['cancels the statement of a standby', '40001'],
  ])('%s: 503 with Retry-After, nothing done, and the same act succeeds afterwards', async (_, code) => {
    const admin = await server().as('administrator')
    const { db, owner } = server().database
    const name = `部门${code}`
    const [top] = await db.select({ id: departments.id }).from(departments).limit(1)
    const act = () => admin.call(saveDepartment, { name, parentId: top?.id ?? '' })
    await asOwner(owner, async (tx) => {
      await tx.execute(
        sql.raw(`create function gone() returns trigger language plpgsql
        as $$ begin raise exception 'gone' using errcode = '${code}'; end $$`),
      )
      await tx.execute(sql`create trigger gone before insert on departments for each row execute function gone()`)
    })
    const refused = await act()
    expect(refused).toMatchObject({ status: 503, code: 503, msg: '系统繁忙，请稍后重试' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await asOwner(owner, (tx) => tx.execute(sql`drop function gone cascade`))
    expect(await db.$count(departments, eq(departments.name, name))).toBe(0)
    expect((await act()).code).toBe(200)
  })
})

describe('a migration behind a long transaction', () => {
  it('gives up at lock_timeout instead of blocking other queries', async () => {
    const database = await cloneDatabase()
    const long = openClient(database.owner)
    await long.connect()
    await long.query('begin; lock table drizzle.__drizzle_migrations in access exclusive mode')
    const waiting = migrate(database.owner, database.connection.user ?? '')
    await expect(waiting).rejects.toThrow('没有做任何改动')
    await long.end()
    await migrate(database.owner, database.connection.user ?? '')
    await database.close()
  })
})
