// Lookups and bulk writes of the import of customers.

import { sql } from 'drizzle-orm'
import { textKey } from '#contract/text.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

/** Keys of names, and credit codes, that are taken by any customer, in scope or not. */
export async function findTakenOf(db: Executor, names: readonly string[], codes: readonly string[]) {
  const lower = names.map((name) => textKey(name))
  const found = await db
    .select({ name: sql<string>`text_key(${enterprises.name})`, creditCode: enterprises.creditCode })
    .from(enterprises)
    .where(
      sql`text_key(${enterprises.name}) = any(${sql.param(lower)}::text[]) or (${enterprises.creditCode} <> ''
        and ${enterprises.creditCode} = any(${sql.param([...codes])}::text[]))`,
    )
  return {
    names: new Set(found.map(({ name }) => name)),
    codes: new Set(found.map(({ creditCode }) => creditCode)),
  }
}

/** Customers of these names or credit codes; whether each is in scope. */
export async function standingCustomers(
  db: Executor,
  actor: Viewer,
  names: readonly string[],
  codes: readonly string[],
) {
  const keys = names.map((name) => textKey(name))
  return db
    .select({
      id: enterprises.id,
      version: enterprises.version,
      name: enterprises.name,
      creditCode: enterprises.creditCode,
      level: enterprises.level,
      industry: enterprises.industry,
      regionId: enterprises.regionId,
      address: enterprises.address,
      remark: enterprises.remark,
      inScope: sql<boolean>`${salesScope(actor, enterprises.ownerId)}`,
    })
    .from(enterprises)
    .where(
      sql`text_key(${enterprises.name}) = any(${sql.param(keys)}::text[]) or (${enterprises.creditCode} <> ''
        and ${enterprises.creditCode} = any(${sql.param([...codes])}::text[]))`,
    )
}

/** A region's path as people write it, and as our exports do: `浙江省 > 杭州市`, `浙江省 杭州市`. */
export const regionKey = (path: string): string =>
  path
    .trim()
    .split(/[\s/／>＞]+/)
    .join('/')

/** `浙江省/杭州市` → id, for every region. */
export async function regionPaths(db: Executor): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; path: string }>(sql`select r.id::text as id,
      concat_ws('/', p.name, c.name, r.name) as path
    from ${regions} r left join ${regions} c on c.id = r.parent_id left join ${regions} p on p.id = c.parent_id`)
  return new Map(rows.map(({ id, path }) => [regionKey(path), id]))
}

/** Enabled staff within the importer's scope, by the key of the user name. */
export async function ownersFor(db: Executor, actor: Pick<Actor, 'id' | 'isAdministrator' | 'roleCodes'>) {
  const found = await db
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked} and ${salesScope(actor, users.id)}`,
    )
  return new Map(found.map(({ id, userName }) => [textKey(userName), id]))
}

export type NewCustomer = {
  name: string
  creditCode: string
  level: 'A' | 'B' | 'C'
  industry: string
  regionId: string | null
  address: string
  ownerId: string | null
  remark: string
  contact: string
  contactMobile: string
  contactEmail: string
}

/** @returns the ids, in the order of the rows */
export async function insertCustomers(tx: Tx, rows: readonly NewCustomer[], importId: string): Promise<string[]> {
  const ids = await insertRows(
    tx,
    enterprises,
    rows.map(({ contact: _, contactMobile: __, contactEmail: ___, ...row }) => ({ ...row, source: 'import' as const })),
  )
  const contacts = rows.flatMap(({ contact, contactMobile, contactEmail }, at) => {
    const enterpriseId = ids[at] ?? ''
    return contact
      ? [{ enterpriseId, name: contact, mobile: contactMobile, email: contactEmail, isMain: true, importId }]
      : []
  })
  await insertRows(tx, enterpriseContacts, contacts)
  return ids
}
