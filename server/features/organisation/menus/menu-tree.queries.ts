// The menu tree for its editor. Each change stamps the row, which changes the version of everybody's permissions.

import { asc, inArray, sql } from 'drizzle-orm'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { menus, roleMenus, roles } from '#server/db/schema/organisation.ts'

const row = {
  id: menus.id,
  version: menus.version,
  parentId: menus.parentId,
  type: menus.type,
  code: menus.code,
  name: menus.name,
  alias: menus.alias,
  path: menus.path,
  source: menus.source,
  sort: menus.sort,
  action: menus.action,
  isOpen: menus.isOpen,
  isShow: menus.isShow,
  isCached: menus.isCached,
  remark: menus.remark,
  roleIds: menus.roleIds,
  group: menus.group,
  query: menus.query,
}

export const listEditedMenus = (db: Executor) => db.select(row).from(menus).orderBy(asc(menus.sort), asc(menus.id))

export type EditedMenu = Awaited<ReturnType<typeof listEditedMenus>>[number]

/** The whole tree, locked, so that concurrent moves cannot close a cycle together. */
export async function lockMenus(tx: Tx): Promise<EditedMenu[]> {
  await tx.select({ id: menus.id }).from(menus).orderBy(asc(menus.id)).for('update')
  return listEditedMenus(tx)
}

type Values = Partial<Omit<typeof menus.$inferInsert, 'id' | 'version' | 'updatedAt'>>
const stamp = { updatedAt: sql`clock_timestamp()` }

export const insertMenu = (tx: Tx, values: Values & { type: number; code: string; name: string }): Promise<string> =>
  insertRow(tx, menus, { ...values, ...stamp })

/** @returns the new version */
export const updateMenu = (tx: Tx, id: string, values: Values): Promise<number> =>
  updateRow(tx, menus, id, { ...values, ...stamp })

/** Reorders siblings; their versions stay. */
export async function orderMenus(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${menus} set sort = placed.at * 10, updated_at = clock_timestamp()
    from unnest(${idArray(ids)}) with ordinality placed(id, at)
    where ${menus.id} = placed.id and ${menus.sort} <> placed.at * 10`)
}

export async function deleteMenus(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(menus).where(inArray(menus.id, ids))
}

/** How many roles have been granted each of the rows. */
export async function countGrants(db: Executor, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const counted = await db
    .select({ id: roleMenus.menuId, roles: sql<number>`count(*)::int` })
    .from(roleMenus)
    .where(inArray(roleMenus.menuId, ids))
    .groupBy(roleMenus.menuId)
  return new Map(counted.map(({ id, roles }) => [id, roles]))
}

/** How many roles have been granted at least one of the rows. */
export async function countRolesWith(db: Executor, ids: string[]): Promise<number> {
  const [counted] = await db
    .select({ roles: sql<number>`count(distinct ${roleMenus.roleId})::int` })
    .from(roleMenus)
    .where(inArray(roleMenus.menuId, ids))
  return counted?.roles ?? 0
}

export async function existingRoles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(inArray(roles.id, [...ids]))
  return found.map(({ id }) => id)
}
