// What becomes of the cells of the matrix: decided here, without a look at the database.
import { checkPeriod } from '../../../../contract/members/grants.ts'
import type { CellPreview, CellState, MatrixChange } from '../../../../contract/members/matrix.ts'
import type { AccountState, GrantState } from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { extendedBy, grantedAgain, isSameGrant, refusalOf, termsOf } from '../grants/grants.rules.ts'

/** A cell as it stands; `accountId` null: the member has no account there. */
export type Cell = {
  memberId: string
  loginName: string
  locked: boolean
  accountId: string | null
  status: AccountState
  live: ReadonlyMap<string | null, GrantState>
}

export type CellPlan = {
  preview: CellPreview
  accountId: string | null
  set: { productId: string | null; state: GrantState }[]
  revoke: (string | null)[]
}

function stateOf(grants: readonly GrantState[], day: string): CellState | null {
  const terms = termsOf(grants, day)
  return terms && { kind: terms.current.kind, endsOn: terms.current.endsOn, next: terms.next, products: grants.length }
}

/** What is wrong with a change by itself. */
function wrongWith({ act, kind, endsOn, days }: MatrixChange, day: string): string | null {
  if (act === 'extend') return days === undefined ? '请输入延期天数' : null
  if (act === 'revoke') return null
  if (kind === undefined) return '请选择授权类型'
  if (endsOn === undefined) return '请选择截止日期'
  return checkPeriod(day, endsOn, day)
}

/** The products that a grant concerns: those of the cell and those chosen besides; null stands for the whole. */
function targetsOf({ subProduct, productIds = [] }: MatrixChange, { live }: Cell): (string | null)[] {
  if (subProductOf(subProduct).grantsBy === 'whole') return [null]
  return [...new Set([...live.keys(), ...productIds])]
}

function granted(change: MatrixChange, cell: Cell, day: string): CellPlan['set'] | { problem: string } {
  const { kind = 'trial', endsOn = day } = change
  const refusal = refusalOf(cell)
  if (refusal) return { problem: refusal }
  const targets = targetsOf(change, cell)
  if (targets.length === 0) return { problem: '尚无授权，请选择要授权的产品' }
  return targets.map((productId) => {
    const before = cell.live.get(productId) ?? null
    const wish = { kind, startsOn: day, endsOn, quota: before?.quota ?? null }
    return { productId, state: grantedAgain(before, wish, day) }
  })
}

function extended({ days = 1 }: MatrixChange, cell: Cell, day: string): CellPlan['set'] | { problem: string } {
  const refusal = refusalOf(cell)
  if (refusal) return { problem: refusal }
  if (cell.live.size === 0) return { problem: '没有授权，不能延期' }
  const set = [...cell.live].map(([productId, before]) => ({ productId, state: extendedBy(before, days, day) }))
  const last =
    set
      .map(({ state }) => state.endsOn)
      .sort()
      .at(-1) ?? day
  const problem = checkPeriod(day, last, day)
  return problem ? { problem } : set
}

/** @returns what is stored and shown, or why it cannot be */
export function planCell(change: MatrixChange, cell: Cell, day: string): CellPlan | { problem: string } {
  const wrong = wrongWith(change, day)
  if (wrong) return { problem: wrong }
  const { subProduct, act } = change
  if (act === 'revoke' && cell.live.size === 0) return { problem: '没有授权，不能取消' }
  const found = act === 'revoke' ? [] : act === 'grant' ? granted(change, cell, day) : extended(change, cell, day)
  if ('problem' in found) return found
  const after = new Map(
    act === 'revoke' ? [] : [...cell.live, ...found.map(({ productId, state }) => [productId, state] as const)],
  )
  const set = found.filter(({ productId, state }) => !isSameGrant(cell.live.get(productId) ?? null, state))
  if (act !== 'revoke' && set.length === 0) return { problem: '已授权到该日期之后，没有变化' }
  return {
    preview: {
      memberId: cell.memberId,
      loginName: cell.loginName,
      subProduct,
      act,
      isNewAccount: cell.accountId === null,
      before: stateOf([...cell.live.values()], day),
      after: stateOf([...after.values()], day),
    },
    accountId: cell.accountId,
    set,
    revoke: act === 'revoke' ? [...cell.live.keys()] : [],
  }
}
