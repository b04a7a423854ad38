// Chooses nodes of a tree on the server: columns fetch children when they are opened, and typing searches the whole
// tree; antd's Cascader cannot do both (spec §2). A value is that of the chosen node, not its path.
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import { useAnswer } from '../dialog/use-answer.ts'
import {
  canOpen,
  goBack,
  goTo,
  type LazyNode,
  type LazyPath,
  open,
  type Place,
  rowOf,
  start,
} from './lazy-cascader.rules.ts'
import { LazyColumns } from './lazy-columns.tsx'
import { LazyFound } from './lazy-found.tsx'
import { choose, stepTo, valuesOf } from './picker.rules.ts'
import { PickerField } from './picker-field.tsx'
import { useBranches } from './use-branches.ts'
import { useKnownPaths } from './use-known-paths.ts'

type LazyCascaderProps<N extends LazyNode> = {
  id?: string
  'aria-label'?: string
  placeholder: string
  disabled?: boolean
  style?: CSSProperties
  /** Children of a node; the top level for null. */
  load: (parent: N | null) => Promise<readonly N[]>
  search: (text: string) => Promise<readonly LazyPath<N>[]>
  /** The paths of values that were not chosen here, for their labels. */
  lookup: (values: readonly string[]) => Promise<readonly LazyPath<N>[]>
  canChoose?: (node: N) => boolean
} & (
  | { mode?: never; value?: string | null; onChange?: (value: string | null, node: N | undefined) => void }
  | { mode: 'multiple'; value?: readonly string[]; onChange?: (values: string[], nodes: N[]) => void }
)

const isLeaf = (node: LazyNode) => node.isLeaf

export function LazyCascader<N extends LazyNode>(props: LazyCascaderProps<N>) {
  const { canChoose = isLeaf } = props
  const isMultiple = props.mode === 'multiple'
  const values = valuesOf(props.value)
  const popupId = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [place, setPlace] = useState<Place<N>>(start)
  const [foundRow, setFoundRow] = useState(0)
  const { branchOf, fetchBranch } = useBranches(props.load, ({ value }: N) => value)
  const known = useKnownPaths(values, props.lookup)
  const needle = text.trim()
  const { answer, retry } = useAnswer(needle, props.search)

  const emit = (next: string[], path?: LazyPath<N>) => {
    const nodeOf = (value: string) => (path?.at(-1)?.value === value ? path : known.pathOf(value))?.at(-1)
    if (path) known.know(path)
    if (props.mode === 'multiple')
      props.onChange?.(
        next,
        next.map(nodeOf).filter((node) => node !== undefined),
      )
    else props.onChange?.(next[0] ?? null, next[0] === undefined ? undefined : nodeOf(next[0]))
  }
  const handleOpen = (next: boolean) => {
    setOpen(next)
    if (!next) return setText('')
    // opens the columns of the first chosen node
    const path = values[0] === undefined ? undefined : known.pathOf(values[0])
    setPlace(path ? { opened: path.slice(0, -1), active: path.at(-1)?.value ?? null } : start)
    for (const parent of [null, ...(path?.slice(0, -1) ?? [])]) fetchBranch(parent)
  }
  const handleText = (typed: string) => {
    setText(typed)
    setFoundRow(0)
  }
  const pick = (path: LazyPath<N>) => {
    const node = path.at(-1)
    if (!node || node.disabled || !canChoose(node)) return
    emit(choose(values, node.value, isMultiple), path)
    if (!isMultiple) handleOpen(false)
  }
  const openNode = (column: number, node: N) => {
    setPlace(open(place, column, node))
    fetchBranch(node)
  }

  const parent = place.opened.at(-1) ?? null
  const branch = branchOf(parent)
  const nodes = branch?.state === 'ready' ? branch.nodes : []
  const row = rowOf(nodes, place.active)
  const found = answer.state === 'ready' ? answer.found : []

  const handleColumnKey = (key: string): boolean => {
    const column = place.opened.length
    const node = nodes[row]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = nodes[stepTo(row, key === 'ArrowDown' ? 1 : -1, nodes.length)]
      if (next) setPlace(goTo(place, column, next))
    } else if (key === 'ArrowLeft') setPlace(goBack(place))
    else if (key === 'ArrowRight') {
      if (node && canOpen(node)) openNode(column, node)
    } else if (key === 'Enter') {
      if (branch?.state === 'failed') fetchBranch(parent)
      else if (node && canChoose(node)) pick([...place.opened, node])
      else if (node && canOpen(node)) openNode(column, node)
    } else return false
    return true
  }
  const handleFoundKey = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setFoundRow(stepTo(foundRow, key === 'ArrowDown' ? 1 : -1, found.length))
    } else if (key === 'Enter') {
      if (answer.state === 'failed') retry()
      const path = found[foundRow]
      if (path) pick(path)
    } else return false
    return true
  }
  const handleKey = ({ key }: KeyboardEvent): boolean => {
    if (!isOpen) return false
    if (key !== 'Escape') return needle ? handleFoundKey(key) : handleColumnKey(key)
    handleOpen(false)
    return true
  }

  const rowId = (column: number | 'found', at: number) => `${popupId}-${column}-${at}`
  const list = { id: popupId, isMultiple, values, canChoose, rowId, onPick: pick }
  return (
    <PickerField
      id={props.id}
      label={props['aria-label']}
      placeholder={props.placeholder}
      isDisabled={props.disabled}
      isMultiple={isMultiple}
      isLoading={known.isLoading}
      chosen={values.map((value) => ({ value, label: known.labelOf(value) }))}
      onKeep={(left) => emit(left)}
      text={text}
      onText={handleText}
      isOpen={isOpen}
      onOpen={handleOpen}
      isListAsWide={false}
      style={props.style}
      popupId={popupId}
      popupRole={needle ? 'listbox' : 'tree'}
      activeId={needle ? rowId('found', Math.max(0, foundRow)) : rowId(place.opened.length, Math.max(0, row))}
      onKey={handleKey}
      popup={
        needle ? (
          <LazyFound {...list} answer={answer} needle={needle} active={foundRow} onRetry={retry} />
        ) : (
          <LazyColumns
            {...list}
            place={place}
            branchOf={branchOf}
            chosenPaths={values.map(known.pathOf).filter((path) => path !== undefined)}
            onOpen={openNode}
            onRetry={fetchBranch}
          />
        )
      }
    />
  )
}
