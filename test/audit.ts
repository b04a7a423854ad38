// Seals of the audit log for tests.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sealAudit } from '../server/core/audit/seals.ts'
import type { Db } from '../server/db/connection.ts'
import { auditLog } from '../server/db/schema/system/system.ts'

/** Every row of the log is sealed. The server seals by itself, too, and while it does nobody else can. */
export const sealAll = (db: Db, secretKey: string): Promise<void> =>
  expect
    .poll(async () => {
      await sealAudit(db, secretKey)
      return db.$count(auditLog, sql`${auditLog.id} > coalesce((select max(audit_id) from audit_seals), 0)`)
    })
    .toBe(0)
