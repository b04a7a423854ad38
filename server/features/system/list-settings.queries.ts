// Settings and views of lists as they are stored.
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ColumnSettings, ListView, ListViewForm } from '#contract/system/list-settings.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { listSettings, listViews } from '#server/db/schema/core/lists.ts'
import { menus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'

/** spec §3 "Menu item": type 2 is a page. */
const PAGE = 2

export async function isPage(db: Executor, code: string): Promise<boolean> {
  const found = await db
    .select({ id: menus.id })
    .from(menus)
    .where(and(eq(menus.code, code), eq(menus.type, PAGE)))
  return found.length > 0
}

/** The roles of a person: main and deputy. */
const heldRoles = (userId: string) =>
  sql`(select ${users.roleId} from ${users} where ${users.id} = ${userId}
    union select ${userDeputyRoles.roleId} from ${userDeputyRoles} where ${userDeputyRoles.userId} = ${userId})`

/** The roles with which a person may share: their own; all for an administrator. */
export const listShareRoles = (db: Executor, actor: Actor) =>
  db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(actor.isAdministrator ? undefined : sql`${roles.id} in ${heldRoles(actor.id)}`)
    .orderBy(asc(roles.sort), asc(roles.id))

/** Views that a person sees: own ones, those of their roles, those for everybody. */
const isSeenBy = (userId: string): SQL | undefined =>
  or(
    eq(listViews.ownerId, userId),
    eq(listViews.share, 'everybody'),
    and(eq(listViews.share, 'role'), sql`${listViews.roleId} in ${heldRoles(userId)}`),
  )

export async function getSettings(db: Executor, userId: string, list: string) {
  const [stored] = await db
    .select({ columns: listSettings.columns, defaultViewId: listViews.id })
    .from(listSettings)
    // a view that is no longer shared with the person is no default either
    .leftJoin(listViews, and(eq(listViews.id, listSettings.defaultViewId), isSeenBy(userId)))
    .where(and(eq(listSettings.userId, userId), eq(listSettings.list, list)))
  return stored ?? { columns: [], defaultViewId: null }
}

type SettingsChange = { columns?: ColumnSettings; defaultViewId?: string | null }

export async function storeSettings(db: Executor, userId: string, list: string, change: SettingsChange): Promise<void> {
  await db
    .insert(listSettings)
    .values({ userId, list, ...change })
    .onConflictDoUpdate({ target: [listSettings.userId, listSettings.list], set: { userId, ...change } })
}

export const listViewsOf = (db: Executor, userId: string, list: string): Promise<ListView[]> =>
  db
    .select({
      id: listViews.id,
      version: listViews.version,
      name: listViews.name,
      filters: listViews.filters,
      sort: listViews.sort,
      columns: listViews.columns,
      share: sql<
        ListView['share']
      >`case when ${listViews.share} = 'role' and ${listViews.roleId} is null then 'nobody' else ${listViews.share} end`,
      roleId: listViews.roleId,
      isOwn: sql<boolean>`${listViews.ownerId} = ${userId}`,
      ownerName: users.realName,
      roleName: sql<string>`coalesce(${roles.name}, '')`,
    })
    .from(listViews)
    .innerJoin(users, eq(users.id, listViews.ownerId))
    .leftJoin(roles, eq(roles.id, listViews.roleId))
    .where(and(eq(listViews.list, list), isSeenBy(userId)))
    .orderBy(sql`${listViews.ownerId} <> ${userId}`, sql`${listViews.name} collate "zh-x-icu"`, asc(listViews.id))

export async function isSeen(db: Executor, userId: string, list: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: listViews.id })
    .from(listViews)
    .where(and(eq(listViews.id, id), eq(listViews.list, list), isSeenBy(userId)))
  return found.length > 0
}

/** Serialises changes by person: names stay unique, and the number of views within its limit. */
export async function lockViews(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('list views'), hashtext(${userId}))`)
}

/** One of the person's own views, locked. */
export async function getOwnView(tx: Tx, userId: string, list: string, id: string) {
  const [view] = await tx
    .select()
    .from(listViews)
    .where(and(eq(listViews.id, id), eq(listViews.list, list), eq(listViews.ownerId, userId)))
    .for('update')
  return view
}

/** Whether another view of the person has the name. */
export async function isNameTaken(tx: Tx, userId: string, { list, name, id }: ListViewForm): Promise<boolean> {
  const found = await tx
    .select({ id: listViews.id })
    .from(listViews)
    .where(and(eq(listViews.list, list), eq(listViews.ownerId, userId), eq(listViews.name, name.trim())))
  return found.some((each) => each.id !== id)
}

export async function countOwnViews(tx: Tx, userId: string, list: string): Promise<number> {
  const [found] = await tx
    .select({ n: count() })
    .from(listViews)
    .where(and(eq(listViews.list, list), eq(listViews.ownerId, userId)))
  return found?.n ?? 0
}

type Saved = { id: string; version: number }

export async function insertView(
  tx: Tx,
  ownerId: string,
  { id: _, version: __, ...form }: ListViewForm,
): Promise<Saved> {
  const [view] = await tx
    .insert(listViews)
    .values({ ...form, name: form.name.trim(), ownerId })
    .returning({ id: listViews.id, version: listViews.version })
  if (!view) throw new Error('no view was stored')
  return view
}

export async function updateView(tx: Tx, id: string, { id: _, version: __, ...form }: ListViewForm): Promise<Saved> {
  const [view] = await tx
    .update(listViews)
    .set({ ...form, name: form.name.trim(), version: sql`${listViews.version} + 1`, updatedAt: sql`now()` })
    .where(eq(listViews.id, id))
    .returning({ id: listViews.id, version: listViews.version })
  if (!view) throw new Error(`view ${id} is locked and not there`)
  return view
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.delete(listViews).where(eq(listViews.id, id))
}
