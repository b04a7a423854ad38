// How the feed numbers many changes of one transaction at its commit.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClient } from '#server/db/connection.ts'
import { makeAccount, makeMember } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const ACCOUNTS = 400
let client: ReturnType<typeof openClient>
beforeAll(async () => {
  client = openClient(server().database.owner)
  await client.connect()
})
afterAll(() => client.end())

/** Entries of the index of rows without a number that this connection and others have read. */
async function read(): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ n: number }>(
    "select idx_tup_read::int as n from pg_stat_user_indexes where indexrelname = 'entitlement_changes_open'",
  )
  return rows[0]?.n ?? 0
}

it('issue 38.10 "≥ 1,000 a second for each import": the commit of many accounts reads a few entries for each, not all', async () => {
  const { db } = server().database
  // numbered rows alone: statistics call the index of the others empty
  await makeAccount(db, 'bigData')
  await client.query('analyze entitlement_changes')
  const members = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeMember(db, {})))
  const before = await read()
  await client.query(
    "insert into member_accounts (member_id, sub_product) select id, 'app' from unnest($1::bigint[]) id",
    [members.map(({ id }) => id)],
  )
  expect((await read()) - before).toBeLessThan(10 * ACCOUNTS)
  const { rows } = await client.query(`select count(distinct number)::int as n, (max(number) - min(number))::int as last
    from entitlement_changes where sub_product = 'app'`)
  expect(rows).toEqual([{ n: ACCOUNTS, last: ACCOUNTS - 1 }])
})
