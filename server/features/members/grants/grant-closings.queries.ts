// Lookups for the import of end dates: accounts by login name and products by name or number.

import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'

export const accountKey = (subProduct: SubProductKey, loginName: string) => `${subProduct} ${textKey(loginName)}`

/** Accounts that the viewer sees, by sub-product and login name. */
export async function accountsByLogin(db: Executor, viewer: Viewer, loginNames: readonly string[]) {
  const names = [...new Set(loginNames.map((name) => textKey(name)))]
  const rows = await db
    .select({
      id: memberAccounts.id,
      subProduct: memberAccounts.subProduct,
      status: memberAccounts.status,
      locked: members.locked,
      loginName: members.loginName,
    })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      and(
        sql`text_key(${members.loginName}) = any(${sql.param(names)}::text[])`,
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
  return new Map(rows.map((row) => [accountKey(row.subProduct, row.loginName), row]))
}

/** Ids of products by name or number; several products may share a name. */
export async function productsByText(db: Executor, texts: readonly string[]): Promise<Map<string, string[]>> {
  const wanted = [...new Set(texts)]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name, code: products.code })
    .from(products)
    .where(or(inArray(products.name, wanted), inArray(products.code, wanted)))
    .orderBy(asc(products.id))
  const found = new Map<string, string[]>()
  for (const { id, name, code } of rows) {
    for (const text of new Set([name, code])) found.set(text, [...(found.get(text) ?? []), id])
  }
  return found
}
