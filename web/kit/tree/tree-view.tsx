// A virtualised tree with search and keyboard navigation. What a row shows and what choosing it does is up to the
// parent component, such as TreeCheck or TreeSort.
import '../table/windowed-rows.css'
import './tree-view.css'
import { RightOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { EmptyState } from '../dialog/page-state.tsx'
import { WindowedRows } from '../table/windowed-rows.tsx'
import { type AnyNode, findInTree, foldersOf, pathTo, rowsOf, stepInTree, type TreeRow } from './tree-rows.rules.ts'

const INDENT_PX = 20

/** A row's state that the parent component provides. */
export type RowState = {
  checked?: boolean | 'some'
  selected?: boolean
  disabled?: boolean
  /** Where the dragged node would be dropped. */
  drop?: 'before' | 'into' | 'after'
}

export type TreeViewProps<N> = {
  label: string
  nodes: readonly N[]
  /** Greatest height; lower if there are fewer rows, px. */
  height: number
  searchText: string
  /** Texts that the search looks in. */
  textsOf: (node: N) => readonly string[]
  /** Levels that are open at first. */
  opensTo?: number
  stateOf: (row: TreeRow<N>) => RowState
  onChoose: (node: N, shown: N) => void
  /** Returns true if it handled the key. */
  onKey?: (event: KeyboardEvent, row: TreeRow<N>, rows: readonly TreeRow<N>[]) => boolean
  /** Beside the search field. */
  tools?: ReactNode
  /** Shows only such nodes, with their ancestors and descendants. */
  keep?: ((node: N) => boolean) | undefined
  /** The element around the rows, for measuring. */
  box?: RefObject<HTMLDivElement | null>
  /** Key of a node whose ancestors are opened to show it. */
  reveal?: string | undefined
  children: (row: TreeRow<N>, needle: string) => ReactNode
}

export function TreeView<N extends AnyNode<N>>(props: TreeViewProps<N>) {
  const { label, nodes, height, searchText, textsOf, opensTo = 1, stateOf, onChoose, onKey, keep, reveal } = props
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const box = props.box ?? own
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOf(nodes, opensTo)))
  const [active, setActive] = useState<string>()
  const [revealed, setRevealed] = useState<string>()
  const needle = useDeferredValue(text).trim()
  const isNarrowed = needle !== '' || keep !== undefined

  if (reveal !== revealed) {
    setRevealed(reveal)
    const above = reveal ? pathTo(nodes, reveal).slice(0, -1) : []
    if (above.some(({ key }) => !open.has(key))) setOpen(new Set([...open, ...above.map(({ key }) => key)]))
  }

  const found = useMemo(() => {
    const kept = keep ? findInTree(nodes, keep) : nodes
    return needle ? findInTree(kept, (node) => textsOf(node).some((each) => hasTyped(each, needle))) : kept
  }, [nodes, keep, needle, textsOf])
  const shown = useMemo(() => (isNarrowed ? new Set(foldersOf(found)) : open), [isNarrowed, found, open])
  const rows = useMemo(() => rowsOf(found, shown), [found, shown])
  const hasFolders = rows.some(({ isFolder }) => isFolder)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.key === active),
  )

  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(key)
    else next.delete(key)
    setOpen(next)
  }
  const choose = (row: TreeRow<N>) => {
    if (!stateOf(row).disabled) onChoose(pathTo(nodes, row.node.key).at(-1) ?? row.node, row.node)
  }
  const handleKey = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.target !== event.currentTarget) return
    if (onKey?.(event, row, rows)) return event.preventDefault()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return choose(row)
    }
    const step = stepInTree(rows, at, event.key)
    if (!step) return
    event.preventDefault()
    if ('to' in step) setActive(rows[step.to]?.node.key)
    else if (!isNarrowed) toggle('open' in step ? step.open : step.close, 'open' in step)
  }

  return (
    <div className="tree-view">
      <div className="tree-tools">
        <Input
          type="search"
          value={text}
          maxLength={64}
          allowClear
          placeholder={searchText}
          aria-label={searchText}
          onChange={(event) => setText(event.target.value)}
          // Enter must not submit the form around the tree
          onPressEnter={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') box.current?.querySelector<HTMLElement>('[role="tree"]')?.focus()
          }}
        />
        {props.tools}
      </div>
      <div ref={box} className="tree-box">
        {rows.length === 0 ? (
          <EmptyState />
        ) : (
          <WindowedRows
            role="tree"
            aria-label={label}
            aria-activedescendant={`${id}${at}`}
            tabIndex={0}
            onKeyDown={handleKey}
            count={rows.length}
            rowPx={SELECT_ROW_PX}
            maxPx={height}
            active={active === undefined && !reveal ? -1 : at}
          >
            {(place) => {
              const row = rows[place]
              if (!row) return null
              const { node, depth, isFolder, isOpen } = row
              const { checked, selected = false, disabled = false, drop } = stateOf(row)
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus and names its active row
                // biome-ignore lint/a11y/useKeyWithClickEvents: the tree's keys do the same
                <div
                  key={node.key}
                  id={`${id}${place}`}
                  role="treeitem"
                  aria-level={depth + 1}
                  aria-setsize={row.siblings}
                  aria-posinset={row.place + 1}
                  aria-disabled={disabled}
                  aria-selected={selected}
                  {...(checked !== undefined && { 'aria-checked': checked === 'some' ? 'mixed' : checked })}
                  {...(isFolder && { 'aria-expanded': isOpen })}
                  className="picker-row tree-row"
                  data-key={node.key}
                  data-drop={drop}
                  data-at={place === at || undefined}
                  style={{ paddingInlineStart: 4 + depth * INDENT_PX }}
                  onClick={() => {
                    setActive(node.key)
                    choose(row)
                  }}
                >
                  {hasFolders && (
                    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys open and close as well
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree's keys do the same
                    <span
                      className="tree-arrow"
                      data-open={isOpen || undefined}
                      onClick={(event) => {
                        if (!isFolder || isNarrowed) return
                        event.stopPropagation()
                        toggle(node.key, !isOpen)
                      }}
                    >
                      {isFolder && <RightOutlined aria-hidden />}
                    </span>
                  )}
                  {props.children(row, needle)}
                </div>
              )
            }}
          </WindowedRows>
        )}
      </div>
    </div>
  )
}
