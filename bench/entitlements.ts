// Checks of entitlements among 1,000,000 grants, everything switched on, against bare node:http and pg reading one grant by its primary
// key; and 10,000 changes of the feed against the bare SELECT of them.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { checkEntitlements, readHolding } from '#contract/entitlements/check.ts'
import { CHANGES_MAX, readChanges } from '#contract/entitlements/feed.ts'
import { type Bench, startContender } from './contenders.ts'
import { type Call, type Contender, duel, factor, median, type Row, rate } from './harness.ts'
import { sized } from './sized.ts'

const ACCOUNTS = sized(100_000, 1_000)
const GRANTS_AN_ACCOUNT = 10
const PRODUCTS = 500
/** Different calls of one load. */
const CALLS = 200
const RATE = 0.6
const P99 = 2
const HUNDRED = 3
const FEED = 2
const ROUNDS = sized(15, 1)

const fill = [
  // checking two million references row by row takes minutes
  `alter table grants drop constraint grants_account_id_member_accounts_id_fk, drop constraint grants_product_id_products_id_fk`,
  'alter table member_accounts drop constraint member_accounts_member_id_members_id_fk',
  `insert into products (name) select '权益产品' || n from generate_series(1, ${PRODUCTS}) n`,
  "insert into enterprises (name) values ('权益公司')",
  `insert into members (enterprise_id, login_name, real_name, mobile)
     select e.id, 'holder' || n, '会员' || n, (15000000000 + n)::text from generate_series(1, ${ACCOUNTS}) n, enterprises e order by n`,
  "insert into member_accounts (member_id, sub_product) select id, 'bigData' from members order by id",
  `insert into grants (account_id, product_id, kind, starts_on, ends_on)
     select a.id, p.ids[1 + (a.id * 3 + k) % ${PRODUCTS}], 'formal', current_date - 100, current_date + (a.id % 200)::int - 20
     from (select array_agg(id order by id) as ids from products) p, member_accounts a, generate_series(1, ${GRANTS_AN_ACCOUNT}) k
     order by a.id`,
]

type Filled = { key: string; accounts: string[]; grants: string[]; products: string[] }

async function prepare(url: string): Promise<Filled> {
  const client = new pg.Client(url)
  await client.connect()
  const idsOf = async (table: string) =>
    (await client.query<{ id: string }>(`select id::text as id from ${table} order by id`)).rows.map(({ id }) => id)
  try {
    for (const statement of fill) await client.query(statement)
    const key = `key_${randomBytes(32).toString('base64url')}`
    const hash = createHash('sha256').update(key).digest('hex')
    await client.query(
      `insert into api_keys (name, key_hash, hint, scopes, sub_product, daily_quota)
        values ('测量', $1, $2, array['entitlements'], 'bigData', 1000000000)`,
      [hash, key.slice(0, 10)],
    )
    await client.query('vacuum (analyze)')
    return {
      key,
      accounts: await idsOf('member_accounts'),
      grants: await idsOf('grants'),
      products: await idsOf('products'),
    }
  } finally {
    await client.end()
  }
}

const some = (ids: readonly string[], count: number) =>
  Array.from({ length: count }, (_, n) => ids[(n * 7_919) % ids.length] ?? '')

function checks({ key, accounts, products }: Filled, questions: number): Call[] {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  return some(accounts, CALLS).map((accountId, n) => {
    const asked = Array.from({ length: questions }, (_, at) => products[(n * 31 + at) % products.length])
    const body = JSON.stringify({ checks: [{ accountId, products: asked }] })
    return { method: 'POST', path: checkEntitlements.path, headers, body }
  })
}

/** Of calls one after the other, ms. */
async function medianTime(url: string, headers: Record<string, string> = {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const since = performance.now()
    const reply = await fetch(url, { headers })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}`)
    times.push(performance.now() - since)
  }
  return median(times)
}

export async function measureEntitlements({ cluster, pace }: Bench): Promise<Row[]> {
  const database = await cluster.prepare('entitlements', 0)
  const filled = await prepare(database.ownerUrl)
  const byKey = some(filled.grants, CALLS).map((id): Call => ({ method: 'GET', path: `/?id=${id}` }))
  const holdings = some(filled.accounts, CALLS).map(
    (id): Call => ({
      method: 'GET',
      path: `${readHolding.path}?accountId=${id}`,
      headers: { 'x-api-key': filled.key },
    }),
  )
  const server = await startContender('server', database, cluster.folder, 'entitlements', checks(filled, 1)[0])
  const peer = await startContender('entitlements', database, cluster.folder, 'entitlements-peer', byKey[0])
  const ours = (calls: Call[]): Contender => ({ url: server.url, calls })
  const bare = { url: peer.url, calls: byKey }
  try {
    const one = await duel(ours(checks(filled, 1)), bare, pace)
    const all = await duel(ours(holdings), bare, pace)
    const hundred = await duel(ours(checks(filled, 100)), ours(checks(filled, 1)), pace)
    const feedPath = `after=1000&size=${CHANGES_MAX}`
    const feed = {
      first: await medianTime(`${server.url}${readChanges.path}?${feedPath}`, { 'x-api-key': filled.key }),
      second: await medianTime(`${peer.url}/?${feedPath}`),
    }
    const against = (load: Parameters<typeof rate>[0]) => `裸 node:http + pg 按主键读一条授权 ${rate(load)}`
    return [
      {
        what: '查询一个产品的权益，100 万条授权，每秒请求',
        figure: rate(one.first),
        against: against(one.second),
        ratio: factor(one.rateRatio),
        toReach: `≥ ${RATE}`,
        isReached: one.rateRatio >= RATE,
      },
      {
        what: '查询一个产品的权益，p99',
        figure: `${Math.round(one.first.p99)} ms`,
        against: `裸 ${Math.round(one.second.p99)} ms`,
        ratio: factor(one.p99Ratio),
        toReach: `≤ ${P99}`,
        isReached: one.p99Ratio <= P99,
      },
      {
        what: '账号的全部权益（不经缓存），每秒请求',
        figure: rate(all.first),
        against: against(all.second),
        ratio: factor(all.rateRatio),
        toReach: '仅记录',
        isReached: true,
      },
      {
        what: '一次查询 100 个产品，用时',
        figure: rate(hundred.first),
        against: `一次查询 1 个 ${rate(hundred.second)}`,
        ratio: factor(1 / hundred.rateRatio),
        toReach: `≤ ${HUNDRED}`,
        isReached: 1 / hundred.rateRatio <= HUNDRED,
      },
      {
        what: '读取 10,000 条变更，用时',
        figure: `${Math.round(feed.first)} ms`,
        against: `裸 SELECT ${Math.round(feed.second)} ms`,
        ratio: factor(feed.first / feed.second),
        toReach: `≤ ${FEED}`,
        isReached: feed.first / feed.second <= FEED,
      },
    ]
  } finally {
    await server.stop()
    await peer.stop()
  }
}
