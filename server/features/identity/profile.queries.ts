// The profile of the signed-in person.
import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/connection.ts'
import { departments, roles, userCustomerParents, userDeputyRoles, users } from '#server/db/schema/organisation.ts'

export async function getProfile(db: Executor, id: string) {
  const rows = await db
    .select({
      id: users.id,
      userName: users.userName,
      realName: users.realName,
      avatar: users.avatar,
      mobile: users.mobile,
      email: users.email,
      deptName: departments.name,
      role: { id: roles.id, code: roles.code, name: roles.name },
      pageOpenMethod: users.pageOpenMethod,
      priceReview: users.priceReview,
      newReview: users.newReview,
      reportReview: users.reportReview,
      transactionPriceReview: users.transactionPriceReview,
    })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .innerJoin(departments, eq(departments.id, users.deptId))
    .where(eq(users.id, id))
  const profile = rows[0]
  if (!profile) throw new Error(`user ${id} is signed in and not there`)
  return profile
}

export const listDeputyRoles = (db: Executor, userId: string) =>
  db
    .select({ id: roles.id, code: roles.code, name: roles.name })
    .from(userDeputyRoles)
    .innerJoin(roles, eq(roles.id, userDeputyRoles.roleId))
    .where(eq(userDeputyRoles.userId, userId))
    .orderBy(roles.sort)

/** Number of direct and indirect subordinates, by kind. */
export async function countBelow(db: Executor, userId: string) {
  const below = (parent: PgColumn) => sql`
    (with recursive down as (select id from ${users} where ${parent} = ${userId} and ${users.deletedAt} is null
      union select ${users.id} from ${users} join down on ${parent} = down.id where ${users.deletedAt} is null)
      select count(*)::int from down)`
  const { rows } = await db.execute<{ sales: number; editing: number; customers: number }>(sql`select
    ${below(users.saleParentId)} as sales, ${below(users.editParentId)} as editing,
    (with recursive down as (select user_id from ${userCustomerParents} where parent_id = ${userId}
      union select c.user_id from ${userCustomerParents} c join down on c.parent_id = down.user_id)
      select count(*)::int from down) as customers`)
  return rows[0] ?? { sales: 0, editing: 0, customers: 0 }
}
