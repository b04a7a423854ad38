// Whether the list of visits stays as quick with a hundred times the visits.
import pg from 'pg'
import { queryVisits } from '#contract/visits/visits.ts'
import { type Bench, startContender } from './contenders.ts'
import type { Prepared } from './database.ts'
import { type Call, duel, factor, type Row } from './harness.ts'
import { sized } from './sized.ts'

const LARGE = sized(1_000_000, 2_000)
const SMALL = sized(10_000, 1_000)
/** meetings-visits-sharing.md, "Speed". */
const P99 = 1.5
const VARIED = 20
const OWNERS = 100

const fill = (visits: number): readonly string[] => [
  `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
    select 'seller' || n, '销售' || n, (50000000000 + n)::text, 'none', (select min(id) from departments), (select id from roles where code = 'sales')
    from generate_series(1, ${OWNERS}) n`,
  `insert into visit_enterprises (name, kind, owner_id) select '企业' || n, 'mill', o.ids[1 + n % cardinality(o.ids)]
    from generate_series(1, 5000) n, (select array_agg(id) as ids from users) o`,
  `insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at, reported_at, result, late_reason)
    select e.ids[1 + n % cardinality(e.ids)], o.ids[1 + n % cardinality(o.ids)], o.ids[1], now() - n * interval '1 minute',
      '例行拜访', 'reported', now() - n * interval '1 minute', now() - n * interval '1 minute', '已沟通', ''
    from generate_series(1, ${visits}) n, (select array_agg(id) as ids from visit_enterprises) e,
      (select array_agg(id) as ids from users) o`,
  'vacuum (analyze) users, visit_enterprises, visits',
]

/** `isTold`: a hundred times the visits match, and how many a part of a name finds is estimated badly. */
const cases: readonly { what: string; isTold?: boolean; asked: (n: number) => object }[] = [
  { what: '拜访列表', asked: (n) => ({ current: 1 + (n % 5) }) },
  { what: '拜访列表，我的', asked: () => ({ mine: true }) },
  { what: '拜访列表，按企业名的一部分', isTold: true, asked: (n) => ({ enterpriseName: `企业${1_000 + n * 37}` }) },
]
const roles = [
  { code: 'administrator', name: '看全部' },
  { code: 'sales', name: '销售' },
] as const

const callsOf = (asked: (n: number) => object, { token }: Prepared): Call[] =>
  Array.from({ length: VARIED }, (_, n) => ({
    method: 'POST',
    path: queryVisits.path,
    headers: { 'content-type': 'application/json', 'console-auth': `bearer ${token}` },
    body: JSON.stringify({ size: 20, ...asked(n) }),
  }))

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function measureVisits({ cluster, pace }: Pick<Bench, 'cluster' | 'pace'>): Promise<Row[]> {
  const [small, large] = [await cluster.prepare('visits_small', 0), await cluster.prepare('visits_large', 0)]
  await run(small.ownerUrl, fill(SMALL))
  await run(large.ownerUrl, fill(LARGE))
  const rows: Row[] = []
  for (const { code, name } of roles) {
    for (const { ownerUrl } of [small, large])
      await run(ownerUrl, [
        `update users set role_id = (select id from roles where code = '${code}') where user_name = 'bench'`,
      ])
    const first = (database: Prepared) => callsOf(() => ({}), database)[0]
    const [many, few] = [
      await startContender('server', large, cluster.folder, `visits-large-${code}`, first(large)),
      await startContender('server', small, cluster.folder, `visits-small-${code}`, first(small)),
    ]
    try {
      for (const { what, isTold = false, asked } of cases) {
        const {
          first: mine,
          second,
          p99Ratio,
        } = await duel(
          { url: many.url, calls: callsOf(asked, large) },
          { url: few.url, calls: callsOf(asked, small) },
          sized({ seconds: 3, rounds: 3 }, pace),
        )
        // no answer within a turn is no p99 of 0
        const isAnswered = mine.rate > 0 && second.rate > 0
        rows.push({
          what: `${what}，1,000,000 次拜访（${name}），p99`,
          figure: isAnswered ? `${mine.p99} ms` : '没有应答',
          against: `10,000 次 ${second.p99} ms`,
          ratio: factor(p99Ratio),
          toReach: isTold ? '仅记录' : `≤ ${P99}`,
          isReached: isAnswered && (isTold || p99Ratio <= P99),
        })
      }
    } finally {
      await many.stop()
      await few.stop()
    }
  }
  return rows
}
