// What an act on grants does to each account that it concerns, seen before it is saved (600): the same for matrix and batches.
import type { Preview } from '#contract/envelope.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { GrantKind, NextGrant } from './members.ts'

/** Most cells of a preview; those with a problem come first. */
export const PREVIEW_CELLS = 200

/** An account's grants in one line; `products`: 1 where the sub-product is granted as a whole. */
export type CellState = { kind: GrantKind; endsOn: string; next: NextGrant | null; products: number }

/**
 * Why a cell stays unchanged. `wayOn` says what to do first, `loginName` for whose account of that sub-product; may be
 * empty.
 */
export type CellProblem = { fate: 'refused' | 'unchanged'; msg: string; wayOn: string; loginName: string }

/** A member in a sub-product. `before`, `after` null: nothing is granted. */
export type CellPreview = {
  key: string
  loginName: string
  realName: string
  subProduct: SubProductKey
  act: 'grant' | 'extend' | 'revoke'
  isNewAccount: boolean
  before: CellState | null
  after: CellState | null
  problem: CellProblem | null
}

/** Cells without a problem are what will be saved; `count` of all, as `cells` are the first. */
export type GrantPreview = Preview & { cells: readonly CellPreview[]; count: number }
