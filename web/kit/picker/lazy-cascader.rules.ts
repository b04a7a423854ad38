// What the keys and choices of a lazy cascader do, apart from how it looks. Its last open column is the active one.

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

/** Where somebody stands in the columns: the opened nodes, and the active row of the column after them. */
export type Place<N> = { opened: LazyPath<N>; active: string | null }

export const start: Place<never> = { opened: [], active: null }

/** The active row; the first where none is named, -1 where there is none. */
export function rowOf(nodes: readonly LazyNode[], active: string | null): number {
  return nodes.length === 0
    ? -1
    : Math.max(
        0,
        nodes.findIndex(({ value }) => value === active),
      )
}

export const canOpen = (node: LazyNode) => !node.isLeaf && !node.disabled

/** Opens a node of any column; what was open beyond it closes. */
export function open<N extends LazyNode>(place: Place<N>, column: number, node: N): Place<N> {
  return { opened: [...place.opened.slice(0, column), node], active: null }
}

/** Goes to a node of any column without opening it. */
export function goTo<N extends LazyNode>(place: Place<N>, column: number, node: N): Place<N> {
  return { opened: place.opened.slice(0, column), active: node.value }
}

/** Back to the node that the active column belongs to. */
export function goBack<N extends LazyNode>(place: Place<N>): Place<N> {
  return { opened: place.opened.slice(0, -1), active: place.opened.at(-1)?.value ?? place.active }
}
