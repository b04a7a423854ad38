// Numbers that want no more short messages: nothing goes to them from the next claim on.
import { sql } from 'drizzle-orm'
import type { SmsOptOutQuery, SmsOptOutRow } from '../../../../contract/push/sms-loads.ts'
import { equals, list } from '../../../core/lists/paging.ts'
import type { Executor, Tx } from '../../../db/connection.ts'
import { messageOptOuts } from '../../../db/schema/core/outbox.ts'

const hidden = sql<string>`overlay(${messageOptOuts.address} placing '****' from 4 for 4)`
const row = {
  id: sql<string>`${hidden} || ' ' || ${messageOptOuts.at}`,
  mobile: hidden,
  reason: messageOptOuts.reason,
  at: messageOptOuts.at,
}

export const listOptOuts = list<SmsOptOutRow, SmsOptOutQuery>({
  name: 'sms_opt_outs',
  always: sql`${messageOptOuts.channel} = 'sms'`,
  filters: { mobile: equals(messageOptOuts.address, 'mobile') },
  sorts: { at: messageOptOuts.at },
  usual: sql`${messageOptOuts.at} desc`,
  tie: messageOptOuts.address,
  fields: row,
  rows: (db) => db.select(row).from(messageOptOuts),
  matches: (db, where) => db.select({ n: sql`1` }).from(messageOptOuts).where(where),
})

export const optedOutOf = async (db: Executor, mobiles: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.execute<{ address: string }>(sql`
    select address from ${messageOptOuts} where channel = 'sms' and address = any(${sql.param([...mobiles])}::text[])`)
  return new Set(rows.map(({ address }) => address))
}

/** The first time counts. */
export const insertOptOuts = (tx: Tx, rows: readonly { mobile: string; reason: string }[]) =>
  tx
    .insert(messageOptOuts)
    .values(rows.map(({ mobile: address, reason }) => ({ channel: 'sms' as const, address, reason })))
    .onConflictDoNothing()
