// Numbers that opted out of short messages: withheld from the next claim on, until they are restored.
import { and, eq, sql } from 'drizzle-orm'
import type { SmsOptOutQuery, SmsOptOutRow } from '#contract/push/sms-loads.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { messageOptOuts } from '#server/db/schema/core/outbox.ts'

const ofSms = eq(messageOptOuts.channel, 'sms')
const hidden = sql<string>`overlay(${messageOptOuts.address} placing '****' from 4 for 4)`
const row = {
  id: sql<string>`${hidden} || ' ' || ${messageOptOuts.at}`,
  mobile: hidden,
  reason: messageOptOuts.reason,
  at: messageOptOuts.at,
  restoredAt: messageOptOuts.restoredAt,
  restoredByName: messageOptOuts.restoredByName,
  restoreReason: messageOptOuts.restoreReason,
}

export const listOptOuts = list<SmsOptOutRow, SmsOptOutQuery>({
  name: 'sms_opt_outs',
  always: sql`${messageOptOuts.channel} = 'sms'`,
  filters: {
    mobile: equals(messageOptOuts.address, 'mobile'),
    isRestored: { where: sql`(${messageOptOuts.restoredAt} is not null) = ${sql.placeholder('isRestored')}` },
  },
  sorts: { at: messageOptOuts.at },
  usual: sql`${messageOptOuts.at} desc`,
  tie: messageOptOuts.address,
  fields: row,
  rows: (db) => db.select(row).from(messageOptOuts),
  matches: (db, where) => db.select({ n: sql`1` }).from(messageOptOuts).where(where),
})

type OptOut = Pick<SmsOptOutRow, 'mobile' | 'reason' | 'at' | 'restoredAt'>

/** Those of these numbers that ever opted out, unmasked. */
export async function optOutsOf(db: Executor, mobiles: readonly string[]): Promise<Map<string, OptOut>> {
  const { address: mobile, reason, at, restoredAt } = messageOptOuts
  const rows = await db
    .select({ mobile, reason, at, restoredAt })
    .from(messageOptOuts)
    .where(and(ofSms, sql`${mobile} = any(${sql.param([...mobiles])}::text[])`))
  return new Map(rows.map((row) => [row.mobile, row]))
}

/** The opt-out of a number: a reply names no topic. */
export const optOutOf = (mobile: string) => ({ channel: 'sms' as const, address: mobile, topic: 'all' as const })
