// The columns of a lazy cascader: one for the top level and one for each opened node.
import './picker-field.css'
import { RightOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import { WindowedRows } from '../table/windowed-rows.tsx'
import { canOpen, type LazyNode, type LazyPath, type Place, rowOf } from './lazy-cascader.rules.ts'
import { PickerCheck, ROWS_PX, StateRow } from './picker-row.tsx'
import type { Branch } from './use-branches.ts'

/** Props shared by columns and search results. */
export type LazyList<N extends LazyNode> = {
  id: string
  isMultiple: boolean
  values: readonly string[]
  canChoose: (node: N) => boolean
  rowId: (column: number | 'found', row: number) => string
  onPick: (path: LazyPath<N>) => void
}

type LazyColumnsProps<N extends LazyNode> = LazyList<N> & {
  place: Place<N>
  branchOf: (parent: N | null) => Branch<N> | undefined
  chosenPaths: readonly LazyPath<N>[]
  onOpen: (column: number, node: N) => void
  onRetry: (parent: N | null) => void
}

export function LazyColumns<N extends LazyNode>({ place, ...props }: LazyColumnsProps<N>) {
  const box = useRef<HTMLDivElement>(null)
  const depth = place.opened.length
  useEffect(() => {
    // on a narrow screen, scrolls to the column that was just opened
    if (box.current && depth > 0) box.current.scrollLeft = box.current.scrollWidth
  }, [depth])
  return (
    <div
      ref={box}
      id={props.id}
      role="tree"
      aria-label="逐级选择"
      aria-multiselectable={props.isMultiple}
      className="lazy-columns"
    >
      {[null, ...place.opened].map((parent, column) => (
        <Column key={parent?.value ?? ''} {...props} place={place} parent={parent} column={column} />
      ))}
    </div>
  )
}

type ColumnProps<N extends LazyNode> = LazyColumnsProps<N> & { parent: N | null; column: number }

function Column<N extends LazyNode>({ parent, column, place, ...props }: ColumnProps<N>) {
  const branch = props.branchOf(parent)
  const label = parent?.label ?? '第 1 级'
  const nodes = branch?.state === 'ready' ? branch.nodes : []
  if (nodes.length === 0) {
    const state = branch?.state === 'ready' ? 'empty' : (branch?.state ?? 'loading')
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a tree
      <div role="group" aria-label={label} className="lazy-column picker-blank" style={{ height: ROWS_PX }}>
        <StateRow id={props.rowId(column, 0)} role="treeitem" state={state} onRetry={() => props.onRetry(parent)} />
      </div>
    )
  }
  const isLast = column === place.opened.length
  const opened = place.opened[column]
  const active = rowOf(nodes, opened?.value ?? place.active)
  return (
    <WindowedRows
      role="group"
      aria-label={label}
      className="lazy-column"
      count={nodes.length}
      rowPx={SELECT_ROW_PX}
      maxPx={ROWS_PX}
      isFixed
      active={active}
    >
      {(row) => {
        const node = nodes[row]
        return (
          node && (
            <Row
              key={node.value}
              {...props}
              node={node}
              row={row}
              column={column}
              above={place.opened.slice(0, column)}
              isOpened={node.value === opened?.value}
              isActive={isLast && row === active}
              count={nodes.length}
            />
          )
        )
      }}
    </WindowedRows>
  )
}

type RowProps<N extends LazyNode> = Omit<LazyColumnsProps<N>, 'place'> & {
  node: N
  row: number
  column: number
  above: LazyPath<N>
  isOpened: boolean
  isActive: boolean
  count: number
}

function Row<N extends LazyNode>({ node, row, column, above, isOpened, isActive, count, ...props }: RowProps<N>) {
  const isChosen = props.values.includes(node.value)
  const isChoosable = props.canChoose(node)
  const isWithin = props.chosenPaths.some((path) => path[column]?.value === node.value && path.length > column + 1)
  // a node that can be both opened and chosen is opened by its text, and chosen by its checkbox
  const pick = () => props.onPick([...above, node])
  const handleClick = () => (canOpen(node) ? props.onOpen(column, node) : pick())
  const hasCheck = isChoosable && (props.isMultiple || !node.isLeaf)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names its active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same
    <div
      id={props.rowId(column, row)}
      role="treeitem"
      aria-level={column + 1}
      aria-setsize={count}
      aria-posinset={row + 1}
      aria-selected={isChosen}
      aria-disabled={node.disabled === true}
      {...(canOpen(node) && { 'aria-expanded': isOpened })}
      title={node.label}
      className="picker-row"
      data-active={isActive || isOpened || undefined}
      data-within={isWithin || undefined}
      onClick={node.disabled ? undefined : handleClick}
    >
      {hasCheck && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer; Enter chooses the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's Enter does the same
        <span
          className="lazy-check"
          onClick={(event) => {
            event.stopPropagation()
            pick()
          }}
        >
          <PickerCheck kind={props.isMultiple ? 'many' : 'one'} isOn={isChosen} />
        </span>
      )}
      <span className="picker-row-text">{node.label}</span>
      {!node.isLeaf && <RightOutlined aria-hidden />}
    </div>
  )
}
