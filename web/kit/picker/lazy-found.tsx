// The search results of a lazy cascader, each with its full path.
import './picker-field.css'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import type { Answer } from '../dialog/use-answer.ts'
import { WindowedRows } from '../table/windowed-rows.tsx'
import { type LazyNode, type LazyPath, labelOf } from './lazy-cascader.rules.ts'
import type { LazyList } from './lazy-columns.tsx'
import { MarkedText } from './marked-text.tsx'
import { PickerCheck, ROWS_PX, StateRow } from './picker-row.tsx'

type LazyFoundProps<N extends LazyNode> = LazyList<N> & {
  answer: Answer<readonly LazyPath<N>[]>
  needle: string
  active: number
  onRetry: () => void
}

export function LazyFound<N extends LazyNode>({ answer, needle, active, onRetry, ...props }: LazyFoundProps<N>) {
  const found = answer.state === 'ready' ? answer.found : []
  const attributes = {
    id: props.id,
    role: 'listbox',
    'aria-label': '搜索结果',
    'aria-multiselectable': props.isMultiple,
  }
  if (found.length === 0) {
    const state = answer.state === 'ready' ? 'empty' : answer.state
    return (
      <div {...attributes} className="lazy-found">
        <StateRow id={props.rowId('found', 0)} role="option" state={state} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <WindowedRows
      {...attributes}
      className="lazy-found"
      count={found.length}
      rowPx={SELECT_ROW_PX}
      maxPx={ROWS_PX}
      active={active}
    >
      {(row) => {
        const path = found[row]
        const node = path?.at(-1)
        if (!path || !node) return null
        const isChosen = props.values.includes(node.value)
        const isRefused = node.disabled === true || !props.canChoose(node)
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names its active row
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same
          <div
            key={node.value}
            id={props.rowId('found', row)}
            role="option"
            aria-setsize={found.length}
            aria-posinset={row + 1}
            aria-selected={isChosen}
            aria-disabled={isRefused}
            title={labelOf(path)}
            className="picker-row"
            data-active={row === active || undefined}
            onClick={() => props.onPick(path)}
          >
            {props.isMultiple && <PickerCheck kind="many" isOn={isChosen} />}
            <MarkedText text={labelOf(path)} needle={needle} />
          </div>
        )
      }}
    </WindowedRows>
  )
}
