// What a batch does to one account: decided the same for the preview and for the job, without a look at the database.
import type { BatchKind, BatchWish } from '../../../../contract/members/grant-batches.ts'
import { checkPeriod } from '../../../../contract/members/grants.ts'
import type { AccountState, GrantState } from '../../../../contract/members/members.ts'
import { extendedBy, grantedAgain, isSameGrant, refusalOf } from './grants.rules.ts'

type Account = { id: string; status: AccountState; locked: boolean }
type Live = GrantState & { productId: string | null }

export type BatchTask = { kind: BatchKind; wish: BatchWish }
export type Fate = 'new' | 'extended' | 'revoked' | 'unchanged' | 'refused'
/** `msg` says why nothing is done. */
export type AccountPlan = { fate: Fate; msg: string }

const refused = (msg: string): AccountPlan => ({ fate: 'refused', msg })
const unchanged = (msg: string): AccountPlan => ({ fate: 'unchanged', msg })
const fate = (what: Fate): AccountPlan => ({ fate: what, msg: '' })

/** The sub-product as a whole where no products are named. */
export const targetsOf = (productIds: readonly string[]): readonly (string | null)[] =>
  productIds.length > 0 ? productIds : [null]

export function planFor(
  { kind, wish }: BatchTask,
  account: Account,
  live: readonly Live[],
  today: string,
): AccountPlan {
  if (kind === 'revoke') {
    const { productIds } = wish as { productIds: readonly string[] }
    const found = live.filter(({ productId }) => productIds.length === 0 || productIds.includes(productId ?? ''))
    return found.length > 0 ? fate('revoked') : unchanged('没有这些授权')
  }
  const refusal = refusalOf(account)
  if (refusal) return refused(refusal)
  const changes =
    'days' in wish
      ? live.map((before) => ({ before, after: extendedBy(before, wish.days, today) }))
      : grantChanges(wish as GrantState & { productIds: readonly string[] }, live, today)
  if (changes.length === 0) return unchanged('没有授权，无法延期')
  const wrong = changes.map(({ after }) => checkPeriod(after.startsOn, after.endsOn, today)).find(Boolean)
  if (wrong) return refused(wrong)
  if (changes.every(({ before, after }) => isSameGrant(before, after))) return unchanged('已有同样或更长的授权')
  return fate(changes.some(({ before }) => before === null || before.endsOn < today) ? 'new' : 'extended')
}

function grantChanges(
  { kind, startsOn, endsOn, quota, productIds }: GrantState & { productIds: readonly string[] },
  live: readonly Live[],
  today: string,
): { before: GrantState | null; after: GrantState }[] {
  return targetsOf(productIds).map((target) => {
    const before = live.find(({ productId }) => productId === target) ?? null
    return { before, after: grantedAgain(before, { kind, startsOn, endsOn, quota }, today) }
  })
}

const titles: Readonly<Record<Fate, string>> = {
  new: '新授权',
  extended: '延长已有授权',
  revoked: '取消授权',
  unchanged: '没有变化',
  refused: '不能办理',
}
const NAMES = 20

/** What the person confirms: how many of each fate, and who. */
export function previewGroups(plans: readonly (AccountPlan & { name: string })[]) {
  const groups = Object.entries(titles).map(([key, title]) => {
    const found = plans.filter((plan) => plan.fate === key)
    const names = found.slice(0, NAMES).map(({ name, msg }) => (msg ? `${name}：${msg}` : name))
    return { title, count: found.length, names }
  })
  return groups.filter(({ count }) => count > 0)
}

export const isEffective = ({ fate: what }: AccountPlan): boolean => what !== 'unchanged' && what !== 'refused'
