// Grants of products and categories as they are stored.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { batches } from '#server/db/batches.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { roleProducts, userCategories, userNewsCategories, userProducts } from '#server/db/schema/authorisation.ts'
import { categories, newsCategories, products } from '#server/db/schema/catalogue.ts'
import { roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'

export const listCategories = (db: Executor) =>
  db
    .select({
      id: categories.id,
      parentId: categories.parentId,
      name: categories.name,
      level: categories.level,
      isShow: categories.isShow,
    })
    .from(categories)
    .orderBy(asc(categories.level), asc(categories.sort), asc(categories.id))

export const listProducts = (db: Executor) =>
  db
    .select({
      id: products.id,
      name: products.name,
      categoryId: products.categoryId,
      isShow: products.isShow,
      tableType: products.tableType,
    })
    .from(products)
    .orderBy(asc(products.sort), asc(products.id))

/** Categories that have products. */
export async function findFilledCategories(db: Executor): Promise<Set<string>> {
  const found = await db.selectDistinct({ id: products.categoryId }).from(products)
  return new Set(found.flatMap(({ id }) => id ?? []))
}

/** Main and deputy roles. */
export const rolesOf = (userId: unknown) => sql`(select u.role_id from ${users} u where u.id = ${userId}
  union select d.role_id from ${userDeputyRoles} d where d.user_id = ${userId})`

/** Products of a person: through a held role, or granted in one. */
export const productsOf = (userId: unknown) => sql`(
  select rp.product_id from ${roleProducts} rp where rp.role_id in ${rolesOf(userId)}
  union select up.product_id from ${userProducts} up where up.user_id = ${userId} and up.role_id in ${rolesOf(userId)})`

export async function findCategoriesOf(db: Executor, userId: string): Promise<Set<string>> {
  const found = await db
    .select({ id: userCategories.categoryId })
    .from(userCategories)
    .where(eq(userCategories.userId, userId))
  return new Set(found.map(({ id }) => id))
}

export async function findNewsCategoriesOf(db: Executor, userId: string): Promise<Set<string>> {
  const found = await db
    .select({ id: userNewsCategories.newsCategoryId })
    .from(userNewsCategories)
    .where(eq(userNewsCategories.userId, userId))
  return new Set(found.map(({ id }) => id))
}

/** Granted products of one person in one role. */
export async function findUserProducts(db: Executor, userId: string, roleId: string): Promise<string[]> {
  const found = await db
    .select({ id: userProducts.productId })
    .from(userProducts)
    .where(and(eq(userProducts.userId, userId), eq(userProducts.roleId, roleId)))
  return found.map(({ id }) => id)
}

export async function findRoleProducts(db: Executor, roleId: string): Promise<string[]> {
  const found = await db
    .select({ id: roleProducts.productId })
    .from(roleProducts)
    .where(eq(roleProducts.roleId, roleId))
  return found.map(({ id }) => id)
}

export async function findExisting(
  db: Executor,
  table: typeof products | typeof categories | typeof newsCategories,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(inArray(table.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

export async function findProductNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const named = { id: products.id, name: products.name }
  const found = await db
    .select(named)
    .from(products)
    .where(inArray(products.id, [...ids]))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Locked, so that edits of one role's products run one after the other. */
export async function lockRole(tx: Tx, id: string) {
  const [role] = await tx
    .select({ id: roles.id, code: roles.code, name: roles.name })
    .from(roles)
    .where(eq(roles.id, id))
    .for('update')
  return role
}

/** People who have the role, main or deputy. */
export const listHoldersOf = (db: Executor, roleId: string) =>
  db
    .select({ id: users.id, name: users.realName, version: users.version })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and (${users.roleId} = ${roleId} or exists (select 1 from ${userDeputyRoles} d
        where d.user_id = ${users.id} and d.role_id = ${roleId}))`,
    )
    .orderBy(users.id)

/** Granted products in one role, by person. */
export async function findProductsInRole(db: Executor, roleId: string): Promise<Map<string, string[]>> {
  const found = await db
    .select({ userId: userProducts.userId, productId: userProducts.productId })
    .from(userProducts)
    .where(eq(userProducts.roleId, roleId))
  return new Map(
    [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, rows]) => [
      userId,
      rows.map(({ productId }) => productId),
    ]),
  )
}

export const listPeopleById = (db: Executor, ids: string[]) =>
  db
    .select({ id: users.id, name: users.realName, roleId: users.roleId, version: users.version })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
    .orderBy(users.id)

export async function addUserProducts(
  tx: Tx,
  link: { userId: string; roleId: string },
  productIds: readonly string[],
): Promise<void> {
  for (const batch of batches(productIds)) {
    await tx
      .insert(userProducts)
      .values(batch.map((productId) => ({ ...link, productId })))
      .onConflictDoNothing()
  }
}

/** Revokes products in one role, or in every role where `roleId` is left out. */
export async function removeUserProducts(
  tx: Tx,
  { userId, roleId }: { userId: string; roleId?: string },
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .delete(userProducts)
    .where(
      and(
        eq(userProducts.userId, userId),
        roleId === undefined ? undefined : eq(userProducts.roleId, roleId),
        inArray(userProducts.productId, [...productIds]),
      ),
    )
}

type Change = { added: readonly string[]; removed: readonly string[] }

async function change(
  { added, removed }: Change,
  remove: (ids: string[]) => Promise<unknown>,
  add: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  if (removed.length > 0) await remove([...removed])
  for (const batch of batches(added)) await add(batch)
}

export const setRoleProducts = (tx: Tx, roleId: string, to: Change) =>
  change(
    to,
    (ids) => tx.delete(roleProducts).where(and(eq(roleProducts.roleId, roleId), inArray(roleProducts.productId, ids))),
    (ids) => tx.insert(roleProducts).values(ids.map((productId) => ({ roleId, productId }))),
  )

export const changeUserCategories = (tx: Tx, userId: string, to: Change) =>
  change(
    to,
    (ids) =>
      tx.delete(userCategories).where(and(eq(userCategories.userId, userId), inArray(userCategories.categoryId, ids))),
    (ids) =>
      tx
        .insert(userCategories)
        .values(ids.map((categoryId) => ({ userId, categoryId })))
        .onConflictDoNothing(),
  )

export const changeUserNewsCategories = (tx: Tx, userId: string, to: Change) =>
  change(
    to,
    (ids) =>
      tx
        .delete(userNewsCategories)
        .where(and(eq(userNewsCategories.userId, userId), inArray(userNewsCategories.newsCategoryId, ids))),
    (ids) =>
      tx
        .insert(userNewsCategories)
        .values(ids.map((newsCategoryId) => ({ userId, newsCategoryId })))
        .onConflictDoNothing(),
  )

export const listNews = (db: Executor) =>
  db
    .select({
      id: newsCategories.id,
      name: newsCategories.name,
      productId: newsCategories.productId,
      productName: products.name,
    })
    .from(newsCategories)
    .leftJoin(products, eq(products.id, newsCategories.productId))
    .orderBy(
      sql`${newsCategories.productId} is not null`,
      asc(products.sort),
      asc(products.id),
      asc(newsCategories.sort),
      asc(newsCategories.id),
    )

/** Every grant of these people, in any role. */
export const findProductsOfEach = (db: Executor, userIds: string[]) =>
  db
    .select({ userId: userProducts.userId, roleId: userProducts.roleId, productId: userProducts.productId })
    .from(userProducts)
    .where(inArray(userProducts.userId, userIds))
