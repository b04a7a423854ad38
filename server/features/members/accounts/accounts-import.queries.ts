// Lookups and bulk writes of the import of accounts.

import { and, eq, isNull, sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import { isInSalesScope, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { enterprises, memberAccounts, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

/** Texts as one array parameter, however many there are. */
const anyOfTexts = (texts: readonly string[]) => sql`any(${sql.param([...new Set(texts)])}::text[])`
const lower = (texts: readonly string[]) => texts.map((text) => textKey(text))

export type KnownMember = {
  id: string
  name: string
  mobile: string
  inScope: boolean
  mainId: string | null
  locked: boolean
  subProducts: string[]
}

/** Members with these login names, by the key of the name. */
export async function membersByLogin(db: Executor, viewer: Viewer, names: readonly string[]) {
  const found = await db
    .select({
      id: members.id,
      name: sql<string>`text_key(${members.loginName})`,
      mobile: members.mobile,
      mainId: members.mainId,
      locked: members.locked,
      inScope: isInSalesScope(viewer, members.ownerId),
      subProducts: sql<string[]>`array(select a.sub_product from ${memberAccounts} a
          where a.member_id = ${members}.id and a.deleted_at is null)`,
    })
    .from(members)
    .where(and(isNull(members.deletedAt), sql`text_key(${members.loginName}) = ${anyOfTexts(lower(names))}`))
  return new Map<string, KnownMember>(found.map((each) => [each.name, each]))
}

/** Keys of login names, by mobile number of members. */
export async function loginsByMobile(db: Executor, mobiles: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ mobile: members.mobile, name: sql<string>`text_key(${members.loginName})` })
    .from(members)
    .where(and(isNull(members.deletedAt), sql`${members.mobile} = ${anyOfTexts(mobiles)}`))
  return new Map(found.map(({ mobile, name }) => [mobile, name]))
}

export type KnownEnterprise = { id: string; ownerId: string | null; inScope: boolean }

export async function enterprisesByName(db: Executor, viewer: Viewer, names: readonly string[]) {
  const found = await db
    .select({
      id: enterprises.id,
      name: sql<string>`text_key(${enterprises.name})`,
      ownerId: enterprises.ownerId,
      inScope: isInSalesScope(viewer, enterprises.ownerId),
    })
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) = ${anyOfTexts(lower(names))}`)
  return new Map<string, KnownEnterprise>(found.map(({ name, ...each }) => [name, each]))
}

/** Staff by user name who may become owners, within the viewer's scope. */
export async function ownersByName(db: Executor, viewer: Viewer, names: readonly string[]) {
  const found = await db
    .select({ id: users.id, name: sql<string>`text_key(${users.userName})` })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        eq(users.status, 'enabled'),
        sql`text_key(${users.userName}) = ${anyOfTexts(lower(names))}`,
        salesScope(viewer, users.id),
      ),
    )
  return new Map(found.map(({ id, name }) => [name, id]))
}

/** Products by the keys of name and code; null where several share a name. */
export async function productsByText(db: Executor, texts: readonly string[]): Promise<Map<string, string | null>> {
  const wanted = anyOfTexts(lower(texts))
  const found = await db
    .select({
      id: products.id,
      name: sql<string>`text_key(${products.name})`,
      code: sql<string>`text_key(coalesce(${products.code}, ''))`,
    })
    .from(products)
    .where(sql`(text_key(${products.name}) = ${wanted} or text_key(${products.code}) = ${wanted})`)
  const map = new Map<string, string | null>()
  for (const { id, name, code } of found) {
    map.set(name, map.has(name) ? null : id)
    if (code) map.set(code, id)
  }
  return map
}

/** @returns ids by the key of the name */
export async function insertEnterprises(tx: Tx, rows: readonly { name: string; ownerId: string | null }[]) {
  if (rows.length === 0) return new Map<string, string>()
  const { rows: made } = await tx.execute<{ id: string; name: string }>(sql`
    insert into ${enterprises} (name, source, owner_id)
    select name, 'import', "ownerId" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(name text, "ownerId" bigint)
    returning id::text, text_key(name) as name`)
  return new Map(made.map(({ id, name }) => [name, id]))
}

export type ImportedMember = {
  loginName: string
  realName: string
  mobile: string
  email: string
  remark: string
  enterpriseId: string
  ownerId: string | null
  passwordHash: string
}

/** @returns ids by the key of the login name */
export async function insertMembers(tx: Tx, rows: readonly ImportedMember[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const { rows: made } = await tx.execute<{ id: string; name: string }>(sql`
    insert into ${members} (login_name, real_name, mobile, email, remark, enterprise_id, owner_id, password_hash, source)
    select "loginName", "realName", mobile, email, remark, "enterpriseId", "ownerId", "passwordHash", 'import'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("loginName" text, "realName" text, mobile text, email text,
      remark text, "enterpriseId" bigint, "ownerId" bigint, "passwordHash" text)
    returning id::text, text_key(login_name) as name`)
  return new Map(made.map(({ id, name }) => [name, id]))
}

type NewAccount = { memberId: string; subProduct: string; modules?: readonly string[] }

/** New accounts, or deleted ones reopened; those that are open are left out. @returns ids by `member:subProduct` */
export async function insertAccounts(tx: Tx, rows: readonly NewAccount[]): Promise<Map<string, string>> {
  const { rows: made } = await tx.execute<{ id: string; key: string }>(sql`
    insert into ${memberAccounts} as a (member_id, sub_product, modules)
    select "memberId", "subProduct", coalesce(modules, '{}')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("memberId" bigint, "subProduct" text, modules text[])
    on conflict (member_id, sub_product) do update set deleted_at = null, status = 'enabled', opened_at = now(),
      sub_quota = 0, modules = excluded.modules, daily_questions = null,
      updated_at = now(), version = a.version + 1 where a.deleted_at is not null
    returning a.id::text, a.member_id || ':' || a.sub_product as key`)
  return new Map(made.map(({ id, key }) => [key, id]))
}

export async function recordOwners(
  tx: Tx,
  rows: readonly { targetId: string; toId: string; actorId: string | null; actorName: string; requestId: string }[],
): Promise<void> {
  await insertRows(
    tx,
    ownerChanges,
    rows.map((row) => ({ ...row, target: 'member' as const, reason: '导入' })),
  )
}
