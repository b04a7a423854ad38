// Checkboxes of a tree: only leaves are stored; branches are derived, so that a half-checked one is never stored as
// checked.
import type { AnyNode } from './tree-rows.rules.ts'

/** A disabled leaf keeps its check; a branch is disabled if nothing below it can be changed. */
export type CheckNode<N> = AnyNode<N> & { disabled?: boolean }

export type CheckState = { isOn: boolean | 'some'; isDisabled: boolean }

/** The leaves below a node, or the node itself. */
export function leavesOf<N extends CheckNode<N>>(node: N): N[] {
  return node.children && node.children.length > 0 ? node.children.flatMap((child) => leavesOf(child)) : [node]
}

/** The checkbox state of every node. */
export function checkStates<N extends CheckNode<N>>(
  nodes: readonly N[],
  chosen: ReadonlySet<string>,
): Map<string, CheckState> {
  const states = new Map<string, CheckState>()
  const visit = (node: N): CheckState => {
    const below = (node.children ?? []).map(visit)
    const state: CheckState =
      below.length === 0
        ? { isOn: chosen.has(node.key), isDisabled: node.disabled === true }
        : {
            isOn: below.every(({ isOn }) => isOn === true) || (below.some(({ isOn }) => isOn !== false) && 'some'),
            isDisabled: below.every(({ isDisabled }) => isDisabled),
          }
    states.set(node.key, state)
    return state
  }
  nodes.forEach(visit)
  return states
}

/** Checks all leaves below a node that are not disabled, or unchecks them if all are checked. */
export function toggleCheck<N extends CheckNode<N>>(node: N, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const leaves = leavesOf(node).filter(({ disabled }) => disabled !== true)
  const isOff = leaves.every(({ key }) => chosen.has(key))
  const next = new Set(chosen)
  for (const { key } of leaves) {
    if (isOff) next.delete(key)
    else next.add(key)
  }
  return next
}
