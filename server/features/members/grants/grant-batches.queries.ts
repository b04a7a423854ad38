// Batches of grants as they are stored: their accounts in order, progress, and the outcome for each.

import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { BatchOutcome } from '#contract/members/grant-batches.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { grantBatches, grantBatchRows } from '#server/db/schema/members/grant-batches.ts'

type NewBatch = Omit<typeof grantBatches.$inferInsert, 'id' | 'at' | 'actId'>
type State = typeof grantBatchRows.$inferSelect.state
type Row = { id: string; name: string }

export async function insertBatch(tx: Tx, batch: NewBatch, accounts: readonly Row[]): Promise<string> {
  const [made] = await tx.insert(grantBatches).values(batch).returning({ id: grantBatches.id })
  if (!made) throw new Error('no batch was stored')
  const [ids, names] = [accounts.map(({ id }) => id), accounts.map(({ name }) => name)]
  await tx.execute(sql`insert into ${grantBatchRows} (batch_id, place, account_id, name)
    select ${made.id}, r.place, r.id, r.name
    from unnest(${idArray(ids)}, ${sql.param(names)}::text[]) with ordinality as r(id, name, place)`)
  return made.id
}

/** Locked, so that two attempts of one job run one after the other. */
export async function lockBatch(tx: Tx, id: string) {
  const [found] = await tx.select().from(grantBatches).where(eq(grantBatches.id, id)).for('update')
  return found
}

/** The next unprocessed accounts. */
export const waitingRows = (tx: Tx, batchId: string, limit: number) =>
  tx
    .select({ place: grantBatchRows.place, accountId: grantBatchRows.accountId })
    .from(grantBatchRows)
    .where(and(eq(grantBatchRows.batchId, batchId), eq(grantBatchRows.state, 'waiting')))
    .orderBy(asc(grantBatchRows.place))
    .limit(limit)

export async function storeOutcomes(
  tx: Tx,
  batchId: string,
  rows: readonly { place: number; state: State; msg: string }[],
): Promise<void> {
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick))
  await tx.execute(sql`update ${grantBatchRows} r set state = o.state, msg = o.msg
    from unnest(${column(({ place }) => place)}::int[], ${column(({ state }) => state)}::text[],
      ${column(({ msg }) => msg)}::text[]) as o(place, state, msg)
    where r.batch_id = ${batchId} and r.place = o.place`)
}

export const setAct = (tx: Tx, id: string, actId: string) =>
  tx.update(grantBatches).set({ actId }).where(eq(grantBatches.id, id))

export async function findBatch(db: Executor, id: string) {
  const [found] = await db.select().from(grantBatches).where(eq(grantBatches.id, id))
  return found
}

export async function countOutcomes(db: Executor, batchId: string): Promise<Omit<BatchOutcome, 'rows' | 'actId'>> {
  const count = (state: State) => sql<number>`count(*) filter (where ${grantBatchRows.state} = ${state})::int`
  const [counts] = await db
    .select({
      total: sql<number>`count(*)::int`,
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      waiting: count('waiting'),
    })
    .from(grantBatchRows)
    .where(eq(grantBatchRows.batchId, batchId))
  return counts ?? { total: 0, changed: 0, unchanged: 0, refused: 0, waiting: 0 }
}

export const triedRows = (db: Executor, batchId: string) =>
  db
    .select({
      id: grantBatchRows.accountId,
      name: grantBatchRows.name,
      state: grantBatchRows.state,
      msg: grantBatchRows.msg,
    })
    .from(grantBatchRows)
    .where(and(eq(grantBatchRows.batchId, batchId), ne(grantBatchRows.state, 'waiting')))
    .orderBy(asc(grantBatchRows.place))
