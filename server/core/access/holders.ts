// Who may do something: for telling those people, never for deciding whether they may.
import { sql } from 'drizzle-orm'
import { type Right, rightKey } from '../../../contract/access.ts'
import type { Executor } from '../../db/connection.ts'
import { menus, roleMenus, roles, users } from '../../db/schema/organisation.ts'
import { barredMenus, heldRoles } from './actors.ts'
import type { Viewer } from './scope.ts'

/**
 * People to whose roles one of the rights was granted. Administrators, who may do everything, are not among them by that
 * alone: what is everybody's work would be told to them all day.
 */
export async function findHolders(db: Executor, rights: readonly Right[]): Promise<(Viewer & { id: string })[]> {
  const keys = rights.flatMap(({ menu, alias }) => [rightKey(menu, alias), rightKey(menu, 'dateEdit')])
  const { rows } = await db.execute<{ id: string; roleCodes: string[] }>(sql`
    select ${users.id}::text as id,
      array(select r.code from ${roles} r where r.id in ${heldRoles}) as "roleCodes"
    from ${users} where ${users.deletedAt} is null and exists (select from ${roleMenus} g
      join ${menus} b on b.id = g.menu_id and b.type = 3 join ${menus} p on p.id = b.parent_id
      where g.role_id in ${heldRoles} and b.id not in ${barredMenus(heldRoles)}
        and p.code || ':' || b.alias = any(${sql.param(keys)}::text[]))
    order by ${users.id}`)
  return rows.map((row) => ({ ...row, isAdministrator: false }))
}
