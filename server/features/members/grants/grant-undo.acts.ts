// Undoes an act on grants while all its changes still stand.
import { isAllowed } from '#contract/access.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { rightFor } from './grant-batches.rules.ts'
import { refuseWithoutGrantRight } from './grant-rights.rules.ts'
import { accountsOfAct, batchOfAct, changesToUndo, findAct, lockAct, markUndone } from './grant-undo.queries.ts'
import { refusalToUndo } from './grant-undo.rules.ts'
import { restoreGrants } from './grants.acts.ts'
import { lockAccounts } from './grants.queries.ts'

/** Changes of the act; 20404 where one is out of scope, 403 where the actor may not change them. */
async function changesOf(db: Executor, actor: Actor, actId: string) {
  const changes = await changesToUndo(db, actor, actId)
  if (changes.length === 0 || !changes.every(({ isSeen }) => isSeen)) throw refuse('notFound')
  const batch = await batchOfAct(db, actId)
  const isOwnRight = (subProduct: (typeof changes)[number]['subProduct']) =>
    batch !== undefined && isAllowed(rightFor(batch.kind), actor, subProduct)
  const keys = [...new Set(changes.map(({ subProduct }) => subProduct))]
  refuseWithoutGrantRight(
    actor,
    keys.filter((key) => !isOwnRight(key)),
  )
  return changes
}

export async function checkUndo(db: Executor, actor: Actor, actId: string): Promise<{ msg: string }> {
  const act = orNotFound(await findAct(db, actId))
  return { msg: refusalToUndo(act, await changesOf(db, actor, actId)) }
}

/** Restores the state before the act, in an act of its own. */
export async function undoGrantAct(tx: Tx, actor: Actor, by: Author, actId: string) {
  const act = orNotFound(await lockAct(tx, actId))
  const touched = await accountsOfAct(tx, actId)
  const accounts = await lockAccounts(
    tx,
    touched.map(({ id }) => id),
  )
  const changes = await changesOf(tx, actor, actId)
  const refusal = refusalToUndo(act, changes)
  if (refusal) throw refuse('conflict', { msg: refusal })
  const undoId = await restoreGrants(tx, by, changes)
  await markUndone(tx, actId, undoId)
  const after = { act: undoId, undoes: actId, accounts: accounts.length, changes: changes.length }
  const [enterpriseId = '', ...others] = new Set(changes.map((change) => change.enterpriseId))
  const batch = await batchOfAct(tx, actId)
  const target =
    batch && others.length > 0
      ? { targetType: 'grantBatch', targetId: batch.id }
      : { targetType: 'enterprise', targetId: enterpriseId }
  await audit(tx, by, { action: 'grant.undo', ...target, after })
  return { actId: undoId, changed: accounts.length }
}
