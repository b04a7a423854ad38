// Chains audit rows by keyed hash each minute, so that a check names what was altered or is missing. The key is the
// server's: the owner of the tables can rewrite rows, but cannot make matching seals. The newest seal is also stored outside
// of the database (seal-heads.ts), which reveals a tail that was cut off.
import { createHmac, hkdfSync } from 'node:crypto'
import { desc, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/connection.ts'
import { auditLog, auditSeals } from '#server/db/schema/system/system.ts'

const BATCH = 5_000
/** Rows that a check names; further ones it counts. */
const NAMED = 200
/** One process at a time seals; an arbitrary number that names the lock. */
const LOCK = 7_203_412

const start = '0'.repeat(64)

/** A seal as it is stored and compared: its number in the chain and its hash. */
export type Head = { id: string; hash: string }

/** For the chain alone; `SECRET_KEY` itself is used for nothing. */
export const sealKey = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'audit seals', 32))

/** The row as PostgreSQL writes it: jsonb as text is canonical. */
const rowText = sql<string>`json_build_array(${auditLog.id}, extract(epoch from ${auditLog.at})::text, ${auditLog.actorId},
  ${auditLog.actorName}, ${auditLog.address}, ${auditLog.requestId}, ${auditLog.action}, ${auditLog.targetType},
  ${auditLog.targetId}, ${auditLog.before}::text, ${auditLog.after}::text)::text`

const link = (key: Buffer, before: string, row: string) =>
  createHmac('sha256', key).update(`${before}\n${row}`).digest('hex')

export async function newestSeal(db: Executor): Promise<Head | null> {
  const newest = { id: sql<string>`${auditSeals.id}::text`, hash: auditSeals.hash }
  const [last] = await db.select(newest).from(auditSeals).orderBy(desc(auditSeals.id)).limit(1)
  return last ?? null
}

/** @returns how many rows were sealed, and the newest seal where there were any */
export async function sealAudit(db: Db, secretKey: string): Promise<{ sealed: number; head: Head | null }> {
  const key = sealKey(secretKey)
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
    let hash = (await newestSeal(tx))?.hash ?? start
    const seals = open.map((row) => {
      hash = link(key, hash, row.text)
      return { auditId: row.id, hash }
    })
    await tx.insert(auditSeals).values(seals)
    return { sealed: seals.length, head: await newestSeal(tx) }
  })
}

export type SealCheck = {
  /** The first ids of audit rows that were altered or removed. */
  broken: string[]
  /** How many there are in all. */
  brokenCount: number
  /** Those of `heads` that the chain contains unchanged. */
  standing: ReadonlySet<string>
}

/**
 * Recomputes every seal. After a mismatch the chain continues from the stored seal, so that one altered row does not fail
 * those after it.
 * @param heads seals stored elsewhere
 */
export async function checkSeals(db: Executor, secretKey: string, heads: readonly Head[] = []): Promise<SealCheck> {
  const key = sealKey(secretKey)
  const noted = new Map(heads.map(({ id, hash }) => [id, hash]))
  const broken: string[] = []
  const standing = new Set<string>()
  let brokenCount = 0
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
      if (seal.hash !== link(key, before, seal.text)) {
        brokenCount++
        if (broken.length < NAMED) broken.push(seal.auditId)
      }
      if (noted.get(seal.id) === seal.hash) standing.add(seal.id)
      before = seal.hash
      after = seal.id
    }
    if (batch.length < BATCH) return { broken, brokenCount, standing }
  }
}
