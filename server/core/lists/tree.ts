// Rows with parents become a tree; a row whose parent is missing is left out.
type Row = { id: string; parentId: string | null }

export type Tree<R> = R & { children?: Tree<R>[] }

/** Keeps the order of the rows among siblings; `children` is left out where there are none. */
export function toTree<R extends Row>(rows: readonly R[]): Tree<R>[] {
  const byParent = Map.groupBy(rows, (row) => row.parentId)
  const below = (parentId: string | null): Tree<R>[] =>
    (byParent.get(parentId) ?? []).map((row) => {
      const children = below(row.id)
      return children.length > 0 ? { ...row, children } : { ...row }
    })
  return below(null)
}
