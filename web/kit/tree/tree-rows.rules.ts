// A tree as a list of rows: open nodes, search, keyboard navigation. Pure.

/** A node of any tree that the kit shows; `children` is left out if there are none. */
export type AnyNode<N> = { key: string; title: string; children?: readonly N[] }

export type TreeRow<N> = {
  node: N
  /** From 0. */
  depth: number
  parent: N | null
  /** Index among its siblings. */
  place: number
  siblings: number
  isFolder: boolean
  isOpen: boolean
}

const childrenOf = <N extends AnyNode<N>>(node: N): readonly N[] => node.children ?? []

/** The visible rows with these nodes open, from top to bottom. */
export function rowsOf<N extends AnyNode<N>>(nodes: readonly N[], open: ReadonlySet<string>): TreeRow<N>[] {
  const rows: TreeRow<N>[] = []
  const add = (siblings: readonly N[], depth: number, parent: N | null) => {
    for (const [place, node] of siblings.entries()) {
      const children = childrenOf(node)
      const isFolder = children.length > 0
      const isOpen = isFolder && open.has(node.key)
      rows.push({ node, depth, parent, place, siblings: siblings.length, isFolder, isOpen })
      if (isOpen) add(children, depth + 1, node)
    }
  }
  add(nodes, 0, null)
  return rows
}

/** The nodes found, with their ancestors and all their descendants. */
export function findInTree<N extends AnyNode<N>>(nodes: readonly N[], isFound: (node: N) => boolean): N[] {
  return nodes.flatMap((node) => {
    if (isFound(node)) return [node]
    const children = findInTree(childrenOf(node), isFound)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Keys of nodes with children, down to so many levels. */
export function foldersOf<N extends AnyNode<N>>(nodes: readonly N[], levels = Number.POSITIVE_INFINITY): string[] {
  if (levels <= 0) return []
  return nodes.flatMap((node) => {
    const children = childrenOf(node)
    return children.length > 0 ? [node.key, ...foldersOf(children, levels - 1)] : []
  })
}

/** The nodes from the top down to a key; empty if it is not found. */
export function pathTo<N extends AnyNode<N>>(nodes: readonly N[], key: string): N[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = pathTo(childrenOf(node), key)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

export type TreeStep = { to: number } | { open: string } | { close: string } | null

/** What a key does in a tree (WAI-ARIA): to another row, or opens and closes the one that is active. */
export function stepInTree<N extends AnyNode<N>>(rows: readonly TreeRow<N>[], at: number, key: string): TreeStep {
  const row = rows[at]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, rows.length - 1) }
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      if (!row.isFolder) return null
      return row.isOpen ? { to: at + 1 } : { open: row.node.key }
    case 'ArrowLeft':
      if (row.isOpen) return { close: row.node.key }
      return row.parent ? { to: rows.findIndex(({ node }) => node === row.parent) } : null
    default:
      return null
  }
}
