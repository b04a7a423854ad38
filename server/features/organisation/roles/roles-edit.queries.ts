// Roles for the roles screen: one role with its grants, its holders, its position in the list.

import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { RoleHolder, RoleHolderQuery } from '#contract/organisation/roles.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { list } from '#server/core/lists/paging.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { roleProducts } from '#server/db/schema/authorisation.ts'
import { departments, menus, roleMenus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'

const row = {
  id: roles.id,
  version: roles.version,
  code: roles.code,
  name: roles.name,
  remark: roles.remark,
  /** Buttons only: their ancestors are derived. */
  menuIds: sql<
    string[]
  >`array(select g.menu_id::text from ${roleMenus} g join ${menus} m on m.id = g.menu_id and m.type = 3
    where g.role_id = ${roles}.id order by g.menu_id)`,
}

export async function getRoleRow(db: Executor, id: string) {
  const [found] = await db.select(row).from(roles).where(eq(roles.id, id))
  return found
}

export type RoleRowWithGrants = NonNullable<Awaited<ReturnType<typeof getRoleRow>>>

/** Locks the role against another act on it, then reads it. */
export async function lockRoleRow(tx: Tx, id: string) {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for('update')
  return getRoleRow(tx, id)
}

/** All ids in the order of the list, locked, so that changes of codes, names and positions run one after the other. */
export async function lockRoleOrder(tx: Tx): Promise<string[]> {
  await tx.select({ id: roles.id }).from(roles).orderBy(asc(roles.id)).for('update')
  const found = await tx.select({ id: roles.id }).from(roles).orderBy(asc(roles.sort), asc(roles.id))
  return found.map(({ id }) => id)
}

export async function orderRoles(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${roles} set sort = placed.at * 10
    from unnest(${idArray(ids)}) with ordinality placed(id, at) where ${roles.id} = placed.id`)
}

/** Which of a code and a name another role has; codes are compared case-insensitively. */
export async function findTakenRole(
  tx: Tx,
  { id, code, name }: { id?: string | undefined; code?: string | undefined; name: string },
): Promise<{ code: boolean; name: boolean }> {
  const others = await tx
    .select({
      code: code === undefined ? sql<boolean>`false` : sql<boolean>`lower(${roles.code}) = lower(${code})`,
      name: sql<boolean>`${roles.name} = ${name}`,
    })
    .from(roles)
    .where(id === undefined ? undefined : ne(roles.id, id))
  return { code: others.some((other) => other.code), name: others.some((other) => other.name) }
}

/** New roles are last. */
export const insertRole = (tx: Tx, values: { code: string; name: string; remark: string }): Promise<string> =>
  insertRow(tx, roles, { ...values, sort: sql`(select coalesce(max(sort), 0) + 10 from ${roles})` })

/** @returns the new version */
export const updateRole = (tx: Tx, id: string, values: { name?: string; remark?: string }): Promise<number> =>
  updateRow(tx, roles, id, values)

/** Replaces all grants, including rows of directories and pages: only buttons are granted. */
export async function setRoleMenus(tx: Tx, roleId: string, menuIds: readonly string[]): Promise<void> {
  await tx.delete(roleMenus).where(eq(roleMenus.roleId, roleId))
  await tx.execute(sql`insert into ${roleMenus} (role_id, menu_id)
    select ${roleId}, button_id from unnest(${idArray(menuIds)}) button_id`)
}

/** Copies the products of one role to another, limited to `scope`. */
export async function copyRoleProducts(tx: Tx, from: string, to: string, scope: SQL): Promise<void> {
  await tx.execute(sql`insert into ${roleProducts} (role_id, product_id)
    select ${to}, ${roleProducts.productId} from ${roleProducts} where ${roleProducts.roleId} = ${from} and ${scope}`)
}

export async function countHolders(tx: Tx, id: string): Promise<{ main: number; deputy: number }> {
  const [counted] = await tx
    .select({
      main: sql<number>`(select count(*)::int from ${users} u where u.role_id = ${roles}.id and u.deleted_at is null)`,
      deputy: sql<number>`(select count(*)::int from ${userDeputyRoles} d join ${users} u on u.id = d.user_id
        where d.role_id = ${roles}.id and u.deleted_at is null)`,
    })
    .from(roles)
    .where(eq(roles.id, id))
  return counted ?? { main: 0, deputy: 0 }
}

/** Names of everybody who has the role, as main or deputy role, and can sign in. */
export async function listHolderNames(tx: Tx, roleId: string): Promise<string[]> {
  const found = await tx
    .select({ name: users.realName })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled' and (${users.roleId} = ${roleId}
        or exists (select 1 from ${userDeputyRoles} d where d.user_id = ${users.id} and d.role_id = ${roleId}))`,
    )
    .orderBy(sql`${users.realName} collate "zh-x-icu"`, users.id)
  return found.map(({ name }) => name)
}

/**
 * Deleted accounts stay for the audit log and need a role: they get the one with the fewest grants, which they can
 * never use.
 */
export async function deleteRole(tx: Tx, id: string): Promise<void> {
  const ofDeleted = sql`select u.id from ${users} u where u.deleted_at is not null`
  await tx.execute(sql`delete from ${userDeputyRoles} where role_id = ${id} and user_id in (${ofDeleted})`)
  await tx
    .update(users)
    .set({
      roleId: sql`(select r.id from ${roles} r where r.id <> ${id} and r.code <> ${ADMINISTRATOR}
        order by (select count(*) from ${roleMenus} g where g.role_id = r.id), r.id limit 1)`,
    })
    .where(and(eq(users.roleId, id), isNotNull(users.deletedAt)))
  await tx.delete(roleMenus).where(eq(roleMenus.roleId, id))
  await tx.delete(roles).where(eq(roles.id, id))
}

const isMain = sql<boolean>`${users.roleId} = ${sql.placeholder('roleId')}`
const holder = {
  id: users.id,
  userName: users.userName,
  realName: users.realName,
  deptName: departments.name,
  isMain,
  status: users.status,
}

const holds = sql`(${users.roleId} = ${sql.placeholder('roleId')} or exists (select 1 from ${userDeputyRoles}
  where ${userDeputyRoles.userId} = ${users.id} and ${userDeputyRoles.roleId} = ${sql.placeholder('roleId')}))`

export const listRoleHolders = list<RoleHolder, RoleHolderQuery>({
  name: 'role_holders',
  always: sql`${users.deletedAt} is null`,
  filters: { roleId: { where: holds } },
  sorts: { realName: sql`${users.realName} collate "zh-x-icu"`, userName: users.userName },
  usual: sql`${isMain} desc`,
  tie: users.id,
  fields: holder,
  rows: (db) => db.select(holder).from(users).innerJoin(departments, eq(departments.id, users.deptId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(users).where(where),
})
