// Shared by all grants: nobody acts on people who hold more, or grants what they do not hold.
import type { Holdings } from '#contract/access.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { findHeld } from '#server/features/organisation/roles/roles.queries.ts'
import { getUser, lockUsers } from '#server/features/organisation/users/users.queries.ts'
import { coversAll } from '#server/features/organisation/users/users.rules.ts'
import { type Difference, type Held, mayChange } from './grants.rules.ts'

type Subject = NonNullable<Awaited<ReturnType<typeof getUser>>>

/** Locks a person for an act. Throws 20404 where there is none, 409 where they hold more than the actor. */
export async function requirePerson(tx: Tx, actor: Holdings, id: string): Promise<Subject> {
  await lockUsers(tx, [id])
  const person = orNotFound(await getUser(tx, id))
  const held = await findHeld(tx, [person.roleId, ...person.deputyRoleIds])
  if (!coversAll(actor, [...held.values()])) throw refuse('conflict', { msg: '不能操作权限高于自己的账号' })
  return person
}

export const holdsRole = ({ roleId, deputyRoleIds }: Subject, id: string) => roleId === id || deputyRoleIds.includes(id)

/** @param what kind of grant, such as 产品 */
export function refuseNotHeld(held: Held, difference: Difference, what: string): void {
  if (!mayChange(held, difference)) throw refuse('conflict', { msg: `不能授予或取消自己没有的${what}` })
}
