// The board of a day against the bare SQL of its counts.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { boardOf } from '#server/features/monitoring/board.queries.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { took } from './timed.ts'

const DUES = sized(5_000, 1_000)
const ROUNDS = sized(15, 1)
const RATIO = 2

const viewer: Viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'] }

/** A day on which four of five items are published, and a month before it. */
const fill: readonly string[] = [
  "insert into products (name) select '产品' || n from generate_series(1, 500) n",
  `insert into quote_items (product_id, name, market, unit) select p.id, p.name || k, '上海', '元/吨'
    from products p, generate_series(1, ${DUES / 500}) k order by 1, k`,
  "insert into price_publications (number, at, by_name, entries) values (1, now() - interval '1 hour', 'bench', 1)",
  `insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
    select i.id, i.id, current_date - d, 3, 'verify', 1, 1, 1, 'grid', 1, 'bench' from quote_items i, generate_series(0, 20) d
      where i.id % 5 <> 0 or d > 0`,
  `insert into dues (kind, subject_id, day, product_id, warn_at, due_at, late_at, responsible_id)
    select 'price', i.id, current_date - d, i.product_id, now() - interval '2 hours', now() - interval '90 minutes',
      now() - interval '30 minutes', (select min(id) from users) from quote_items i, generate_series(0, 20) d`,
  'vacuum (analyze) products, quote_items, price_revisions, price_publications, dues',
]

const bare = `
  with published as (
    select r.quote_item_id as id, min(p.at) as at from price_revisions r join price_publications p on p.number = r.publication
      where r.day = current_date and r.publication is not null and r.act <> 'cancelVerify' and not exists (
        select from price_revisions c where c.quote_item_id = r.quote_item_id and c.day = r.day
          and c.publication > r.publication and c.act = 'cancelVerify')
      group by r.quote_item_id
  ),
  standing as (
    select d.product_id, d.responsible_id, extract(hour from d.due_at) as hour, case when f.at <= d.late_at then 'done'
        when x.due_id is not null then 'excused' when f.at is not null then 'doneLate' when now() > d.late_at then 'late'
        when now() >= d.warn_at then 'soon' else 'notYet' end as state
      from dues d left join published f on f.id = d.subject_id left join due_excuses x on x.due_id = d.id
      where d.day = current_date and not d.is_withdrawn
  )
  select state, product_id, responsible_id, hour, count(*) from standing
    group by grouping sets ((state), (state, product_id), (state, responsible_id), (state, hour))`

export async function measureMonitoring({ cluster }: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('monitoring', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const db: Db = drizzle(pool)
  try {
    for (const statement of fill) await pool.query(statement)
    const { rows } = await pool.query<{ day: string }>('select current_date::text as day')
    const day = rows[0]?.day ?? ''
    const turns: { ours: number; bare: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const turn = {
        ours: await took(() => boardOf(db, { day, whose: 'all' }, viewer)),
        bare: await took(() => pool.query(bare)),
      }
      if (round > 0) turns.push(turn)
    }
    const ratio = median(turns.map((turn) => turn.ours / turn.bare))
    return [
      {
        what: `${DUES} 条监控项的当日看板`,
        figure: `${median(turns.map(({ ours }) => ours)).toFixed(1)} ms`,
        against: `计数的 SQL ${median(turns.map((turn) => turn.bare)).toFixed(1)} ms`,
        ratio: factor(ratio),
        toReach: `≤ ${RATIO}`,
        isReached: ratio <= RATIO,
        why: '计数、产品和人员的名称、时间线各一条语句',
      },
    ]
  } finally {
    await pool.end()
  }
}
