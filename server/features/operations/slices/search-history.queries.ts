// What became of slices, and how it is taken back.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { type SliceSums, semAccounts, semFacts, semReplaced, semReplacements } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import {
  deleteFacts,
  deleteSlices,
  keepReplaced,
  lockAccounts,
  type SliceKey,
  storedSlices,
  sumMonths,
  UNDO_DAYS,
  unsettleSlices,
  writeSlices,
} from './search-slices.queries.ts'

type Act = {
  act: string
  at: string
  byName: string
  kind: 'import' | 'feed' | 'remove' | 'undo'
  accounts: string
  slices: number
  from: string
  to: string
  costBefore: string
  costAfter: string
  mayUndo: boolean
}

/** Nothing came after replacement `r` of its slice. */
const isNewest = sql`not exists (select from ${semReplacements} o where o.account_id = r.account_id and o.day = r.day
  and o.grain = r.grain and o.id > r.id)`

export async function listActs(db: Executor, limit: number): Promise<Act[]> {
  const { rows } = await db.execute<Act>(sql`
    select r.act, max(r.at) as at, coalesce(max(u.real_name), '') as "byName", max(r.kind) as kind,
        string_agg(distinct a.name, '、') as accounts, count(*)::int as slices, min(r.day)::text as "from", max(r.day)::text as "to",
        coalesce(sum((r.before->>'cost')::numeric), 0)::text as "costBefore",
        coalesce(sum((r.after->>'cost')::numeric), 0)::text as "costAfter",
        bool_and(${isNewest} and (r.before is null or s.replacement_id is not null)) as "mayUndo"
      from ${semReplacements} r join ${semAccounts} a on a.id = r.account_id left join ${users} u on u.id = r.by_id
        left join ${semReplaced} s on s.replacement_id = r.id
      where r.at > now() - ${UNDO_DAYS} * interval '1 day'
      group by r.act order by max(r.id) desc limit ${limit}`)
  return rows.map((row) => ({ ...row, at: isoMoment(row.at) }))
}

type Replaced = SliceKey & {
  id: string
  account: string
  before: SliceSums | null
  after: SliceSums | null
  isNewest: boolean
  hasFacts: boolean
  /** Of what stood before. */
  hash: string
}

export async function replacementsOf(tx: Tx, act: string): Promise<Replaced[]> {
  const { rows } = await tx.execute<Replaced>(sql`
    select r.id::text as id, r.account_id::text as "accountId", a.name as account, r.day::text as day, r.grain, r.before, r.after,
        ${isNewest} as "isNewest", s.replacement_id is not null as "hasFacts",
        coalesce((select o.hash from ${semReplacements} o where o.account_id = r.account_id and o.day = r.day
          and o.grain = r.grain and o.id < r.id order by o.id desc limit 1), '') as hash
      from ${semReplacements} r join ${semAccounts} a on a.id = r.account_id
        left join ${semReplaced} s on s.replacement_id = r.id
      where r.act = ${act} order by r.day, r.grain`)
  return rows
}

/** Puts back what each slice held; what it holds now is kept in its turn. */
export async function restoreSlices(tx: Tx, slices: readonly Replaced[], byId: string | null): Promise<void> {
  await lockAccounts(
    tx,
    slices.map(({ accountId }) => accountId),
  )
  const now = await storedSlices(tx, slices)
  const kept = slices.map((slice) => {
    const current = now.get(`${slice.accountId}/${slice.day}/${slice.grain}`)
    return { ...slice, before: current ? slice.after : null, after: slice.before }
  })
  await keepReplaced(tx, kept, { byId, kind: 'undo', importId: null, act: randomUUID() })
  await deleteFacts(tx, slices)
  const [back, gone] = [slices.filter(({ before }) => before), slices.filter(({ before }) => !before)]
  await tx.execute(sql`insert into ${semFacts}
      (account_id, grain, day, node_id, device, region, hour, shows, clicks, cost, position, reported)
    select r.account_id, r.grain, r.day, (e->>0)::bigint, e->>1, e->>2, (e->>3)::smallint, (e->>4)::int, (e->>5)::int,
        (e->>6)::numeric, (e->>7)::numeric, (e->>8)::int
      from ${semReplacements} r join ${semReplaced} s on s.replacement_id = r.id, jsonb_array_elements(s.facts) e
      where r.id = any(${idArray(back.map(({ id }) => id))})`)
  await writeSlices(tx, back, null)
  await unsettleSlices(tx, back)
  await deleteSlices(tx, gone)
  await sumMonths(tx, slices)
}
