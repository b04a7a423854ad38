// The newest seal of the audit log (the head), also stored in a file of DATA_DIR and in the server's log, where the database
// cannot rewrite it. A chain without the stored head was cut, or rebuilt.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/connection.ts'
import { auditSeals } from '#server/db/schema/system/system.ts'
import { type Head, newestSeal, sealAudit, sealKey } from './seals.ts'

const SEAL_EVERY_MS = 60_000
/** Without new rows the head is stored again after so many rounds: the log with it may be rotated away. */
const NOTE_EVERY = 60

type Settings = Pick<Config, 'dataDir' | 'secretKey'>

const fileOf = ({ dataDir }: Settings) => join(dataDir, 'audit-head.json')

const proofOf = ({ secretKey }: Settings, { id, hash }: Head) =>
  createHmac('sha256', sealKey(secretKey)).update(`head:${id}:${hash}`).digest('base64url')

/** @returns the stored head; null without one; 'forged' if the file is not as this server wrote it */
export async function readHead(config: Settings): Promise<Head | null | 'forged'> {
  let text: string
  try {
    text = await readFile(fileOf(config), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { id, hash, proof } = JSON.parse(text) as Head & { proof: string }
    const [actual, expected] = [Buffer.from(String(proof)), Buffer.from(proofOf(config, { id, hash }))]
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? { id, hash } : 'forged'
  } catch {
    return 'forged'
  }
}

async function writeHead(config: Settings, head: Head): Promise<void> {
  const file = fileOf(config)
  await mkdir(config.dataDir, { recursive: true })
  // renamed when complete: neither concurrent processes nor a full disk leave a broken file
  await writeFile(`${file}.${process.pid}`, JSON.stringify({ ...head, proof: proofOf(config, head) }), { mode: 0o600 })
  await rename(`${file}.${process.pid}`, file)
}

const stands = async (db: Db, { id, hash }: Head) =>
  (await db.$count(auditSeals, and(eq(sql`${auditSeals.id}::text`, id), eq(auditSeals.hash, hash)))) > 0

/** Stores the newest seal as head, unless the chain lacks the previous head: that evidence must stay. */
export async function noteHead(db: Db, config: Settings, log: Logger): Promise<void> {
  const noted = await readHead(config)
  if (noted === 'forged' || (noted && !(await stands(db, noted)))) {
    log.error({ noted }, 'audit: the noted head is not in the chain')
    return
  }
  const head = await newestSeal(db)
  if (!head) return
  log.info({ head }, 'audit head')
  await writeHead(config, head)
}

/** Seals each minute until stopped; stores the head at the start, with new seals, and each hour. */
export function keepSealing(db: Db, config: Settings, log: Logger): () => void {
  let round = 0
  const seal = async () => {
    const { sealed } = await sealAudit(db, config.secretKey)
    if (sealed > 0 || round % NOTE_EVERY === 0) await noteHead(db, config, log)
    round++
  }
  const run = () => void seal().catch((error: unknown) => log.error({ err: error }, 'audit not sealed'))
  const timer = setInterval(run, SEAL_EVERY_MS)
  timer.unref()
  run()
  return () => clearInterval(timer)
}
