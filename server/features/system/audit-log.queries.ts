// The audit log for its screen, and the state of its chain. Read-only: rows never change.
import { eq, sql } from 'drizzle-orm'
import type { AuditQuery, ChainState } from '../../../contract/system/audit-log.ts'
import type { Config } from '../../config.ts'
import { readHead } from '../../core/audit/seal-heads.ts'
import { checkSeals, newestSeal } from '../../core/audit/seals.ts'
import { contains, endOfDay, equals, list, startOfDay } from '../../core/lists/paging.ts'
import type { Db } from '../../db/connection.ts'
import { auditLog, auditSeals } from '../../db/schema/system/system.ts'

const row = {
  id: auditLog.id,
  at: auditLog.at,
  actorName: auditLog.actorName,
  address: auditLog.address,
  requestId: auditLog.requestId,
  action: auditLog.action,
  targetType: auditLog.targetType,
  targetId: auditLog.targetId,
  before: auditLog.before,
  after: auditLog.after,
}
export type AuditStored = Omit<typeof auditLog.$inferSelect, 'actorId'>

export const listAudit = list<AuditStored, AuditQuery>({
  name: 'audit_log',
  always: sql`true`,
  filters: {
    actorName: contains(auditLog.actorName, 'actorName'),
    action: contains(auditLog.action, 'action'),
    targetType: equals(auditLog.targetType, 'targetType'),
    targetId: equals(auditLog.targetId, 'targetId'),
    address: equals(auditLog.address, 'address'),
    requestId: equals(auditLog.requestId, 'requestId'),
    from: { where: sql`${auditLog.at} >= ${startOfDay('from')}` },
    to: { where: sql`${auditLog.at} < ${endOfDay('to')}` },
  },
  sorts: { at: auditLog.at },
  usual: sql`${auditLog.at} desc`,
  tie: auditLog.id,
  fields: row,
  rows: (db) => db.select(row).from(auditLog),
  matches: (db, where) => db.select({ n: sql`1` }).from(auditLog).where(where),
})

export async function findAct(db: Db, id: string): Promise<AuditStored | undefined> {
  const [found] = await db.select(row).from(auditLog).where(eq(auditLog.id, id))
  return found
}

/** The chain is computed in one snapshot, unaffected by rows that are sealed meanwhile. */
export async function stateOfChain(db: Db, config: Config): Promise<ChainState> {
  const noted = await readHead(config)
  return db.transaction(
    async (tx) => {
      const isNoted = noted !== null && noted !== 'forged'
      const { standing, ...found } = await checkSeals(tx, config.secretKey, isNoted ? [noted] : [])
      const isCut = isNoted && !standing.has(noted.id)
      const headFault = noted === 'forged' ? noted : isCut ? 'cut' : null
      const [sealed = 0, all = 0] = [await tx.$count(auditSeals), await tx.$count(auditLog)]
      const head = (await newestSeal(tx))?.hash ?? null
      return { sealed, waiting: Math.max(0, all - sealed), head, headFault, ...found }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
