// Accounts for granting: within sales scope, with what forbids a grant, and their live grants with product names.

import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GrantProduct, GrantRow } from '#contract/members/grants.ts'
import type { HiddenProduct } from '#contract/members/hidden-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { namesOf } from './hidden-products.rules.ts'

const first = alias(categories, 'first')
const second = alias(categories, 'second')

const path = sql<string>`concat_ws(' > ', ${first.name}, ${second.name})`

const grantee = {
  id: memberAccounts.id,
  version: memberAccounts.version,
  subProduct: memberAccounts.subProduct,
  status: memberAccounts.status,
  loginName: members.loginName,
  realName: members.realName,
  locked: members.locked,
  enterpriseName: enterprises.name,
}

/** Accounts of these ids in the viewer's scope, by rising ids. */
export const findGrantees = (db: Executor, viewer: Viewer, ids: readonly string[]) =>
  db
    .select(grantee)
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        sql`${memberAccounts.id} = any(${idArray(ids)})`,
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
        salesScope(viewer, members.ownerId),
      ),
    )
    .orderBy(asc(memberAccounts.id))

export type Grantee = Awaited<ReturnType<typeof findGrantees>>[number]

export const grantRowsOf = (db: Executor, accountId: string): Promise<GrantRow[]> =>
  db
    .select({
      id: grants.id,
      version: grants.version,
      productId: grants.productId,
      productName: sql<string>`coalesce(${products.name}, '')`,
      path,
      kind: grants.kind,
      startsOn: grants.startsOn,
      endsOn: grants.endsOn,
      quota: grants.quota,
    })
    .from(grants)
    .leftJoin(products, eq(products.id, grants.productId))
    .leftJoin(second, eq(second.id, products.categoryId))
    .leftJoin(first, eq(first.id, second.parentId))
    .where(and(eq(grants.accountId, accountId), isNull(grants.revokedAt)))
    .orderBy(asc(first.sort), asc(second.sort), asc(products.sort), asc(grants.id))

const isShown = sql`${products.isShow} and coalesce(${second.isShow}, true) and coalesce(${first.isShow}, true)`

/** Visible products of these ids, or below these categories: editorial scope does not limit what is sold. */
export function findShownProducts(
  db: Executor,
  { productIds, categoryIds }: { productIds: readonly string[]; categoryIds: readonly string[] },
  limit: number,
): Promise<GrantProduct[]> {
  const [ofProducts, ofCategories] = [productIds, categoryIds].map((ids) => sql.param([...ids]))
  return db
    .select({ id: products.id, name: products.name, path })
    .from(products)
    .leftJoin(second, eq(second.id, products.categoryId))
    .leftJoin(first, eq(first.id, second.parentId))
    .where(
      and(
        isShown,
        sql`(${products.id} = any(${ofProducts}::bigint[]) or ${second.id} = any(${ofCategories}::bigint[])
          or ${first.id} = any(${ofCategories}::bigint[]))`,
      ),
    )
    .orderBy(asc(first.sort), asc(second.sort), asc(products.sort), asc(products.id))
    .limit(limit)
}

/** Whether all these products exist and neither they nor their categories are hidden. */
export async function areShown(db: Executor, productIds: readonly string[]): Promise<boolean> {
  if (productIds.length === 0) return true
  const found = await findShownProducts(db, { productIds, categoryIds: [] }, productIds.length)
  return found.length === productIds.length
}

/** Those of the products that are hidden, themselves or by their category. */
export const hiddenAmong = (db: Executor, productIds: readonly string[]): Promise<HiddenProduct[]> =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .leftJoin(second, eq(second.id, products.categoryId))
    .leftJoin(first, eq(first.id, second.parentId))
    .where(and(sql`${products.id} = any(${idArray(productIds)})`, sql`not (${isShown})`))
    .orderBy(asc(products.sort), asc(products.id))

/** The number of hidden products, as a column of a list. */
export const countHidden = (productIds: SQL) => sql<number>`(select count(*)::int from ${products} p
  left join ${categories} second on second.id = p.category_id left join ${categories} first on first.id = second.parent_id
  where p.id = any(${productIds})
    and not (p.is_show and coalesce(second.is_show, true) and coalesce(first.is_show, true)))`

/** Why products cannot be added to a preset or set; products that are already in it may stay, also when hidden. */
export async function verdictOnNewlyHidden(
  db: Executor,
  wanted: readonly string[],
  stored: readonly string[] = [],
): Promise<string | null> {
  const hidden = await hiddenAmong(
    db,
    wanted.filter((id) => !stored.includes(id)),
  )
  return hidden.length > 0 ? `产品已隐藏，不能加入方案：${namesOf(hidden)}` : null
}

export const namesOfProducts = (db: Executor, ids: readonly string[]) =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...ids]))
