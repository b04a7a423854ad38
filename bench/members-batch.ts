// A batch of grants as the product stores it, against the bare writes of the same rows.
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db, Tx } from '#server/db/connection.ts'
import { giveGrants } from '#server/features/members/grants/grants.acts.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { timed } from './timed.ts'

const BATCH = sized(5_000, 1_000)
const RATIO = 4
const ROUNDS = sized(5, 1)
const by = { id: null, name: 'bench', address: '', requestId: 'bench' }

/** The minimum that a batch writes: its grants, their ledger rows, and the accounts' `updated_at`. */
async function writeBare(tx: Tx, ids: readonly string[]): Promise<void> {
  const accounts = sql`unnest(${sql.param([...ids])}::bigint[]) as a(id)`
  await tx.execute(sql`insert into grant_acts (via, actor_name) values ('batch', 'bench')`)
  await tx.execute(sql`with added as (insert into grants (account_id, kind, starts_on, ends_on)
      select a.id, 'trial', current_date, current_date + 15 from ${accounts} returning id, account_id)
    insert into grant_changes (act_id, grant_id, account_id, sub_product, action, after, grant_version)
      select (select max(id) from grant_acts), id, account_id, 'bigData', 'grant', '{"kind":"trial"}', 1 from added`)
  await tx.execute(sql`update member_accounts set updated_at = now() from ${accounts} where member_accounts.id = a.id`)
}

export async function measureGrantBatch(ownerUrl: string): Promise<Row> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const db: Db = drizzle(pool)
  const { rows } = await pool.query<{ id: string; today: string; until: string }>(
    `select id, current_date::text as today, (current_date + 15)::text as until from member_accounts
     where sub_product = 'bigData' order by id limit ${BATCH}`,
  )
  const ids = rows.map(({ id }) => id)
  const overrides = rows.map(({ id, today, until }) => ({
    accountId: id,
    productId: null,
    kind: 'trial' as const,
    quota: null,
    startsOn: today,
    endsOn: until,
  }))
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await timed(db, (tx) => giveGrants(tx, by, { via: 'batch', reason: '' }, overrides))
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
    toReach: `≤ ${RATIO}`,
    isReached: ratio <= RATIO,
  }
}
