// Seals of the audit log for tests.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sealAudit } from '#server/core/audit/seals.ts'
import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/system/system.ts'

/** Seals every row of the log. Retries, as the server's own sealing holds the lock at times. */
export const sealAll = (db: Db, secretKey: string): Promise<void> =>
  expect
    .poll(async () => {
      await sealAudit(db, secretKey)
      return db.$count(auditLog, sql`${auditLog.id} > coalesce((select max(audit_id) from audit_seals), 0)`)
    })
    .toBe(0)
