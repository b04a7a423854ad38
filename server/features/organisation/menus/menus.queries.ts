// The menu tree as stored: directories, pages and buttons.
import { asc, sql } from 'drizzle-orm'
import { barredMenus } from '#server/core/access/actors.ts'
import type { Executor } from '#server/db/connection.ts'
import { menus, roles } from '#server/db/schema/organisation.ts'

export const listMenus = (db: Executor) =>
  db
    .select({
      id: menus.id,
      parentId: menus.parentId,
      type: menus.type,
      code: menus.code,
      name: menus.name,
      alias: menus.alias,
      path: menus.path,
      source: menus.source,
      sort: menus.sort,
      category: menus.category,
      action: menus.action,
      isOpen: menus.isOpen,
      isShow: menus.isShow,
      isCached: menus.isCached,
      remark: menus.remark,
      roles: sql<string[]>`array(select r.code from ${roles} r where r.id = any(${menus.roleIds}) order by r.code)`,
      group: menus.group,
      query: menus.query,
    })
    .from(menus)
    .orderBy(asc(menus.sort), asc(menus.id))

export type StoredMenu = Awaited<ReturnType<typeof listMenus>>[number]

/** Rows that are limited to roles other than this one. */
export async function barredFrom(db: Executor, roleId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(barredMenus(sql`(select ${roleId}::bigint)`))
  return new Set(rows.map(({ id }) => id))
}
