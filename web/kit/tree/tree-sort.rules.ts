// Where a node of a tree is moved to, by the pointer or by keys. Pure.
import type { AnyNode, TreeRow } from './tree-rows.rules.ts'

/** `place` is the index among the children of `parent`, not counting the moved node. */
export type TreePlace = { parent: string | null; place: number }
export type Where = 'before' | 'into' | 'after'

type SortNode<N> = AnyNode<N>

const childrenOf = <N extends SortNode<N>>(node: N): readonly N[] => node.children ?? []

export function isWithinNode<N extends SortNode<N>>(node: N, key: string): boolean {
  return node.key === key || childrenOf(node).some((child) => isWithinNode(child, key))
}

/** Which part of a row the pointer is over: its upper quarter, its lower quarter, or the middle. */
export function whereOn(share: number): Where {
  if (share < 0.25) return 'before'
  return share > 0.75 ? 'after' : 'into'
}

/** Where a drop would put the moved node; null if that is inside itself or its current place. */
export function dropOn<N extends SortNode<N>>(moved: TreeRow<N>, over: TreeRow<N>, where: Where): TreePlace | null {
  if (isWithinNode(moved.node, over.node.key)) return null
  // below an open folder the next row is its first child
  if (where === 'into' || (where === 'after' && over.isOpen)) {
    const others = childrenOf(over.node).filter(({ key }) => key !== moved.node.key)
    return unlessSame(moved, { parent: over.node.key, place: where === 'into' ? others.length : 0 })
  }
  const isSameParent = (moved.parent?.key ?? null) === (over.parent?.key ?? null)
  const at = over.place + (where === 'after' ? 1 : 0)
  const place = isSameParent && moved.place < over.place ? at - 1 : at
  return unlessSame(moved, { parent: over.parent?.key ?? null, place })
}

const unlessSame = <N extends SortNode<N>>({ parent, place }: TreeRow<N>, next: TreePlace): TreePlace | null =>
  (parent?.key ?? null) === next.parent && place === next.place ? null : next

/** Alt and an arrow: up and down among siblings, right into the previous sibling, left to after the parent. */
export function keyPlace<N extends SortNode<N>>(
  rows: readonly TreeRow<N>[],
  moved: TreeRow<N>,
  key: string,
): TreePlace | null {
  const parent = moved.parent?.key ?? null
  switch (key) {
    case 'ArrowUp':
      return moved.place > 0 ? { parent, place: moved.place - 1 } : null
    case 'ArrowDown':
      return moved.place < moved.siblings - 1 ? { parent, place: moved.place + 1 } : null
    case 'ArrowRight': {
      const before = rows.find((row) => row.parent === moved.parent && row.place === moved.place - 1)
      return before ? { parent: before.node.key, place: childrenOf(before.node).length } : null
    }
    case 'ArrowLeft': {
      const above = rows.find(({ node }) => node === moved.parent)
      return above ? { parent: above.parent?.key ?? null, place: above.place + 1 } : null
    }
    default:
      return null
  }
}

/** The tree after a node was moved there. */
export function moveInTree<N extends SortNode<N>>(nodes: readonly N[], node: N, { parent, place }: TreePlace): N[] {
  const put = (siblings: readonly N[]): N[] => siblings.toSpliced(Math.min(place, siblings.length), 0, node)
  const visit = (siblings: readonly N[]): N[] =>
    siblings
      .filter(({ key }) => key !== node.key)
      .map((each) => {
        const below = visit(childrenOf(each))
        const children = each.key === parent ? put(below) : below
        const { children: _, ...own } = each
        return (children.length > 0 ? { ...own, children } : own) as N
      })
  const rest = visit(nodes)
  return parent === null ? put(rest) : rest
}
