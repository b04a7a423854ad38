// People who hold a right, for notices.
import { sql } from 'drizzle-orm'
import type { Right } from '../../../../contract/access.ts'
import { ADMINISTRATOR } from '../../../core/access/actors.ts'
import type { Executor } from '../../../db/connection.ts'
import { menus, roleMenus, roles, userDeputyRoles, users } from '../../../db/schema/organisation.ts'

/** Everybody who can sign in and passes `isAllowed`, by main or deputy role. */
export async function listHolders(db: Executor, { menu, alias }: Right): Promise<string[]> {
  const codes = [`${menu}.${alias}`, `${menu}.dateEdit`]
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked}
        and (${users.expiresAt} is null or ${users.expiresAt} >= current_date)
        and exists (select 1 from ${roles} r
          where (r.id = ${users.roleId}
              or r.id in (select d.role_id from ${userDeputyRoles} d where d.user_id = ${users.id}))
            and (r.code = ${ADMINISTRATOR} or exists (select 1 from ${roleMenus} g
              join ${menus} m on m.id = g.menu_id where g.role_id = r.id and m.code in ${codes})))`,
    )
  return found.map(({ id }) => id)
}
