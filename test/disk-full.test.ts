// The database's disk is full: PostgreSQL's error becomes a prompt 503, nothing stays half done, and the server recovers.
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Nothing } from '#contract/fields.ts'
import { addOrUpdateUser, queryUserList } from '#contract/organisation/users.ts'
import { serve } from '#server/core/http/serve.ts'
import { openClient } from '#server/db/connection.ts'
import { rootDepartment } from './factories.ts'
import { type Person, testServer } from './http.ts'

const sorting = endpoint({
  summary: '大排序',
  method: 'POST',
  path: '/api/test/sorting',
  access: signedIn,
  effect: 'read',
  data: Nothing,
})

const server = testServer({}, [
  serve(sorting, async ({ db }) => {
    await db.execute(sql`select md5(n::text) as sum from generate_series(1, 300000) n order by sum offset 299999`)
    return null
  }),
])
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

/** As the superuser, who may set `temp_file_limit`. */
async function asSuperuser(statement: string): Promise<void> {
  const client = openClient({
    ...inject('cluster').owner,
    user: 'postgres',
    database: server().database.owner.database,
  })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
const databaseName = () => `"${server().database.owner.database}"`
/** Cuts the connections, as settings apply only to new ones. Returns when the pool has removed the old ones. */
async function renewConnections(): Promise<void> {
  const { pool } = server().database
  let left = pool.totalCount
  const count = () => left--
  pool.on('remove', count)
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'console_app'`)
  await expect.poll(() => left).toBeLessThanOrEqual(0)
  pool.off('remove', count)
}

const busy = { status: 503, code: 503, success: false, msg: '系统繁忙，请稍后重试' }

describe('a database without room for a sort', () => {
  afterEach(async () => {
    await asSuperuser(`alter database ${databaseName()} reset temp_file_limit`)
    await renewConnections()
  })

  it('answers 503 with Retry-After, serves what needs no temporary file, and recovers without a restart', async () => {
    await asSuperuser(`alter database ${databaseName()} set temp_file_limit = '64kB'`)
    await renewConnections()
    await expect.poll(async () => (await admin.call(queryUserList, {})).code).toBe(200)
    const refused = await admin.call(sorting)
    expect(refused).toMatchObject(busy)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await admin.call(queryUserList, {})).code).toBe(200)
    await asSuperuser(`alter database ${databaseName()} reset temp_file_limit`)
    await renewConnections()
    await expect.poll(async () => (await admin.call(sorting)).code).toBe(200)
  })
})

describe('a disk that is full in the middle of an act', () => {
  afterEach(() => asSuperuser('drop trigger if exists disk_full on audit_log; drop function if exists disk_full()'))

  it('leaves nothing of the act behind; the same act succeeds when there is room again', async () => {
    const { db, pool } = server().database
    const { rows } = await pool.query("select id::text from roles where code = 'reviewer'")
    const form = {
      userName: 'room.needed',
      realName: '写入者',
      mobile: '13811112222',
      password: 'Given@1234',
      deptId: await rootDepartment(db),
      roleId: rows[0].id as string,
    }
    // fails the last write of the act with PostgreSQL's error for a full disk
    await asSuperuser(`create function disk_full() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full'; end $$;
      create trigger disk_full before insert on audit_log for each statement execute function disk_full()`)
    const full = { ...busy, msg: '服务器存储空间不足，没有保存，请通知运维人员' }
    expect(await admin.call(addOrUpdateUser, form)).toMatchObject(full)
    const stored = async () =>
      (await pool.query("select count(*)::int as n from users where user_name = 'room.needed'")).rows[0].n
    expect(await stored()).toBe(0)
    await asSuperuser('drop trigger disk_full on audit_log; drop function disk_full()')
    expect((await admin.call(addOrUpdateUser, form)).code).toBe(200)
    expect(await stored()).toBe(1)
  })
})
