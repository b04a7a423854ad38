// The navigation state of a lazy cascader. Its last open column is the active one.

export type LazyNode = {
  /** Unique in the whole tree. */
  value: string
  label: string
  isLeaf: boolean
  disabled?: boolean
}

/** The nodes from the root to one of them. */
export type LazyPath<N> = readonly N[]

/** spec §2: between the labels of a path. */
const SEPARATOR = ' > '

export const labelOf = (path: LazyPath<LazyNode>) => path.map(({ label }) => label).join(SEPARATOR)

/** The position in the columns: the opened nodes, and the active row of the column after them. */
export type Place<N> = { opened: LazyPath<N>; active: string | null }

export const start: Place<never> = { opened: [], active: null }

/** Index of the active row; the first one by default, -1 without rows. */
export function rowOf(nodes: readonly LazyNode[], active: string | null): number {
  return nodes.length === 0
    ? -1
    : Math.max(
        0,
        nodes.findIndex(({ value }) => value === active),
      )
}

export const canOpen = (node: LazyNode) => !node.isLeaf && !node.disabled

/** Opens a node of any column, and closes the columns after its own. */
export function open<N extends LazyNode>(place: Place<N>, column: number, node: N): Place<N> {
  return { opened: [...place.opened.slice(0, column), node], active: null }
}

/** Makes a node of any column active without opening it. */
export function goTo<N extends LazyNode>(place: Place<N>, column: number, node: N): Place<N> {
  return { opened: place.opened.slice(0, column), active: node.value }
}

/** Back to the node that the active column belongs to. */
export function goBack<N extends LazyNode>(place: Place<N>): Place<N> {
  return { opened: place.opened.slice(0, -1), active: place.opened.at(-1)?.value ?? place.active }
}
