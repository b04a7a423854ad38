// Server and database are killed together in the middle of a batch of grants: the next start resumes it, changing each account
// once, all in one act.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import { batchGrant } from '#contract/members/grant-batches.ts'
import { PASSWORD } from './constants.ts'
import { cloneDataDir } from './database.ts'
import { kill, post, postmasterPid, queryOf, type ServerProcess, signIn, startProcess } from './processes.ts'

const ACCOUNTS = 400
/** Enough for each account that a transaction covers few accounts and the batch takes many transactions. */
const PRODUCTS = 20
const { dataDir, remove } = cloneDataDir()
let server: ServerProcess

const start = async () => {
  server = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: 'off' })
}

beforeAll(start, 60_000)
afterAll(async () => {
  await kill(server, 'SIGTERM')
  remove()
})

const query = queryOf(dataDir)

async function makeAccounts(): Promise<{ accountIds: string[]; productIds: string[] }> {
  const products = await query<{ id: string }>(
    `insert into products (name) select '产品' || n from generate_series(1, ${PRODUCTS}) n returning id::text`,
  )
  const accounts = await query<{ id: string }>(
    `with enterprise as (insert into enterprises (name) values ('东海石化') returning id),
      made as (insert into members (enterprise_id, login_name, real_name, mobile)
        select enterprise.id, 'batch' || n, '会员', '139' || lpad(n::text, 8, '0')
        from generate_series(1, ${ACCOUNTS}) n, enterprise returning id)
      insert into member_accounts (member_id, sub_product) select id, 'bigData' from made returning id::text`,
  )
  return { accountIds: accounts.map(({ id }) => id), productIds: products.map(({ id }) => id) }
}

const outcome = async (batchId: string) =>
  (
    await query<{ done: number; open: number }>(
      `select count(*) filter (where state = 'changed')::int as done, count(*) filter (where state = 'waiting')::int as open
        from grant_batch_rows where batch_id = $1`,
      [batchId],
    )
  )[0] ?? { done: 0, open: 0 }

it('a batch survives the death of server and database, each account changed once', async () => {
  const { accountIds, productIds } = await makeAccounts()
  const token = await signIn(server.base, 'admin', PASSWORD)
  const [{ day = '' } = {}] = await query<{ day: string }>(
    `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`,
  )
  const input = {
    subProduct: 'bigData',
    accountIds,
    reason: '续约',
    wish: { productIds, kind: 'trial', startsOn: day, endsOn: day, quota: null },
  }
  const confirmation = await post<{ confirmToken: string }>(server.base, batchGrant.path, input, token)
  const reply = await fetch(server.base + batchGrant.path, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/json',
      'console-auth': token,
      [CONFIRM_HEADER]: confirmation.data.confirmToken,
    },
  })
  const { id } = ((await reply.json()) as { data: { id: string } }).data
  await expect.poll(async () => (await outcome(id)).done, { interval: 20 }).toBeGreaterThan(0)
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await kill(server)
  await start()
  expect((await outcome(id)).open).toBeGreaterThan(0)
  // expire the lease of the killed process
  await query(`update job_runs set alive_at = alive_at - interval '1 minute' where state = 'running'`)
  await expect.poll(async () => (await outcome(id)).open, { timeout: 90_000, interval: 200 }).toBe(0)
  expect((await outcome(id)).done).toBe(ACCOUNTS)
  const [ledger] = await query(
    `select count(*)::int as changes, count(distinct grant_id)::int as grants, count(distinct act_id)::int as acts
      from grant_changes where account_id = any($1)`,
    [accountIds],
  )
  expect(ledger).toEqual({ changes: ACCOUNTS * PRODUCTS, grants: ACCOUNTS * PRODUCTS, acts: 1 })
}, 240_000)
