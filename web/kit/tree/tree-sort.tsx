// A tree that can be sorted: by dragging a handle onto, above or below another row, or with Alt and the arrow keys.
import { HolderOutlined } from '@ant-design/icons'
import { type ReactNode, useRef, useState } from 'react'
import { MarkedText } from '../picker/marked-text.tsx'
import { type AnyNode, foldersOf, rowsOf, type TreeRow } from './tree-rows.rules.ts'
import { dropOn, keyPlace, moveInTree, type TreePlace } from './tree-sort.rules.ts'
import { TreeView } from './tree-view.tsx'
import { type Hover, useTreeDrag } from './use-tree-drag.ts'

export type TreeSortProps<N> = {
  label: string
  nodes: readonly N[]
  height: number
  searchText: string
  textsOf: (node: N) => readonly string[]
  opensTo?: number
  selected: string | undefined
  onSelect: (node: N) => void
  /** Whether the person may move the node there. */
  canMove: (node: N, parent: N | null, isSameParent: boolean) => boolean
  /** Resolves to whether it was done; the tree shows the move at once, and takes it back if not. */
  onMove: (node: N, place: TreePlace) => Promise<boolean>
  /** Before the title: an icon. After it: numbers, a mark. */
  before?: (node: N) => ReactNode
  after?: (node: N) => ReactNode
}

export function TreeSort<N extends AnyNode<N>>(props: TreeSortProps<N>) {
  const { nodes: stored, selected, onSelect, canMove, onMove } = props
  const box = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The optimistic tree, shown until `nodes` changes. */
  const [optimistic, setOptimistic] = useState<{ of: readonly N[]; nodes: N[] }>()
  const nodes = optimistic?.of === stored ? optimistic.nodes : stored
  const all = () => rowsOf(nodes, new Set(foldersOf(nodes)))

  const mayGo = (row: TreeRow<N>, place: TreePlace | null): place is TreePlace => {
    if (!place) return false
    const parent = all().find(({ node }) => node.key === place.parent)?.node ?? null
    return canMove(row.node, parent, (row.parent?.key ?? null) === place.parent)
  }
  const move = async (row: TreeRow<N>, place: TreePlace | null) => {
    if (!mayGo(row, place)) return
    setOptimistic({ of: stored, nodes: moveInTree(nodes, row.node, place) })
    const isDone = await onMove(row.node, place)
    setAnnouncement(isDone ? `${row.node.title} 已移到第 ${place.place + 1} 位` : '')
    if (!isDone) setOptimistic(undefined)
  }
  const placeOver = (key: string, over: Hover) => {
    const rows = all()
    const [row, target] = [rows.find(({ node }) => node.key === key), rows.find(({ node }) => node.key === over.key)]
    const place = row && target ? dropOn(row, target, over.where) : null
    return row && mayGo(row, place) ? { row, place } : undefined
  }
  const { dragged, over, begin } = useTreeDrag(box, (key, at) => {
    const drop = placeOver(key, at)
    if (drop) void move(drop.row, drop.place)
  })
  const isOffered = dragged !== undefined && over !== null && placeOver(dragged, over) !== undefined
  const canSort = ({ node, parent }: TreeRow<N>) => canMove(node, parent, true) || canMove(node, parent, false)

  return (
    <>
      <TreeView<N>
        label={props.label}
        nodes={nodes}
        height={props.height}
        searchText={props.searchText}
        textsOf={props.textsOf}
        {...(props.opensTo !== undefined && { opensTo: props.opensTo })}
        box={box}
        reveal={selected}
        stateOf={({ node }) => ({
          selected: node.key === selected,
          ...(isOffered && over.key === node.key && { drop: over.where }),
        })}
        onChoose={onSelect}
        onKey={({ altKey, key }, row) => {
          if (!altKey || !key.startsWith('Arrow')) return false
          const rows = all()
          const own = rows.find(({ node }) => node.key === row.node.key)
          if (own) void move(own, keyPlace(rows, own, key))
          return true
        }}
      >
        {(row, needle) => (
          <>
            {canSort(row) && (
              // for the pointer only: keys move the active row
              <span
                aria-hidden
                className="tree-handle"
                title="拖动以移动；键盘：Alt + 方向键"
                onPointerDown={(event) => begin(event, row.node.key)}
                onClick={(event) => event.stopPropagation()}
              >
                <HolderOutlined />
              </span>
            )}
            {props.before?.(row.node)}
            <MarkedText text={row.node.title} needle={needle} />
            {props.after?.(row.node)}
          </>
        )}
      </TreeView>
      <span className="tree-status" role="status">
        {announcement}
      </span>
    </>
  )
}
