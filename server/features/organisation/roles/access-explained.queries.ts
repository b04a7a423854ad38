// Inputs of the explanation of somebody's access: the account, and each of its roles with its grants.
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { barredMenus, heldRoles } from '#server/core/access/actors.ts'
import type { Executor } from '#server/db/connection.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { roleMenus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'

export async function getAccount(db: Executor, id: string) {
  const [account] = await db
    .select({
      id: users.id,
      userName: users.userName,
      realName: users.realName,
      status: users.status,
      locked: users.locked,
      isExpired: sql<boolean>`coalesce(${users.expiresAt} < current_date, false)`,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return account
}

/** The roles of a person, the main one first, each with its granted menu rows. */
export const listGrants = (db: Executor, userId: string) =>
  db
    .select({
      code: roles.code,
      name: roles.name,
      isMain: sql<boolean>`${roles.id} = ${users.roleId}`,
      menuIds: sql<string[]>`array(select g.menu_id::text from ${roleMenus} g where g.role_id = ${roles}.id
        and g.menu_id not in ${barredMenus(heldRoles)})`,
    })
    .from(users)
    .innerJoin(
      roles,
      sql`${roles.id} = ${users.roleId} or ${roles.id} in (select ${userDeputyRoles.roleId} from ${userDeputyRoles}
        where ${userDeputyRoles.userId} = ${users.id})`,
    )
    .where(eq(users.id, userId))
    .orderBy(sql`${roles.id} <> ${users.roleId}`, roles.sort, roles.id)

export type GrantingRole = Awaited<ReturnType<typeof listGrants>>[number]

export async function countSessions(db: Executor, userId: string): Promise<number> {
  const [counted] = await db
    .select({ live: count() })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), sql`${sessions.expiresAt} > now()`))
  return counted?.live ?? 0
}
