// The planned change of a cell of the matrix: decided here, without the database.
import type { CellPreview, CellProblem } from '#contract/members/grant-preview.ts'
import { checkPeriod } from '#contract/members/grants.ts'
import type { MatrixChange } from '#contract/members/matrix.ts'
import type { AccountState, GrantState } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { noPlace } from '../accounts/accounts.rules.ts'
import { cellState, problemOf, refused, unchanged } from '../grants/grant-preview.rules.ts'
import { extendedBy, grantedAgain, isSameGrant } from '../grants/grants.rules.ts'

/** The main account in the same sub-product; `quota` null: it has no account there. */
export type Main = { loginName: string; quota: number | null; used: number }

/** The state of a cell; `accountId` null: the member has no account there. `main` null: it is a main account. */
export type Cell = {
  loginName: string
  realName: string
  locked: boolean
  accountId: string | null
  status: AccountState
  live: ReadonlyMap<string | null, GrantState>
  main: Main | null
  /** Names of hidden products, by id. */
  hidden: ReadonlyMap<string, string>
}

type Outcome = { set: { productId: string | null; state: GrantState }[]; revoke: (string | null)[] }
export type CellPlan = Outcome & { memberId: string; accountId: string | null; preview: CellPreview }

const isProblem = (found: Outcome | CellProblem): found is CellProblem => 'fate' in found

/** What is invalid in a change, whatever the cell. */
export function wrongWith({ act, kind, endsOn, days }: MatrixChange, day: string): string | null {
  if (act === 'extend') return days === undefined ? '请输入延期天数' : null
  if (act === 'revoke') return null
  if (kind === undefined) return '请选择授权类型'
  if (endsOn === undefined) return '请选择截止日期'
  return endsOn < day ? '截止日期不能早于今天' : checkPeriod(day, endsOn, day)
}

/** Targets of a grant: live ones of the cell and added products; null stands for the whole. */
function targetsOf({ subProduct, productIds = [] }: MatrixChange, { live }: Cell): (string | null)[] {
  if (subProductOf(subProduct).grantsBy === 'whole') return [null]
  return [...new Set([...live.keys(), ...productIds])]
}

/** Why a sub-account cannot be opened. */
function seatProblem({ loginName, quota, used }: Main): CellProblem | null {
  if (quota === null) return refused('主账号没有开通该子产品', '先为主账号开通，并设置子账号名额', loginName)
  const full = noPlace(quota, used)
  return full === null ? null : refused(full, '先在主账号的“编辑”中增加名额', loginName)
}

function granted(change: MatrixChange, cell: Cell, day: string): Outcome | CellProblem {
  const { kind = 'trial', endsOn = day, productIds = [] } = change
  const { accountId, live, main, hidden } = cell
  const problem = problemOf(cell) ?? (accountId === null && main !== null ? seatProblem(main) : null)
  if (problem) return problem
  const hiddenNames = productIds.flatMap((id) => hidden.get(id) ?? [])
  if (hiddenNames.length > 0) return refused(`产品已隐藏：${hiddenNames.join('、')}`, '重新选择要授权的产品')
  const targets = targetsOf(change, cell)
  if (targets.length === 0) return refused('尚无授权，请选择要授权的产品', '重新填入并选择产品')
  const set = targets.map((productId) => {
    const before = live.get(productId) ?? null
    const requested = { kind, startsOn: day, endsOn, quota: before?.quota ?? null }
    return { productId, state: grantedAgain(before, requested, day) }
  })
  return { set, revoke: [] }
}

function extended({ days = 1, trialKind }: MatrixChange, cell: Cell, day: string): Outcome | CellProblem {
  const problem = problemOf(cell)
  if (problem) return problem
  if (cell.live.size === 0) return refused('没有授权，不能延期', '改为授权')
  const set = [...cell.live].map(([productId, before]) => ({
    productId,
    state: extendedBy(before, days, day, trialKind),
  }))
  const tooLate = set.map(({ state }) => checkPeriod(day, state.endsOn, day)).find((wrong) => wrong !== null)
  return tooLate ? refused(tooLate, '减少延期天数') : { set, revoke: [] }
}

const revoked = ({ live }: Cell): Outcome | CellProblem =>
  live.size === 0 ? unchanged('没有授权，无需取消') : { set: [], revoke: [...live.keys()] }

/** Plan and preview of a cell; with a problem, the preview says why and nothing is stored. */
export function planCell(change: MatrixChange, cell: Cell, day: string): CellPlan {
  const { memberId, subProduct, act } = change
  const { accountId, live, loginName, realName } = cell
  const before = cellState([...live.values()], day)
  const plan = (outcome: Outcome, after: CellPreview['after'], problem: CellProblem | null): CellPlan => ({
    ...outcome,
    memberId,
    accountId,
    preview: {
      key: `${memberId}:${subProduct}`,
      loginName,
      realName,
      subProduct,
      act,
      isNewAccount: accountId === null,
      before,
      after,
      problem,
    },
  })
  const none: Outcome = { set: [], revoke: [] }
  const found = act === 'revoke' ? revoked(cell) : (act === 'grant' ? granted : extended)(change, cell, day)
  if (isProblem(found)) return plan(none, before, found)
  const set = found.set.filter(({ productId, state }) => !isSameGrant(live.get(productId) ?? null, state))
  if (set.length + found.revoke.length === 0) return plan(none, before, unchanged('已授权到该日期或之后'))
  const after = new Map([...live, ...set.map(({ productId, state }) => [productId, state] as const)])
  for (const productId of found.revoke) after.delete(productId)
  return plan({ set, revoke: found.revoke }, cellState([...after.values()], day), null)
}
