// What decides whether an act on grants can be undone: its changes, and the current state of those grants.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { UNDO_CHANGES_MAX } from '#contract/members/grant-undo.ts'
import type { GrantVia } from '#contract/members/members.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { grantBatches } from '#server/db/schema/members/grant-batches.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'

/** The grant is as the change left it, and no other has replaced it. */
export const isUntouched = sql<boolean>`(${grants.version} = ${grantChanges.grantVersion} and not exists (select 1 from ${grants} o
  where o.account_id = ${grants.accountId} and o.product_id is not distinct from ${grants.productId}
    and o.revoked_at is null and o.id <> ${grants.id}))`

/** One row above the limit shows that there are too many. */
export const changesToUndo = (db: Executor, viewer: Viewer, actId: string) =>
  db
    .select({
      accountId: grantChanges.accountId,
      enterpriseId: members.enterpriseId,
      subProduct: grantChanges.subProduct,
      productId: grantChanges.productId,
      before: grantChanges.before,
      after: grantChanges.after,
      isSeen: sql<boolean>`(${members.deletedAt} is null and ${salesScope(viewer, members.ownerId)})`,
      isUntouched,
      isDeleted: sql<boolean>`${memberAccounts.deletedAt} is not null`,
      status: memberAccounts.status,
      locked: members.locked,
    })
    .from(grantChanges)
    .innerJoin(grants, eq(grants.id, grantChanges.grantId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, grantChanges.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(eq(grantChanges.actId, actId))
    .orderBy(grantChanges.id)
    .limit(UNDO_CHANGES_MAX + 1)

export const accountsOfAct = (tx: Tx, actId: string) =>
  tx.selectDistinct({ id: grantChanges.accountId }).from(grantChanges).where(eq(grantChanges.actId, actId))

export type StoredAct = { id: string; via: GrantVia; undoneBy: string | null }

export async function findAct(db: Executor, id: string): Promise<StoredAct | undefined> {
  const [found] = await db
    .select({ id: grantActs.id, via: grantActs.via, undoneBy: grantActs.undoneBy })
    .from(grantActs)
    .where(eq(grantActs.id, id))
  return found
}

/** One act, locked, so that it is undone once; and its batch, to which a running job would add. */
export async function lockAct(tx: Tx, id: string): Promise<StoredAct | undefined> {
  // the job holds the same lock while it adds to the act: nothing is added between this read and the undoing
  await tx.select({ id: grantBatches.id }).from(grantBatches).where(eq(grantBatches.actId, id)).for('update')
  await tx.select({ id: grantActs.id }).from(grantActs).where(eq(grantActs.id, id)).for('no key update')
  return findAct(tx, id)
}

export async function batchOfAct(db: Executor, actId: string) {
  const [found] = await db
    .select({ id: grantBatches.id, kind: grantBatches.kind })
    .from(grantBatches)
    .where(eq(grantBatches.actId, actId))
  return found
}

export const markUndone = (tx: Tx, id: string, undoneBy: string) =>
  tx
    .update(grantActs)
    .set({ undoneBy })
    .where(and(eq(grantActs.id, id), isNull(grantActs.undoneBy)))
