// Shared by all acts on staff accounts: nobody acts on accounts that hold more, and an administrator always remains.
import type { Holdings } from '#contract/access.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { findHeld } from '../roles/roles.queries.ts'
import { getUser, lockAdministrators, lockUsers } from './users.queries.ts'
import { coversAll } from './users.rules.ts'

export async function refuseMoreThanHeld(tx: Tx, actor: Holdings, roleIds: string[], msg: string): Promise<void> {
  const held = await findHeld(tx, roleIds)
  if (!coversAll(actor, [...held.values()])) throw refuse('conflict', { msg })
}

/**
 * Locks an account and reads it for an act. Throws 20404 where it does not exist, and 409 where it holds more than the
 * actor, as a reset password would give these rights.
 */
export async function requireUser(tx: Tx, actor: Holdings, id: string) {
  await lockUsers(tx, [id])
  const user = orNotFound(await getUser(tx, id))
  await refuseMoreThanHeld(tx, actor, [user.roleId, ...user.deputyRoleIds], '不能操作权限高于自己的账号')
  return user
}

/**
 * Runs an act, and refuses it where no administrator who can sign in would remain. The act locks its accounts itself, after
 * all administrators are: two who remove each other wait for one another in one order, and cannot deadlock.
 */
export async function keepAnAdministrator<T>(tx: Tx, act: () => Promise<T>): Promise<T> {
  await lockAdministrators(tx, ADMINISTRATOR)
  const result = await act()
  const left = await lockAdministrators(tx, ADMINISTRATOR)
  if (left.length === 0) throw refuse('conflict', { msg: '至少保留一名可用的系统管理员' })
  return result
}
