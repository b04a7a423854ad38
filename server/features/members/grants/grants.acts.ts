// The only way to change what members may use: each act is stored with its reason, each change with a ledger row, and
// the terms of the accounts are updated in the same transaction. Callers have checked right and scope.
import type { GrantKind, GrantState, GrantVia } from '#contract/members/members.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  type AccountFacts,
  type GrantChange,
  type LiveGrant,
  liveGrants,
  lockAccounts,
  storeAct,
  storeChanges,
} from './grants.queries.ts'
import { actionOf, extendedBy, grantedAgain, isSameGrant } from './grants.rules.ts'

/** `productId` null: the sub-product as a whole. */
export type GrantTarget = { accountId: string; productId: string | null }
export type RequestedGrant = GrantTarget & GrantState

/** `id`: an existing act, of which this is a further part. */
export type GrantAct = { via: GrantVia; reason: string; id?: string }
/** `changes` is what was stored: without changes that make no difference. `actId` null: nothing changed. */
export type GrantResult = { actId: string | null; changes: readonly GrantChange[] }

const keyOf = ({ accountId, productId }: GrantTarget) => `${accountId}:${productId}`

type Standing = { accounts: ReadonlyMap<string, AccountFacts>; live: readonly LiveGrant[]; day: string }

/** Locks the accounts and reads their live grants. Accounts that do not exist are left out. */
async function lockStanding(tx: Tx, accountIds: readonly string[]): Promise<Standing> {
  const accounts = await lockAccounts(tx, [...new Set(accountIds)])
  const live = await liveGrants(
    tx,
    accounts.map(({ id }) => id),
  )
  return { accounts: new Map(accounts.map((each) => [each.id, each])), live, day: await databaseToday(tx) }
}

/** Stores the changes that make a difference. */
async function store(tx: Tx, by: Author, act: GrantAct, changes: readonly GrantChange[]): Promise<GrantResult> {
  const different = changes.filter(({ before, after }) => !isSameGrant(before, after))
  if (different.length === 0) return { actId: null, changes: [] }
  const actId = act.id ?? (await storeAct(tx, by, act))
  await storeChanges(tx, actId, different)
  return { actId, changes: different }
}

function changesBy(
  { accounts, live, day }: Standing,
  requested: readonly RequestedGrant[],
  next: (before: GrantState | null, requested: GrantState, day: string) => GrantState,
): GrantChange[] {
  const standing = new Map(live.map((grant) => [keyOf(grant), grant]))
  return requested.flatMap((grant) => {
    const account = accounts.get(grant.accountId)
    if (!account) return []
    const before = standing.get(keyOf(grant)) ?? null
    const { kind, startsOn, endsOn, quota } = next(before, grant, day)
    const after = { kind, startsOn, endsOn, quota }
    return [{ account, productId: grant.productId, before, after, action: actionOf(before, after) }]
  })
}

/** Grants; an existing grant is extended (`grantedAgain`). */
export async function giveGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  requested: readonly RequestedGrant[],
): Promise<GrantResult> {
  const standing = await lockStanding(
    tx,
    requested.map(({ accountId }) => accountId),
  )
  return store(tx, by, act, changesBy(standing, requested, grantedAgain))
}

/** Sets grants to exactly these terms, which may also shorten them. */
export async function setGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  requested: readonly RequestedGrant[],
): Promise<GrantResult> {
  const standing = await lockStanding(
    tx,
    requested.map(({ accountId }) => accountId),
  )
  return store(
    tx,
    by,
    act,
    changesBy(standing, requested, (_, each) => each),
  )
}

/** Sets some and revokes others, in one act. Revoking what is not live is no change. */
export async function changeGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  { set, revoke }: { set: readonly RequestedGrant[]; revoke: readonly GrantTarget[] },
): Promise<GrantResult> {
  const standing = await lockStanding(
    tx,
    [...set, ...revoke].map(({ accountId }) => accountId),
  )
  const ended = new Set(revoke.map(keyOf))
  const revoked = standing.live.flatMap((before): GrantChange[] => {
    const account = standing.accounts.get(before.accountId)
    if (!account || !ended.has(keyOf(before))) return []
    return [{ account, productId: before.productId, before, after: null, action: 'revoke' }]
  })
  const changed = changesBy(standing, set, (_, each) => each)
  return store(tx, by, act, [...changed, ...revoked])
}

/** Extends every live grant of these accounts by so many days. */
export async function extendGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  accountIds: readonly string[],
  days: number,
  trialKind?: GrantKind,
): Promise<GrantResult> {
  const standing = await lockStanding(tx, accountIds)
  const requested = standing.live.map((grant) => ({ ...grant, ...extendedBy(grant, days, standing.day, trialKind) }))
  return store(
    tx,
    by,
    act,
    changesBy(standing, requested, (_, each) => each),
  )
}

/** Revokes the grants of these products, or every live grant where `productIds` is left out. */
export async function revokeGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  accountIds: readonly string[],
  productIds?: readonly (string | null)[],
): Promise<GrantResult> {
  const { accounts, live } = await lockStanding(tx, accountIds)
  const changes = live.flatMap((before): GrantChange[] => {
    const account = accounts.get(before.accountId)
    if (!account || (productIds && !productIds.includes(before.productId))) return []
    return [{ account, productId: before.productId, before, after: null, action: 'revoke' }]
  })
  return store(tx, by, act, changes)
}

/** Restores the states before an act, in an act of its own. @returns its id */
export async function restoreGrants(
  tx: Tx,
  by: Author,
  wanted: readonly (GrantTarget & { before: GrantState | null })[],
): Promise<string> {
  const { accounts, live } = await lockStanding(
    tx,
    wanted.map(({ accountId }) => accountId),
  )
  const standing = new Map(live.map((grant) => [keyOf(grant), grant]))
  const changes = wanted.flatMap(({ before, ...target }): GrantChange[] => {
    const account = accounts.get(target.accountId)
    if (!account) return []
    const now = standing.get(keyOf(target)) ?? null
    const action = before === null ? 'revoke' : 'restore'
    return [{ account, productId: target.productId, before: now, after: before, action }]
  })
  const actId = await storeAct(tx, by, { via: 'undo', reason: '' })
  await storeChanges(tx, actId, changes)
  return actId
}
