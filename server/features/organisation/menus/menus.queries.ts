// The menu tree as stored: directories, pages and buttons.
import { asc } from 'drizzle-orm'
import type { Executor } from '../../../db/connection.ts'
import { menus } from '../../../db/schema/organisation.ts'

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
    })
    .from(menus)
    .orderBy(asc(menus.sort), asc(menus.id))

export type StoredMenu = Awaited<ReturnType<typeof listMenus>>[number]
