// The trees of the kit: leaves chosen by checkboxes, and sortable rows.
import { useState } from 'react'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { moveInTree } from '#web/kit/tree/tree-sort.rules.ts'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { Part, State } from './part.tsx'

const HEIGHT_PX = 272

const few: readonly TreeCheckNode[] = [
  {
    key: 'energy',
    title: '能源',
    children: [
      { key: 'crude', title: '原油' },
      { key: 'petrol', title: '92# 汽油', note: '已停用', disabled: true },
      { key: 'diesel', title: '0# 柴油' },
    ],
  },
  { key: 'steel', title: '钢铁', children: [{ key: 'rebar', title: '螺纹钢' }] },
]

const many: readonly TreeCheckNode[] = Array.from({ length: 50 }, (_group, group) => ({
  key: `g${group}`,
  title: `分类 ${group + 1}`,
  children: Array.from({ length: 100 }, (_leaf, leaf) => ({
    key: `g${group}-${leaf}`,
    title: `产品 ${group * 100 + leaf + 1}`,
  })),
}))

const noKeys: string[] = []

export function Trees() {
  const [nodes, setNodes] = useState<readonly TreeCheckNode[]>(few)
  const [selected, setSelected] = useState<string>()
  return (
    <Part id="tree" title="树" about="勾选末级、上级自动半选；或拖动、按 Alt 与方向键排序。" isWide>
      <State name="勾选" first={['crude']}>
        {(value, onChange) => (
          <TreeCheck
            label="勾选"
            searchText="搜索产品"
            nodes={few}
            value={new Set(value)}
            onChange={(next) => onChange([...next])}
            height={HEIGHT_PX}
          />
        )}
      </State>
      <State name="五千项" first={noKeys}>
        {(value, onChange) => (
          <TreeCheck
            label="五千项"
            searchText="搜索五千项"
            nodes={many}
            value={new Set(value)}
            onChange={(next) => onChange([...next])}
            height={HEIGHT_PX}
          />
        )}
      </State>
      <State name="只读" first={['crude', 'rebar']}>
        {(value) => (
          <TreeCheck label="只读" searchText="搜索只读" nodes={few} value={new Set(value)} height={HEIGHT_PX} />
        )}
      </State>
      <State name="排序" first="">
        {(_value, onChange) => (
          <TreeSort<TreeCheckNode>
            label="排序"
            searchText="搜索排序"
            nodes={nodes}
            height={HEIGHT_PX}
            textsOf={({ title }) => [title]}
            selected={selected}
            onSelect={({ key }) => setSelected(key)}
            canMove={() => true}
            onMove={async (node, place) => {
              setNodes(moveInTree(nodes, node, place))
              onChange(`${node.key} → ${place.parent ?? ''} ${place.place}`)
              return true
            }}
          />
        )}
      </State>
    </Part>
  )
}
