// Whether lists of accounts stay as quick with ten times the members, and what a batch of grants costs beside the bare writes.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { queryAccounts } from '../contract/member-accounts.ts'
import type { Db, Tx } from '../server/db/connection.ts'
import { giveGrants } from '../server/features/members/grants.acts.ts'
import { type Bench, startContender } from './contenders.ts'
import type { Prepared } from './database.ts'
import { type Call, duel, factor, median, type Row } from './harness.ts'

const SMALL = 10_000
const LARGE = 100_000
/** Members of the salesperson who is measured, in both. */
const OWN = 500
const P99 = 1.5
const BATCH = 5_000
const BATCH_RATIO = 4
const ROUNDS = 5
const by = { id: null, name: 'bench', address: '', requestId: 'bench' }

const onDatabase = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Two accounts for each member, five grants for each account. */
async function fill(client: pg.Client, members: number): Promise<void> {
  await client.query("insert into products (name) select '授权产品' || n from generate_series(1, 5) n")
  await client.query(
    `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
     select 'seller' || n, '销售' || n, (20000000000 + n)::text, 'none', u.dept_id, u.role_id
     from users u, generate_series(1, 20) n where u.user_name = 'bench'`,
  )
  await client.query("insert into enterprises (name) select '企业' || n from generate_series(1, $1::int) n", [
    members / 5,
  ])
  await client.query(
    `with staff as (select array_agg(id order by id) as ids from users where user_name like 'seller%'),
       me as (select id from users where user_name = 'bench')
     insert into members (enterprise_id, login_name, real_name, mobile, owner_id)
     select e.id, 'member' || n, '会员' || n, (10000000000 + n)::text,
       case when n % ($1::int / ${OWN}) = 0 then me.id else staff.ids[1 + n % 20] end
     from generate_series(1, $1::int) n join enterprises e on e.name = '企业' || (1 + n / 5), staff, me`,
    [members],
  )
  await client.query(
    `insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind)
     select m.id, s.key, current_date - 100, current_date + (m.id % 400)::int - 100, 'formal'
     from members m, unnest(array['bigData', 'officialWebsite']) as s(key)`,
  )
  await client.query(
    `insert into grants (account_id, product_id, kind, starts_on, ends_on)
     select a.id, p.id, 'formal', a.starts_on, a.ends_on from member_accounts a,
       (select id from products where name like '授权产品%') p`,
  )
  await client.query('vacuum (analyze) users, enterprises, members, member_accounts, grants')
}

const pages = ({ token }: Prepared): Call[] =>
  Array.from({ length: 20 }, (_, n) => ({
    method: 'POST',
    path: queryAccounts.path,
    headers: { 'content-type': 'application/json', 'console-auth': `bearer ${token}` },
    body: JSON.stringify({ subProduct: 'bigData', size: 20, current: 1 + (n % 5) }),
  }))

const become = (url: string, role: string) =>
  onDatabase(url, (client) =>
    client.query("update users set role_id = (select id from roles where code = $1) where user_name = 'bench'", [role]),
  )

async function compareLists({ cluster, pace }: Bench, small: Prepared, large: Prepared, role: string): Promise<Row> {
  for (const database of [small, large]) await become(database.ownerUrl, role)
  const start = (database: Prepared, name: string) =>
    startContender('server', database, cluster.folder, `${name}-${role}`, pages(database)[0])
  const [many, few] = [await start(large, 'members-large'), await start(small, 'members-small')]
  try {
    const { first, second, p99Ratio } = await duel(
      { url: many.url, calls: pages(large) },
      { url: few.url, calls: pages(small) },
      pace,
    )
    return {
      what: `账号列表 p99，${LARGE.toLocaleString('en')} 个会员（${role}）`,
      figure: `${first.p99} ms`,
      against: `${SMALL.toLocaleString('en')} 个会员 ${second.p99} ms`,
      ratio: factor(p99Ratio),
      toReach: `≤ ${P99}`,
      isReached: p99Ratio <= P99,
    }
  } finally {
    await many.stop()
    await few.stop()
  }
}

class Undo extends Error {}

/** How long the work takes, ms; nothing of it stays. */
async function timed(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let took = 0
  await db
    .transaction(async (tx) => {
      const since = performance.now()
      await work(tx)
      took = performance.now() - since
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return took
}

/** The least that a batch has to write: its grants, its ledger, what the accounts say. */
async function writeBare(tx: Tx, ids: readonly string[]): Promise<void> {
  const accounts = sql`unnest(${sql.param([...ids])}::bigint[]) as a(id)`
  await tx.execute(sql`insert into grant_acts (via, actor_name) values ('batch', 'bench')`)
  await tx.execute(sql`with given as (insert into grants (account_id, kind, starts_on, ends_on)
      select a.id, 'trial', current_date, current_date + 15 from ${accounts} returning id, account_id)
    insert into grant_changes (act_id, grant_id, account_id, sub_product, action, after, grant_version)
      select (select max(id) from grant_acts), id, account_id, 'bigData', 'grant', '{"kind":"trial"}', 1 from given`)
  await tx.execute(sql`update member_accounts set updated_at = now() from ${accounts} where member_accounts.id = a.id`)
}

async function compareBatch({ ownerUrl }: Prepared): Promise<Row> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  const { rows } = await pool.query<{ id: string; today: string; until: string }>(
    `select id, current_date::text as today, (current_date + 15)::text as until from member_accounts
     where sub_product = 'bigData' order by id limit ${BATCH}`,
  )
  const ids = rows.map(({ id }) => id)
  const wishes = rows.map(({ id, today, until }) => ({
    ...{ accountId: id, productId: null, kind: 'trial' as const, quota: null },
    ...{ startsOn: today, endsOn: until },
  }))
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await timed(db, (tx) => giveGrants(tx, by, { via: 'batch', reason: '' }, wishes))
    const bare = await timed(db, (tx) => writeBare(tx, ids))
    if (round > 0) turns.push({ ours, bare })
  }
  await pool.end()
  const ratio = median(turns.map(({ ours, bare }) => ours / bare))
  return {
    what: `给 ${BATCH.toLocaleString('en')} 个账号授权`,
    figure: `${Math.round(median(turns.map(({ ours }) => ours)))} ms`,
    against: `只写入 ${Math.round(median(turns.map(({ bare }) => bare)))} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${BATCH_RATIO}`,
    isReached: ratio <= BATCH_RATIO,
  }
}

export async function measureMembers(bench: Bench): Promise<Row[]> {
  const [small, large] = [
    await bench.cluster.prepare('members_small', 0),
    await bench.cluster.prepare('members_large', 0),
  ]
  await onDatabase(small.ownerUrl, (client) => fill(client, SMALL))
  await onDatabase(large.ownerUrl, (client) => fill(client, LARGE))
  return [
    await compareLists(bench, small, large, 'administrator'),
    await compareLists(bench, small, large, 'sales'),
    await compareBatch(large),
  ]
}
