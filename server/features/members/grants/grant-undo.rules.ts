// Whether an act on grants can be undone: decided here, from the state of its changes.
import { UNDO_CHANGES_MAX } from '#contract/members/grant-undo.ts'
import { lessens } from '#contract/members/grants.ts'
import type { AccountState, GrantState, GrantVia } from '#contract/members/members.ts'
import { refusalOf } from './grants.rules.ts'

/** An import is undone as an import, and an undo by doing the act again. */
export const fixedVias: readonly GrantVia[] = ['import', 'undo']

type Change = {
  before: GrantState | null
  after: GrantState | null
  isUntouched: boolean
  isDeleted: boolean
  status: AccountState
  locked: boolean
}

/** Why the act cannot be undone; empty where it can. */
export function refusalToUndo(
  { via, undoneBy }: { via: GrantVia; undoneBy: string | null },
  changes: readonly Change[],
): string {
  if (undoneBy !== null) return '此变更已撤销'
  if (fixedVias.includes(via)) return '此变更不能在这里撤销'
  if (changes.length > UNDO_CHANGES_MAX) return `变更超过 ${UNDO_CHANGES_MAX} 项，不能一次撤销`
  if (changes.some(({ isDeleted }) => isDeleted)) return '涉及的账号已删除，不能撤销'
  if (!changes.every(({ isUntouched }) => isUntouched)) return '授权在此之后又有变更，不能撤销'
  // restoring a grant is granting: the same rules apply
  const restored = changes.filter(({ before, after }) => lessens(before, after))
  return restored.map(refusalOf).find((msg) => msg !== '') ?? ''
}
