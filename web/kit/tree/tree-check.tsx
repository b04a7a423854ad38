// A tree whose leaves are chosen by checkboxes; those of branches are derived.
import { Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { MarkedText } from '../picker/marked-text.tsx'
import { PickerCheck } from '../picker/picker-row.tsx'
import { checkStates, leavesOf, toggleCheck } from './tree-check.rules.ts'
import { TreeView } from './tree-view.tsx'

export type TreeCheckNode = {
  key: string
  title: string
  disabled?: boolean
  /** Small text beside the title: a code, or why it cannot be chosen. */
  note?: string
  children?: readonly TreeCheckNode[]
}

export type TreeCheckProps = {
  label: string
  nodes: readonly TreeCheckNode[]
  /** Keys of chosen leaves; keys that are not in the tree are kept. */
  value: ReadonlySet<string>
  /** Without it the tree is read-only. */
  onChange?: ((value: ReadonlySet<string>) => void) | undefined
  height: number
  searchText: string
  opensTo?: number
}

const textsOf = ({ title, note = '' }: TreeCheckNode) => [title, note]

export function TreeCheck({ label, nodes, value, onChange, height, searchText, opensTo = 1 }: TreeCheckProps) {
  const [isChosenOnly, setChosenOnly] = useState(false)
  const states = useMemo(() => checkStates(nodes, value), [nodes, value])
  const leaves = useMemo(() => nodes.flatMap((node) => leavesOf(node)), [nodes])
  const keep = useMemo(() => {
    const isChosen = ({ key, children }: TreeCheckNode) => !children?.length && value.has(key)
    return isChosenOnly ? isChosen : undefined
  }, [isChosenOnly, value])
  const count = leaves.filter(({ key }) => value.has(key)).length

  return (
    <TreeView<TreeCheckNode>
      label={label}
      nodes={nodes}
      height={height}
      searchText={searchText}
      textsOf={textsOf}
      opensTo={opensTo}
      keep={keep}
      stateOf={({ node }) => {
        const state = states.get(node.key)
        return { checked: state?.isOn ?? false, disabled: !onChange || (state?.isDisabled ?? true) }
      }}
      // Only leaves that the search shows change: nobody should toggle what they do not see.
      onChoose={(_node, shown) => onChange?.(toggleCheck(shown, value))}
      tools={
        <>
          <Checkbox checked={isChosenOnly} onChange={(event) => setChosenOnly(event.target.checked)}>
            只看已选
          </Checkbox>
          <span className="tree-count" role="status">
            已选 {count} / {leaves.length}
          </span>
        </>
      }
    >
      {({ node }, needle) => (
        <>
          <PickerCheck kind="many" isOn={states.get(node.key)?.isOn ?? false} />
          <MarkedText text={node.title} needle={needle} />
          {node.note && <small className="tree-note">{node.note}</small>}
        </>
      )}
    </TreeView>
  )
}
