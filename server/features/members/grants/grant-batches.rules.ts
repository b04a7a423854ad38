// What a batch does to one account: decided the same way for preview and job, without the database.
import { type BatchKind, type BatchWish, batchGrant, batchRevoke } from '#contract/members/grant-batches.ts'
import type { CellProblem, CellState } from '#contract/members/grant-preview.ts'
import { checkPeriod } from '#contract/members/grants.ts'
import type { AccountState, GrantState } from '#contract/members/members.ts'
import { cellState, problemOf, refused, unchanged } from './grant-preview.rules.ts'
import { extendedBy, grantedAgain, isSameGrant } from './grants.rules.ts'

type Account = { loginName: string; status: AccountState; locked: boolean }
type Target = { productId: string | null }
type Live = GrantState & Target

/** The right to start, run and undo a batch. */
export const rightFor = (kind: BatchKind) => (kind === 'revoke' ? batchRevoke : batchGrant).access

export type BatchTask = { kind: BatchKind; wish: BatchWish }
/** `problem`: why nothing is done. */
export type AccountPlan = { before: CellState | null; after: CellState | null; problem: CellProblem | null }

/** Without products: the sub-product as a whole. */
export const targetsOf = (productIds: readonly string[]): readonly (string | null)[] =>
  productIds.length > 0 ? productIds : [null]

type Change = Target & { after: GrantState | null }

function changesOf({ kind, wish }: BatchTask, live: readonly Live[], today: string): Change[] {
  if (kind === 'revoke') {
    const { productIds } = wish as { productIds: readonly string[] }
    const found = live.filter(({ productId }) => productIds.length === 0 || productIds.includes(productId ?? ''))
    return found.map(({ productId }) => ({ productId, after: null }))
  }
  if ('days' in wish)
    return live.map((before) => ({
      productId: before.productId,
      after: extendedBy(before, wish.days, today, wish.trialKind),
    }))
  const { productIds, ...state } = wish as GrantState & { productIds: readonly string[] }
  return targetsOf(productIds).map((target) => {
    const before = live.find(({ productId }) => productId === target) ?? null
    return { productId: target, after: grantedAgain(before, state, today) }
  })
}

const nothingTo: Readonly<Record<BatchKind, CellProblem>> = {
  grant: unchanged('已有同样或更长的授权'),
  extend: unchanged('没有授权，无法延期'),
  revoke: unchanged('没有这些授权'),
}

export function planFor(task: BatchTask, account: Account, live: readonly Live[], today: string): AccountPlan {
  const before = cellState(live, today)
  const keep = (problem: CellProblem): AccountPlan => ({ before, after: before, problem })
  const refusal = task.kind === 'revoke' ? null : problemOf(account)
  if (refusal) return keep(refusal)
  const changes = changesOf(task, live, today)
  const wrong = changes.flatMap(({ after }) => (after && checkPeriod(after.startsOn, after.endsOn, today)) ?? [])[0]
  if (wrong) return keep(refused(wrong, '改用更早的截止日期'))
  const standing = new Map(live.map(({ productId, ...state }) => [productId, state]))
  const different = changes.filter(({ productId, after }) => !isSameGrant(standing.get(productId) ?? null, after))
  if (different.length === 0) return keep(nothingTo[task.kind])
  for (const { productId, after } of different) {
    if (after) standing.set(productId, after)
    else standing.delete(productId)
  }
  return { before, after: cellState([...standing.values()], today), problem: null }
}
