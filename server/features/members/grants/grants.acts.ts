// The only way to change what members may use: each act is stored with its reason, each change with a row of the ledger, and
// the accounts say at once what their grants say together. Whoever calls has checked right and scope.
import type { GrantKind, GrantState, GrantVia } from '../../../../contract/members/members.ts'
import type { Author } from '../../../core/core.ts'
import type { Tx } from '../../../db/connection.ts'
import {
  type AccountFacts,
  type GrantChange,
  type LiveGrant,
  liveGrants,
  lockAccounts,
  storeAct,
  storeChanges,
  today,
} from './grants.queries.ts'
import { actionOf, extendedBy, grantedAgain, isSameGrant } from './grants.rules.ts'

/** `productId` null: the sub-product as a whole. */
export type GrantTarget = { accountId: string; productId: string | null }
export type GrantWish = GrantTarget & GrantState

/** `id`: an act that is stored already, of which this is a further part. */
export type GrantAct = { via: GrantVia; reason: string; id?: string }
/** `changes` is what was stored; what stands already is no change and not in it. `actId` null: nothing changed. */
export type GrantResult = { actId: string | null; changes: readonly GrantChange[] }

const keyOf = ({ accountId, productId }: GrantTarget) => `${accountId}:${productId}`

type Standing = { accounts: ReadonlyMap<string, AccountFacts>; live: readonly LiveGrant[]; day: string }

/** Accounts locked, with their live grants. Accounts that are not there are left out. */
async function stand(tx: Tx, accountIds: readonly string[]): Promise<Standing> {
  const accounts = await lockAccounts(tx, [...new Set(accountIds)])
  const live = await liveGrants(
    tx,
    accounts.map(({ id }) => id),
  )
  return { accounts: new Map(accounts.map((each) => [each.id, each])), live, day: await today(tx) }
}

/** Stores what differs. */
async function store(tx: Tx, by: Author, act: GrantAct, changes: readonly GrantChange[]): Promise<GrantResult> {
  const different = changes.filter(({ before, after }) => !isSameGrant(before, after))
  if (different.length === 0) return { actId: null, changes: [] }
  const actId = act.id ?? (await storeAct(tx, by, act))
  await storeChanges(tx, actId, different)
  return { actId, changes: different }
}

function changesBy(
  { accounts, live, day }: Standing,
  wishes: readonly GrantWish[],
  become: (before: GrantState | null, wish: GrantState, day: string) => GrantState,
): GrantChange[] {
  const standing = new Map(live.map((grant) => [keyOf(grant), grant]))
  return wishes.flatMap((wish) => {
    const account = accounts.get(wish.accountId)
    if (!account) return []
    const before = standing.get(keyOf(wish)) ?? null
    const { kind, startsOn, endsOn, quota } = become(before, wish, day)
    const after = { kind, startsOn, endsOn, quota }
    return [{ account, productId: wish.productId, before, after, action: actionOf(before, after) }]
  })
}

/** Grants; what is granted already is extended (`grantedAgain`). */
export async function giveGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  wishes: readonly GrantWish[],
): Promise<GrantResult> {
  const standing = await stand(
    tx,
    wishes.map(({ accountId }) => accountId),
  )
  return store(tx, by, act, changesBy(standing, wishes, grantedAgain))
}

/** Sets grants to exactly this, which may also shorten them. */
export async function setGrants(tx: Tx, by: Author, act: GrantAct, wishes: readonly GrantWish[]): Promise<GrantResult> {
  const standing = await stand(
    tx,
    wishes.map(({ accountId }) => accountId),
  )
  return store(
    tx,
    by,
    act,
    changesBy(standing, wishes, (_, wish) => wish),
  )
}

/** Sets these and revokes those, in one act. What is to be revoked and is not live is no change. */
export async function changeGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  { set, revoke }: { set: readonly GrantWish[]; revoke: readonly GrantTarget[] },
): Promise<GrantResult> {
  const standing = await stand(
    tx,
    [...set, ...revoke].map(({ accountId }) => accountId),
  )
  const ended = new Set(revoke.map(keyOf))
  const revoked = standing.live.flatMap((before): GrantChange[] => {
    const account = standing.accounts.get(before.accountId)
    if (!account || !ended.has(keyOf(before))) return []
    return [{ account, productId: before.productId, before, after: null, action: 'revoke' }]
  })
  const changed = changesBy(standing, set, (_, wish) => wish)
  return store(tx, by, act, [...changed, ...revoked])
}

/** So many days more for every live grant of these accounts. */
export async function extendGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  accountIds: readonly string[],
  days: number,
  trialKind?: GrantKind,
): Promise<GrantResult> {
  const standing = await stand(tx, accountIds)
  const wishes = standing.live.map((grant) => ({ ...grant, ...extendedBy(grant, days, standing.day, trialKind) }))
  return store(
    tx,
    by,
    act,
    changesBy(standing, wishes, (_, wish) => wish),
  )
}

/** Revokes these, or every live grant of an account where `productIds` is left out. */
export async function revokeGrants(
  tx: Tx,
  by: Author,
  act: GrantAct,
  accountIds: readonly string[],
  productIds?: readonly (string | null)[],
): Promise<GrantResult> {
  const { accounts, live } = await stand(tx, accountIds)
  const changes = live.flatMap((before): GrantChange[] => {
    const account = accounts.get(before.accountId)
    if (!account || (productIds && !productIds.includes(before.productId))) return []
    return [{ account, productId: before.productId, before, after: null, action: 'revoke' }]
  })
  return store(tx, by, act, changes)
}

/** Grants as they were before an act, in an act of its own. @returns its id */
export async function restoreGrants(
  tx: Tx,
  by: Author,
  wanted: readonly (GrantTarget & { before: GrantState | null })[],
): Promise<string> {
  const { accounts, live } = await stand(
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
