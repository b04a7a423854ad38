// Builds the preview of an act on grants from its planned cells.
import {
  type CellPreview,
  type CellProblem,
  type CellState,
  type GrantPreview,
  PREVIEW_CELLS,
} from '#contract/members/grant-preview.ts'
import type { AccountState, GrantState } from '#contract/members/members.ts'
import { refusalOf, termsOf } from './grants.rules.ts'

export function cellState(grants: readonly GrantState[], today: string): CellState | null {
  const terms = termsOf(grants, today)
  return terms && { kind: terms.current.kind, endsOn: terms.current.endsOn, next: terms.next, products: grants.length }
}

export const refused = (msg: string, wayOn = '', loginName = ''): CellProblem => ({
  fate: 'refused',
  msg,
  wayOn,
  loginName,
})
export const unchanged = (msg: string): CellProblem => ({ fate: 'unchanged', msg, wayOn: '', loginName: '' })

type Account = { loginName: string; status: AccountState; locked: boolean }

/** Why nothing can be granted to an account; null where it can. */
export function problemOf(account: Account): CellProblem | null {
  const msg = refusalOf(account)
  if (msg === '') return null
  return refused(msg, account.status === 'disabled' ? '先启用账号' : '先解锁会员', account.loginName)
}

const rank = ({ problem }: CellPreview) => (problem === null ? 2 : problem.fate === 'refused' ? 0 : 1)

export function previewOf(cells: readonly CellPreview[]): GrantPreview {
  const count = (is: (cell: CellPreview) => boolean) => cells.filter(is).length
  const changing = count(({ problem }) => problem === null)
  const opened = count(({ problem, isNewAccount }) => problem === null && isNewAccount)
  const left = { 个没有变化: 'unchanged', 个不能办理: 'refused' } as const
  const parts = [
    `${changing} 个将变更${opened > 0 ? `（其中 ${opened} 个新开通）` : ''}`,
    ...Object.entries(left).flatMap(([text, fate]) => {
      const some = count(({ problem }) => problem?.fate === fate)
      return some > 0 ? [`${some} ${text}`] : []
    }),
  ]
  return {
    text: `共 ${cells.length} 个账号：${parts.join('，')}。`,
    groups: [],
    isBlocked: changing === 0,
    count: cells.length,
    cells: cells.toSorted((one, other) => rank(one) - rank(other)).slice(0, PREVIEW_CELLS),
  }
}
