// Whether reads about members stay as quick with a hundred times the customers, and what a batch of grants costs against its
// bare writes. Lists have a limit; figures of a period or a board are only recorded.
import pg from 'pg'
import { type Bench, startContender } from './contenders.ts'
import type { Prepared } from './database.ts'
import { type Call, duel, factor, type Pace, type Row } from './harness.ts'
import { measureGrantBatch } from './members-batch.ts'
import { type Case, cases } from './members-cases.ts'
import { fillMembers, LARGE, SMALL } from './members-data.ts'
import { sized } from './sized.ts'

const P99 = 1.5

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const become = (url: string, role: string) =>
  onDatabase(url, (client) =>
    client.query("update users set role_id = (select id from roles where code = $1) where user_name = 'bench'", [role]),
  )

const signed = (calls: readonly Omit<Call, 'headers'>[], { token }: Prepared): Call[] =>
  calls.map((call) => ({
    ...call,
    headers: { 'content-type': 'application/json', 'console-auth': `bearer ${token}` },
  }))

async function compare(
  { cluster }: Bench,
  pace: Pace,
  [small, large]: readonly [Prepared, Prepared],
  role: 'administrator' | 'sales',
): Promise<Row[]> {
  for (const database of [small, large]) await become(database.ownerUrl, role)
  const mine = cases.filter(({ roles }) => roles.includes(role))
  const first = (database: Prepared) => signed(mine[0]?.calls(LARGE) ?? [], database)[0]
  const [many, few] = [
    await startContender('server', large, cluster.folder, `members-large-${role}`, first(large)),
    await startContender('server', small, cluster.folder, `members-small-${role}`, first(small)),
  ]
  const one = async ({ what, isList, calls }: Case): Promise<Row> => {
    const duelled = await duel(
      { url: many.url, calls: signed(calls(LARGE), large) },
      { url: few.url, calls: signed(calls(SMALL), small) },
      isList ? pace : { ...pace, seconds: Math.min(pace.seconds, 1) },
    )
    return {
      what: `${what}（${role === 'sales' ? '业务员' : '管理员'}），p99`,
      figure: `${duelled.first.p99} ms`,
      against: `百分之一的数据 ${duelled.second.p99} ms`,
      ratio: factor(duelled.p99Ratio),
      toReach: isList ? `≤ ${P99}` : '仅记录',
      isReached: !isList || duelled.p99Ratio <= P99,
      why: '看全部数据的人，符合条件的行也多了一百倍：一万行以内每页都逐行计数',
    }
  }
  try {
    const rows: Row[] = []
    for (const each of mine) rows.push(await one(each))
    return rows
  } finally {
    await many.stop()
    await few.stop()
  }
}

export async function measureMembers(bench: Bench): Promise<Row[]> {
  const databases = [
    await bench.cluster.prepare('members_small', 0),
    await bench.cluster.prepare('members_large', 0),
  ] as const
  const [small, large] = databases
  await onDatabase(small.ownerUrl, (client) => fillMembers(client, SMALL))
  await onDatabase(large.ownerUrl, (client) => fillMembers(client, LARGE))
  // Dozens of comparisons, hence few rounds; three seconds are enough calls for a p99.
  const pace = sized({ seconds: 3, rounds: 3 }, bench.pace)
  return [
    ...(await compare(bench, pace, databases, 'sales')),
    ...(await compare(bench, pace, databases, 'administrator')),
    await measureGrantBatch(large.ownerUrl),
  ]
}
