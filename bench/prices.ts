// Prices against their bare SQL: saving the grid of a day, and reading five years of twenty quote items.
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { PriceDataQuery } from '#contract/prices/price-data.ts'
import type { Entry } from '#contract/prices/prices.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { saveEntries } from '#server/features/prices/entries.acts.ts'
import { answerQuery } from '#server/features/prices/price-data.routes.ts'
import type { Bench } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { timed } from './timed.ts'

const GRID = sized(1_000, 100)
const READ = 20
const YEARS_DAYS = 1_826
const HISTORY_DAYS = 250
const ROUNDS = sized(15, 1)
const SAVE_RATIO = 4
const READ_RATIO = 2

const viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'] } as unknown as Actor

/** The items of a grid with their published history: five years for those that are read, less for the others. */
const fill: readonly string[] = [
  "insert into products (name) select '产品' || n from generate_series(1, 100) n",
  `insert into quote_items (product_id, name, market, unit) select p.id, p.name || k, '上海', '元/吨'
    from products p, generate_series(1, ${GRID / 100}) k order by 1, k`,
  "insert into price_publications (number, by_name, entries) values (1, 'bench', 1)",
  `insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
    select i.id, i.product_id, current_date - d, base - 15.5, base + 15.5, base, 2.5, 0.08, 'verified', 1
      from generate_series(${YEARS_DAYS}, 1, -1) d, quote_items i,
        lateral (select round(3000 + i.id * 7 % 2000 + d % 150 * 2.5, 2) as base) b
      where d <= ${HISTORY_DAYS} or i.id <= ${READ}`,
  'vacuum (analyze) products, quote_items, prices',
]

type Side = { ours: number; bare: number }

/** Runs both in turn; the first round does not count. */
async function compare(ours: () => Promise<number>, bare: () => Promise<number>): Promise<Side & { ratio: number }> {
  const turns: Side[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = { ours: await ours(), bare: await bare() }
    if (round > 0) turns.push(turn)
  }
  const across = (pick: (turn: Side) => number) => median(turns.map(pick))
  return { ours: across((t) => t.ours), bare: across((t) => t.bare), ratio: across((t) => t.ours / t.bare) }
}

const toRow = (
  what: string,
  against: string,
  limit: number,
  { ours, bare, ratio }: Side & { ratio: number },
  why: string,
): Row => ({
  what,
  figure: `${ours.toFixed(1)} ms`,
  against: `${against} ${bare.toFixed(1)} ms`,
  ratio: factor(ratio),
  toReach: `≤ ${limit}`,
  isReached: ratio <= limit,
  why,
})

/** The minimum that saving a grid writes: its entries and their revisions. */
async function writeBare(tx: Tx, rows: readonly Entry[], userId: string): Promise<void> {
  const column = (pick: (row: Entry) => string, type: string): SQL =>
    sql`${sql.param(rows.map(pick))}::${sql.raw(type)}[]`
  await tx.execute(sql`with saved as (
      insert into prices (quote_item_id, product_id, day, low, high, average, entered_by_id)
        select q.item, (select product_id from quote_items i where i.id = q.item), q.day, q.low, q.high, (q.low + q.high) / 2,
          ${userId}::bigint
        from unnest(${column((row) => row.quoteItemId, 'bigint')}, ${column((row) => row.day, 'date')},
          ${column((row) => row.low, 'numeric')}, ${column((row) => row.high, 'numeric')}) as q(item, day, low, high)
        returning *)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, by_id, by_name)
      select id, quote_item_id, day, 1, 'save', low, high, average, 'grid', ${userId}::bigint, 'bench' from saved`)
}

async function measureSave(db: Db, pool: pg.Pool): Promise<Row> {
  const { rows } = await pool.query<{ id: string; day: string; user: string }>(
    `select i.id, current_date::text as day, (select min(id) from users) as user from quote_items i order by i.id limit ${GRID}`,
  )
  const userId = rows[0]?.user ?? ''
  const grid = rows.map(({ id, day }, at): Entry => {
    const low = 3_000 + (at % 90)
    const texts = { remark: '', englishRemark: '', reason: '' }
    return {
      quoteItemId: id,
      day,
      low: `${low}.50`,
      high: `${low + 31}.50`,
      average: null,
      version: null,
      isOffDay: true,
      ...texts,
    }
  })
  const by = { id: userId, name: 'bench', address: '', requestId: 'bench' }
  const save = async (tx: Tx) => {
    const refused = (await saveEntries(tx, { actor: viewer, by }, grid, 'grid')).find(({ problem }) => problem !== null)
    if (refused) throw new Error(refused.problem ?? '')
  }
  const measured = await compare(
    () => timed(db, save),
    () => timed(db, (tx) => writeBare(tx, grid, userId)),
  )
  const why = '锁定、上期价格、常规判断和审计在写入之外，各是一条语句'
  return toRow(`保存当日 ${GRID.toLocaleString('en')} 条价格`, '只写入价格和修订', SAVE_RATIO, measured, why)
}

async function measureRead(db: Db, pool: pg.Pool): Promise<Row> {
  const { rows } = await pool.query<{ id: string; from: string; to: string }>(
    `select id, (current_date - ${YEARS_DAYS})::text as from, current_date::text as to from quote_items order by id limit ${READ}`,
  )
  const took = async (work: () => Promise<number>) => {
    const since = performance.now()
    const points = await work()
    const ms = performance.now() - since
    if (points !== READ * YEARS_DAYS) throw new Error(`${points} prices were read`)
    return ms
  }
  const ids = rows.map(({ id }) => id)
  const [{ from, to } = { from: '', to: '' }] = rows
  const query: PriceDataQuery = {
    columns: ids.map((id) => ({ kind: 'item', id })),
    from,
    to,
    length: 'day',
    measure: 'last',
    fill: 'none',
  }
  const ours = async () => {
    const { columns } = await answerQuery(db, query, viewer)
    return columns.reduce((points, { values }) => points + values.length, 0)
  }
  const bare = async () => {
    const { rowCount } = await pool.query(
      `select quote_item_id, day::text, low::text, high::text, average::text, publication::text, status = 'corrected'
        from prices where quote_item_id = any($1) and day between $2 and $3 and publication is not null
        order by quote_item_id, day`,
      [ids, from, to],
    )
    return rowCount ?? 0
  }
  const measured = await compare(
    () => took(ours),
    () => took(bare),
  )
  const why = '一条语句读出全部，按日期排成行'
  return toRow(`${READ} 个报价项五年的价格`, '一条 SQL', READ_RATIO, measured, why)
}

export async function measurePrices({ cluster }: Bench): Promise<Row[]> {
  const { ownerUrl } = await cluster.prepare('prices', 0)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  try {
    for (const statement of fill) await pool.query(statement)
    return [await measureSave(db, pool), await measureRead(db, pool)]
  } finally {
    await pool.end()
  }
}
