// A start against a database of another release, or of an old PostgreSQL.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openClient } from './connection.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.close())

async function asOwner<T extends object>(statement: string): Promise<T[]> {
  const client = openClient(database.owner)
  await client.connect()
  return (await client.query<T>(statement).finally(() => client.end())).rows
}
const start = () => migrate(database.owner, database.connection.user ?? '')

/** As if a later release had applied a migration that this one does not know. */
const upgrade = (previous: string) =>
  asOwner(`with newest as (select max(created_at) as at from drizzle.__drizzle_migrations),
      added as (insert into drizzle.__drizzle_migrations (hash, created_at) select 'later', at + 1000 from newest)
    insert into drizzle.releases (newest, previous) select at + 1000, ${previous} from newest`)

describe('§38 a release that meets the schema of a later one', () => {
  it('starts where it is the release before', async () => {
    await upgrade('at')
    await start()
  })

  it('is refused where another release lies between', async () => {
    await upgrade('at + 500')
    await expect(start()).rejects.toThrow('数据库已由更新的版本升级')
  })

  it('leaves tables append-only that it does not know', async () => {
    await upgrade('at')
    await asOwner(`create table later_history (id int); comment on table later_history is 'append-only'`)
    await start()
    const [granted] = await asOwner<{ insert: boolean; update: boolean }>(
      `select has_table_privilege('${database.connection.user}', 'later_history', 'insert') as insert,
        has_table_privilege('${database.connection.user}', 'later_history', 'update') as update`,
    )
    expect(granted).toEqual({ insert: true, update: false })
  })
})
