// People who hold a right: for notices, and for work that they are chosen for.
import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Right } from '#contract/access.ts'
import type { WorkKey } from '#contract/organisation/users.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { menus, roleMenus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { workOf } from './works.rules.ts'

const signsIn = sql<boolean>`(${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked}
  and (${users.expiresAt} is null or ${users.expiresAt} >= current_date))`

/** Passes `isAllowed` for one of the rights, by main or deputy role. */
export function holdsOne(rights: readonly Right[]): SQL<boolean> {
  const codes = rights.flatMap(({ menu, alias }) => [`${menu}.${alias}`, `${menu}.dateEdit`])
  return sql<boolean>`exists (select 1 from ${roles} r
    where (r.id = ${users.roleId} or r.id in (select d.role_id from ${userDeputyRoles} d where d.user_id = ${users.id}))
      and (r.code = ${ADMINISTRATOR} or exists (select 1 from ${roleMenus} g
        join ${menus} m on m.id = g.menu_id where g.role_id = r.id and m.code = any(${sql.param(codes)}::text[]))))`
}

/** Everybody who can sign in and holds the right. */
export async function listHolders(db: Executor, right: Right): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${signsIn} and ${holdsOne([right])}`)
  return found.map(({ id }) => id)
}

type Asked = {
  field: string
  /** As the message calls them: 接收人. */
  who: string
  work: WorkKey
  subProduct?: string | undefined
}

/**
 * Names of people who are given a work. Throws 400 at the field, and names the one who cannot sign in or has no right to do it.
 * They cannot be disabled before the commit.
 */
export async function requireWorkers(
  tx: Tx,
  ids: readonly string[],
  { field, who, work, subProduct }: Asked,
): Promise<Map<string, string>> {
  const { what, rights } = workOf(work)
  const found = await tx
    .select({ id: users.id, name: users.realName, signsIn, isAble: holdsOne(rights(subProduct)) })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('share')
  const known = new Map(found.map((person) => [person.id, person]))
  const problems = ids.flatMap((id) => {
    const person = known.get(id)
    if (!person) return [`${who}不存在`]
    if (!person.signsIn) return [`${who}“${person.name}”的账号已禁用、锁定或到期`]
    return person.isAble ? [] : [`${who}“${person.name}”没有${what}的权限`]
  })
  checkFields({ [field]: problems[0] ?? null })
  return new Map(found.map(({ id, name }) => [id, name]))
}
