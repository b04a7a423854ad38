// Ledger rows of the past, which no act would write.
import type { GrantKind } from '#contract/members/members.ts'
import type { Db } from '#server/db/connection.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'

type Recorded = { at: string; kind: GrantKind; productId?: string; isUndone?: boolean }

/** A grant of an account, as the ledger knows it; it is live no more. */
export async function recordGrant(
  db: Db,
  accountId: string,
  { at, kind, productId, isUndone }: Recorded,
): Promise<void> {
  const state = { kind, startsOn: '2026-01-01', endsOn: '2026-12-31' }
  const act = { at, via: 'single', actorName: '测试', ...(isUndone && { undoneBy: '1' }) } as const
  const [{ id: actId } = { id: '' }] = await db.insert(grantActs).values(act).returning({ id: grantActs.id })
  const granted = { accountId, productId: productId ?? null, ...state, revokedAt: at }
  const [{ id: grantId } = { id: '' }] = await db.insert(grants).values(granted).returning({ id: grants.id })
  await db.insert(grantChanges).values({
    at,
    actId,
    grantId,
    accountId,
    subProduct: 'bigData',
    productId: productId ?? null,
    action: 'grant',
    after: { ...state, quota: null },
    grantVersion: 1,
  })
}
