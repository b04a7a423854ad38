// What an import of staff accounts asks of the tables, and how it writes, thousands at once.
import { and, isNull, sql } from 'drizzle-orm'
import type { Executor, Tx } from '../../db/connection.ts'
import { users } from '../../db/schema/organisation.ts'

/** Ids of live accounts by their names in lower case. */
export async function findByName(db: Executor, names: readonly string[]): Promise<Map<string, string>> {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  const found = await db
    .select({ id: users.id, name: sql<string>`lower(${users.userName})` })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`lower(${users.userName}) = any(${sql.param(lower)}::text[])`))
  return new Map(found.map(({ id, name }) => [name, id]))
}

/** Those of the numbers that a live account has. */
export async function findMobiles(db: Executor, mobiles: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ mobile: users.mobile })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`${users.mobile} = any(${sql.param([...new Set(mobiles)])}::text[])`))
  return new Set(found.map(({ mobile }) => mobile))
}

export type NewUser = {
  userName: string
  realName: string
  mobile: string
  email: string
  passwordHash: string
  deptId: string
  roleId: string
  saleParentId: string | null
  expiresAt: string | null
  remark: string
}

/** New accounts whose password must be changed at the first sign-in. @returns their ids, in the order given */
export async function insertUsers(tx: Tx, rows: readonly NewUser[]): Promise<string[]> {
  const { rows: inserted } = await tx.execute<{ id: string; user_name: string }>(sql`
    insert into ${users} (user_name, real_name, mobile, email, password_hash, must_change_password, dept_id, role_id,
      sale_parent_id, expires_at, remark)
    select "userName", "realName", mobile, email, "passwordHash", true, "deptId", "roleId", "saleParentId", "expiresAt", remark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("userName" text, "realName" text, mobile text, email text,
      "passwordHash" text, "deptId" bigint, "roleId" bigint, "saleParentId" bigint, "expiresAt" date, remark text)
    returning id::text, user_name`)
  const ids = new Map(inserted.map(({ id, user_name }) => [user_name, id]))
  return rows.map(({ userName }) => ids.get(userName) ?? '')
}
