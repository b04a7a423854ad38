// Chains audit rows by hash each minute, so that an altered or missing row is named by a check.
import { hash } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db, Executor } from '../db/connection.ts'
import { auditLog, auditSeals } from '../db/schema/system.ts'

const SEAL_EVERY_MS = 60_000
const BATCH = 5_000
/** One process at a time seals; an arbitrary number that names the lock. */
const LOCK = 7_203_412

const start = '0'.repeat(64)

/** The row as PostgreSQL writes it: jsonb as text is canonical. */
const rowText = sql<string>`json_build_array(${auditLog.id}, extract(epoch from ${auditLog.at})::text, ${auditLog.actorId},
  ${auditLog.actorName}, ${auditLog.address}, ${auditLog.requestId}, ${auditLog.action}, ${auditLog.targetType},
  ${auditLog.targetId}, ${auditLog.before}::text, ${auditLog.after}::text)::text`

const link = (before: string, row: string) => hash('sha256', `${before}\n${row}`, 'hex')

/** @returns how many rows were sealed, and the newest hash where there were any */
export async function sealAudit(db: Db): Promise<{ sealed: number; head: string | null }> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as mine`)
    if (!rows[0]?.mine) return { sealed: 0, head: null }
    const open = await tx
      .select({ id: auditLog.id, text: rowText })
      .from(auditLog)
      .where(sql`not exists (select 1 from ${auditSeals} where ${auditSeals.auditId} = ${auditLog.id})`)
      .orderBy(auditLog.id)
      .limit(BATCH)
    if (open.length === 0) return { sealed: 0, head: null }
    const last = await tx.select({ hash: auditSeals.hash }).from(auditSeals).orderBy(desc(auditSeals.id)).limit(1)
    let head = last[0]?.hash ?? start
    const seals = open.map((row) => {
      head = link(head, row.text)
      return { auditId: row.id, hash: head }
    })
    await tx.insert(auditSeals).values(seals)
    return { sealed: seals.length, head }
  })
}

/** @returns the id of the first audit row that was altered or taken away, or null where the chain holds */
export async function checkSeals(db: Executor): Promise<string | null> {
  let before = start
  let after = '0'
  for (;;) {
    const batch = await db
      .select({
        id: sql<string>`${auditSeals.id}::text`,
        auditId: auditSeals.auditId,
        hash: auditSeals.hash,
        text: rowText,
      })
      .from(auditSeals)
      .leftJoin(auditLog, sql`${auditLog.id} = ${auditSeals.auditId}`)
      .where(sql`${auditSeals.id} > ${after}`)
      .orderBy(auditSeals.id)
      .limit(BATCH)
    for (const seal of batch) {
      before = link(before, seal.text)
      if (seal.hash !== before) return seal.auditId
      after = seal.id
    }
    if (batch.length < BATCH) return null
  }
}

/** Seals each minute until stopped; the head goes to the log, outside of the database. */
export function keepSealing(db: Db, log: Logger): () => void {
  const timer = setInterval(() => {
    sealAudit(db).then(
      ({ sealed, head }) => sealed > 0 && log.info({ sealed, head }, 'audit sealed'),
      (error) => log.error({ err: error }, 'audit not sealed'),
    )
  }, SEAL_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
