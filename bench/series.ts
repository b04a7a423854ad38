// Derived series against the SQL that reads their inputs: ten years of a formula over five items.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db, Tx } from '#server/db/connection.ts'
import { recompute } from '#server/features/prices/series/series-values.acts.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { timed } from './timed.ts'

const DAYS = sized(3_650, 400)
const ITEMS = 5
const ROUNDS = sized(15, 1)
const RATIO = 3

const formulas = [
  ['五个报价项的公式', 'Q1 * 1.6 + Q2 * 0.45 + Q3 * 0.15 + Q4 / 1.13 - Q5'],
  ['其中带移动平均和同比', 'ma(Q1 - Q2, 20) + yoy(Q3) + Q4 / 1.13 - Q5'],
] as const

const fill: readonly string[] = [
  "insert into products (name) values ('产品')",
  `insert into quote_items (product_id, code, name, market, unit)
    select p.id, 'Q' || n, '报价项' || n, '上海', '元/吨' from products p, generate_series(1, ${ITEMS}) n`,
  "insert into price_publications (number, by_name, entries) values (1, 'bench', 1)",
  `insert into prices (quote_item_id, product_id, day, low, high, average, status, publication)
    select i.id, i.product_id, current_date - d, v, v, v, 'verified', 1
      from generate_series(${DAYS}, 1, -1) d, quote_items i, lateral (select 3000 + i.id * 70 + d % 150 * 2.5 as v) of`,
  'vacuum (analyze) quote_items, prices',
]

/** Reads the inputs of the formula, as rows of the driver. */
const read = `select quote_item_id, day::text, average::text from prices
  where quote_item_id = any(array(select id from quote_items)) and publication is not null order by quote_item_id, day`

async function addSeries(pool: pg.Pool, formula: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with s as (insert into series (product_id, name, unit) select id, $1, '元' from products returning id),
      f as (insert into series_formulas (series_id, valid_from, formula, unit, by_name)
        select id, date '1900-01-01', $1, '元', 'bench' from s returning id, series_id),
      n as (insert into series_inputs (formula_id, series_id, quote_item_id) select f.id, f.series_id, i.id
        from f, quote_items i)
    select id::text as id from s`,
    [formula],
  )
  return rows[0]?.id ?? ''
}

const by = { id: null, name: 'bench', address: '', requestId: 'bench' }

async function measure(db: Db, pool: pg.Pool, [what, formula]: (typeof formulas)[number]): Promise<Row> {
  const id = await addSeries(pool, formula)
  const work = (tx: Tx) => recompute(tx, by, [id])
  await db.transaction(work)
  const bare = async () => {
    const since = performance.now()
    const { rowCount } = await pool.query(read)
    if (rowCount !== ITEMS * DAYS) throw new Error(`${rowCount} prices were read`)
    return performance.now() - since
  }
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = { ours: await timed(db, work), bare: await bare() }
    if (round > 0) turns.push(turn)
  }
  const ratio = median(turns.map((turn) => turn.ours / turn.bare))
  return {
    what: `重新计算十年的系列，${what}`,
    figure: `${median(turns.map(({ ours }) => ours)).toFixed(1)} ms`,
    against: `读取它的价格的 SQL ${median(turns.map((turn) => turn.bare)).toFixed(1)} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${RATIO}`,
    isReached: ratio <= RATIO,
    why: '读写各日的文本和逐日求值各占一半；审核时只算受影响的日期',
  }
}

export async function measureSeries({ cluster }: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('series', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  try {
    for (const statement of fill) await pool.query(statement)
    const rows: Row[] = []
    for (const formula of formulas) rows.push(await measure(db, pool, formula))
    return rows
  } finally {
    await pool.end()
  }
}
