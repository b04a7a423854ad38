// The audit log for its screen, and the state of its chain. Read-only: rows never change.
import { eq, sql } from 'drizzle-orm'
import type { AuditQuery, ChainState } from '#contract/system/audit-log.ts'
import type { Config } from '#server/config.ts'
import { readHead } from '#server/core/audit/seal-heads.ts'
import { checkSeals, newestSeal } from '#server/core/audit/seals.ts'
import { contains, endOfDay, equals, hasName, keyPart, list, startOfDay } from '#server/core/lists/paging.ts'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog, auditSeals } from '#server/db/schema/system/system.ts'
import { nameFields } from './audit-log.rules.ts'

const row = {
  id: auditLog.id,
  at: auditLog.at,
  actorName: auditLog.actorName,
  actorRealName: users.realName,
  address: auditLog.address,
  requestId: auditLog.requestId,
  action: auditLog.action,
  targetType: auditLog.targetType,
  targetId: auditLog.targetId,
  before: auditLog.before,
  after: auditLog.after,
}
export type AuditStored = Omit<typeof auditLog.$inferSelect, 'actorId'> & { actorRealName: string | null }

const byActor = eq(users.id, auditLog.actorId)
const part = sql.placeholder('actorName')

export const listAudit = list<AuditStored, AuditQuery>({
  name: 'audit_log',
  always: sql`true`,
  filters: {
    // people are few: theirs are found first
    actorName: {
      where: sql`(${hasName(auditLog.actorName, part)} or ${auditLog.actorId} in (select u.id from ${users} u
        where ${hasName(sql`u.real_name`, part, sql`u.spelling`)} or ${hasName(sql`u.user_name`, part)}))`,
      value: keyPart,
    },
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
  rows: (db) => db.select(row).from(auditLog).leftJoin(users, byActor),
  matches: (db, where) => db.select({ n: sql`1` }).from(auditLog).where(where),
})

/** What these rows were called when an act recorded it, as `user 6`: the only name of a row that is gone. */
export async function recordedNames(
  db: Db,
  targets: readonly { type: string; id: string }[],
): Promise<Map<string, string>> {
  if (targets.length === 0) return new Map()
  const named = sql`coalesce(${sql.join(
    nameFields.flatMap((field) => [sql`nullif(a.after ->> ${field}, '')`, sql`nullif(a.before ->> ${field}, '')`]),
    sql`, `,
  )})`
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    select distinct on (a.target_type, a.target_id) a.target_type || ' ' || a.target_id as key, ${named} as name
    from unnest(${sql.param(targets.map(({ type }) => type))}::text[], ${sql.param(targets.map(({ id }) => id))}::text[]) as w(type, id)
      join ${auditLog} a on a.target_type = w.type and a.target_id = w.id
    where ${named} is not null order by a.target_type, a.target_id, a.id desc`)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

export async function findAct(db: Db, id: string): Promise<AuditStored | undefined> {
  const [found] = await db.select(row).from(auditLog).leftJoin(users, byActor).where(eq(auditLog.id, id))
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
