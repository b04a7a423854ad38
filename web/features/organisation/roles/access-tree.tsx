// Menu tree showing for each page and button whether a person may use it, and by which roles.
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Checkbox, Input, Tree } from 'antd'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { useTableHeight } from '#web/kit/table/use-table-height.ts'
import { useAtLeast } from '#web/kit/use-at-least.ts'
import { type AccessItem, findAccess, foldersOf } from './access-tree.rules.ts'

const NARROW_TREE_PX = 320

function Mark({ allowed }: { allowed: boolean }) {
  return allowed ? (
    <CheckCircleFilled className="access-yes" aria-label="可以" />
  ) : (
    <MinusCircleOutlined className="access-no" aria-label="不可以" />
  )
}

function Title({ item }: { item: AccessItem }) {
  const { name, alias, allowed, by } = item
  return (
    <span className="access-item" data-allowed={allowed}>
      <Mark allowed={allowed} />
      <span>{name}</span>
      {alias && <code>{alias}</code>}
      {by.length > 0 && <small>{by.join('、')}</small>}
    </span>
  )
}

type AccessTreeProps = { items: readonly AccessItem[]; chosen: string; onChoose: (key: string) => void }

export function AccessTree({ items, chosen, onChoose }: AccessTreeProps) {
  const [text, setText] = useState('')
  const [isAllowedOnly, setAllowedOnly] = useState(false)
  const [open, setOpen] = useState<string[]>(() => items.map(({ key }) => key))
  const box = useRef<HTMLDivElement>(null)
  const isBeside = useAtLeast(BREAKPOINTS.medium)
  const room = useTableHeight(box)
  // On narrow screens the explanation is below the tree and must be visible.
  const height = isBeside ? room : Math.min(room, NARROW_TREE_PX)
  const needle = useDeferredValue(text)
  const found = useMemo(() => findAccess(items, needle, isAllowedOnly), [items, needle, isAllowedOnly])
  const isSearching = needle.trim() !== ''
  const expanded = useMemo(() => (isSearching ? foldersOf(found) : open), [isSearching, found, open])

  return (
    <section className="access-tree" aria-label="页面与按钮">
      <div className="access-search">
        <Input.Search
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="搜索页面或按钮：名称、编码、路径"
          aria-label="搜索页面或按钮"
          maxLength={64}
          allowClear
        />
        <Checkbox checked={isAllowedOnly} onChange={(event) => setAllowedOnly(event.target.checked)}>
          只看有权限的
        </Checkbox>
      </div>
      <div ref={box}>
        {found.length === 0 ? (
          <EmptyState />
        ) : (
          <Tree<AccessItem>
            blockNode
            virtual
            height={height}
            treeData={found}
            fieldNames={{ key: 'key', title: 'name', children: 'children' }}
            titleRender={(item) => <Title item={item} />}
            expandedKeys={expanded}
            selectedKeys={chosen ? [chosen] : []}
            onExpand={(keys) => !isSearching && setOpen(keys.map(String))}
            onSelect={(_keys, { node }) => onChoose(node.key)}
          />
        )}
      </div>
    </section>
  )
}
