// Lookups and bulk writes of the import of staff accounts.

import { sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'

/** Texts as one array parameter, however many there are. */
const unnested = (texts: Iterable<string>) => sql`unnest(${sql.param([...new Set(texts)])}::text[]) as input(text)`

/**
 * Ids of live accounts by the key of the name. One index lookup for each name: for a join with thousands, the planner
 * would scan all accounts, again for each batch of a file.
 */
export async function findByName(db: Executor, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select found.id::text, input.text as name from ${unnested(names.map((name) => textKey(name)))}
    cross join lateral (select u.id from ${users} u where text_key(u.user_name) = input.text and u.deleted_at is null limit 1) found`)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Those of the numbers that a live account uses. */
export async function findMobiles(db: Executor, mobiles: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ mobile: string }>(sql`
    select input.text as mobile from ${unnested(mobiles)}
    cross join lateral (select 1 from ${users} u where u.mobile = input.text and u.deleted_at is null limit 1) found`)
  return new Set(rows.map(({ mobile }) => mobile))
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

/** New accounts whose password must be changed at the first sign-in. @returns the ids, in the order of the rows */
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
