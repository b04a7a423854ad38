// The audit log: who did what to which row, before and after, written in the act's own transaction.
import type { Tx } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import type { Author } from '../core.ts'
import { insertRows } from '../rows/insert-rows.ts'

type Fields = Record<string, unknown>

export type Act = {
  /** `user.update`: target and verb. */
  action: string
  targetType: string
  targetId: string
  before?: Fields | null
  after?: Fields | null
}

/** Secrets are never recorded, only that they changed. */
const secret = /password|secret|token/i
const masked = (fields: Fields | null | undefined): Fields | null =>
  fields
    ? Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, secret.test(key) ? '***' : value]))
    : null

/** Only what differs between two states of a row. */
export function difference<T extends Fields>(before: T, after: Partial<T>): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (from: Fields) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** The row of an act, without its time, which is the transaction's. */
export const auditRow = (by: Author, act: Act) => ({
  actorId: by.id,
  actorName: by.name,
  address: by.address,
  requestId: by.requestId,
  action: act.action,
  targetType: act.targetType,
  targetId: act.targetId,
  before: masked(act.before),
  after: masked(act.after),
})

/** Many acts in one statement. */
export async function auditAll(tx: Tx, by: Author, acts: readonly Act[]): Promise<void> {
  const rows = acts.map((act) => auditRow(by, act))
  // most acts are one row, which needs no set
  if (rows.length === 1) await tx.insert(auditLog).values(rows)
  else await insertRows(tx, auditLog, rows)
}

export const audit = (tx: Tx, by: Author, act: Act): Promise<void> => auditAll(tx, by, [act])
