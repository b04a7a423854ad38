// Roles, their rights, and departments.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Holdings } from '#contract/access.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { departments, menus, roleMenus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import type { Held } from '../users/users.rules.ts'

/**
 * Buttons of one role with their menus; `roles` is spelled out, as Drizzle omits the table where a query has only one.
 */
const held = sql`from ${roleMenus} g join ${menus} b on b.id = g.menu_id and b.type = 3 join ${menus} p on p.id = b.parent_id
  where g.role_id = ${roles}.id`

/** Rights of one role as `menu:alias`. */
const rights = sql<string[]>`array(select p.code || ':' || b.alias ${held})`

const buttons = sql<number>`(select count(*)::int ${held})`

/**
 * Whether a person may assign the role: only rights that they hold. Decided in SQL, as the rights of all roles are
 * megabytes.
 */
const assignableBy = ({ isAdministrator, rights }: Holdings) =>
  isAdministrator
    ? sql<boolean>`true`
    : sql<boolean>`${roles.code} <> ${ADMINISTRATOR} and not exists (select 1 ${held}
        and p.code || ':' || b.alias <> all(${sql.param([...rights])}::text[]))`

/** People who have the role, as main or deputy role: a union, so that each side uses its own index. */
const people = sql<number>`(select count(*)::int from (
  select u.id from ${users} u where u.role_id = ${roles}.id and u.deleted_at is null
  union select u.id from ${userDeputyRoles} d join ${users} u on u.id = d.user_id
  where d.role_id = ${roles}.id and u.deleted_at is null) held)`

type RoleFilter = { name?: string | undefined; code?: string | undefined }

export const listRoles = (db: Executor, actor: Holdings, { name, code }: RoleFilter = {}) =>
  db
    .select({
      id: roles.id,
      version: roles.version,
      code: roles.code,
      name: roles.name,
      remark: roles.remark,
      people,
      buttons,
      assignable: assignableBy(actor),
    })
    .from(roles)
    .where(
      and(
        name ? hasName(roles.name, keyPart(name), roles.spelling) : undefined,
        code ? hasName(roles.code, keyPart(code)) : undefined,
      ),
    )
    .orderBy(asc(roles.sort), asc(roles.id))

/** Rights of each role; unknown roles are missing from the result. */
export async function findHeld(db: Executor, roleIds: string[]): Promise<Map<string, Held>> {
  if (roleIds.length === 0) return new Map()
  const found = await db
    .select({ id: roles.id, code: roles.code, rights })
    .from(roles)
    .where(inArray(roles.id, roleIds))
  return new Map(found.map(({ id, code, rights }) => [id, { isAdministrator: code === ADMINISTRATOR, rights }]))
}

export const listRolesOfUser = (db: Executor, userId: string) =>
  db
    .select({ id: roles.id, name: roles.name, isMain: sql<boolean>`${roles.id} = ${users.roleId}` })
    .from(users)
    .innerJoin(
      roles,
      sql`${roles.id} = ${users.roleId} or ${roles.id} in (select ${userDeputyRoles.roleId} from ${userDeputyRoles}
        where ${userDeputyRoles.userId} = ${users.id})`,
    )
    .where(and(eq(users.id, userId), sql`${users.deletedAt} is null`))
    .orderBy(roles.sort)

export const listDepartments = (db: Executor) =>
  db
    .select({ id: departments.id, parentId: departments.parentId, name: departments.name, sort: departments.sort })
    .from(departments)
    .orderBy(asc(departments.sort), asc(departments.id))

export async function departmentExists(db: Executor, id: string): Promise<boolean> {
  const found = await db.select({ id: departments.id }).from(departments).where(eq(departments.id, id))
  return found.length > 0
}
