// State of the matrix: selected cells, drafts of changes, and their labels.
import type { MatrixCell, MatrixChange, MatrixRow } from '#contract/members/matrix.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf, subProducts } from '#contract/sub-products.ts'

export type CellKey = `${string}:${SubProductKey}`
export const cellKey = (memberId: string, subProduct: SubProductKey): CellKey => `${memberId}:${subProduct}`

/** Unsaved changes by cell. */
export type Drafts = ReadonlyMap<CellKey, MatrixChange>

export const columnsOf = (rows: readonly MatrixRow[], isOnlyOpened: boolean): readonly SubProductKey[] => {
  const opened = new Set(rows.flatMap(({ cells }) => cells.map(({ subProduct }) => subProduct)))
  return subProducts.flatMap(({ key }) => (!isOnlyOpened || opened.has(key) ? [key] : []))
}

export const cellOf = ({ cells }: MatrixRow, subProduct: SubProductKey): MatrixCell | undefined =>
  cells.find((cell) => cell.subProduct === subProduct)

/** The rectangle of cells between two cells, inclusive. */
export function between(
  rows: readonly MatrixRow[],
  columns: readonly SubProductKey[],
  from: CellKey,
  to: CellKey,
): CellKey[] {
  const place = (key: CellKey) => {
    const [memberId, subProduct] = key.split(':')
    return {
      row: rows.findIndex(({ id }) => id === memberId),
      column: columns.indexOf(subProduct as SubProductKey),
    }
  }
  const [one, other] = [place(from), place(to)]
  if ([one, other].some(({ row, column }) => row < 0 || column < 0)) return [to]
  const range = (first: number, second: number) => [Math.min(first, second), Math.max(first, second) + 1] as const
  return rows
    .slice(...range(one.row, other.row))
    .flatMap(({ id }) => columns.slice(...range(one.column, other.column)).map((column) => cellKey(id, column)))
}

/** Deselects the keys if all are selected, otherwise selects all. */
export function toggled(selected: ReadonlySet<CellKey>, keys: readonly CellKey[]): ReadonlySet<CellKey> {
  const next = new Set(selected)
  const isAll = keys.length > 0 && keys.every((key) => next.has(key))
  for (const key of keys) {
    if (isAll) next.delete(key)
    else next.add(key)
  }
  return next
}

const isWhole = (subProduct: SubProductKey) => subProductOf(subProduct).grantsBy === 'whole'

/** Label of a draft in its cell. */
export function draftText({ act, kind, endsOn, days, trialKind = 'trial' }: MatrixChange): string {
  if (act === 'revoke') return '取消授权'
  if (act === 'extend') return `延期 ${days} 天${trialKind === 'trial' ? '' : `，转${grantKindLabels[trialKind]}`}`
  return `${grantKindLabels[kind ?? 'trial']}至 ${endsOn}`
}

export type Act = Omit<MatrixChange, 'memberId' | 'subProduct'>

/** For each cell, whether the act applies: only existing grants can be extended or revoked. */
export const fitting = (act: Act['act'], cells: readonly (MatrixCell | undefined)[]): boolean[] =>
  cells.map((cell) => act === 'grant' || (cell?.products ?? 0) > 0)

/** Whether products must be chosen: the sub-product is granted by product and the cell has none yet. */
export const needsProducts = (subProduct: SubProductKey, cell: MatrixCell | undefined): boolean =>
  !isWhole(subProduct) && (cell?.products ?? 0) === 0

/** `productIds` are sent only if the sub-product is granted by product. */
export function changeOf(key: CellKey, act: Act): MatrixChange {
  const [memberId = '', subProduct] = key.split(':') as [string, SubProductKey]
  const { productIds, ...rest } = act
  const withProducts = productIds && productIds.length > 0 && !isWhole(subProduct)
  return { memberId, subProduct, ...rest, ...(withProducts && { productIds }) }
}
