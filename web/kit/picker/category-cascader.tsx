// Chooses categories and products: the lazy cascader as article and price screens use it (spec §2). The caller passes
// the calls, so that each menu reads within its own scope.
import type { CSSProperties } from 'react'
import { CASCADER_TAGS_PX, CASCADER_WIDTH_PX } from '#contract/limits.ts'
import { type CategoryLeaf, type CategoryNode, isProduct, toLazyNodes, toLazyPaths } from './category-cascader.rules.ts'
import { LazyCascader } from './lazy-cascader.tsx'

type CategoryCascaderProps = {
  id?: string
  'aria-label'?: string
  disabled?: boolean
  style?: CSSProperties
  /** Which levels can be chosen: only products, or categories too. */
  choose: 'products' | 'any'
  load: (parent: CategoryNode | null) => Promise<readonly CategoryNode[]>
  /** Returns the paths of the nodes found. */
  search: (nameOrNumber: string) => Promise<readonly (readonly CategoryNode[])[]>
  lookup: (values: readonly string[]) => Promise<readonly (readonly CategoryNode[])[]>
  value?: readonly string[]
  onChange?: (values: string[], nodes: CategoryNode[]) => void
}

const isAny = () => true
const usualSize = { width: CASCADER_WIDTH_PX, minHeight: CASCADER_TAGS_PX }

export function CategoryCascader({ choose, load, search, lookup, style, ...props }: CategoryCascaderProps) {
  /** A node's children may have been loaded with it. */
  const childrenOf = async (parent: CategoryNode | null) => toLazyNodes(parent?.children ?? (await load(parent)))
  return (
    <LazyCascader<CategoryLeaf>
      {...props}
      mode="multiple"
      placeholder="请输入分类名称或编号"
      style={{ ...usualSize, ...style }}
      canChoose={choose === 'any' ? isAny : isProduct}
      load={childrenOf}
      search={async (text) => toLazyPaths(await search(text))}
      lookup={async (values) => toLazyPaths(await lookup(values))}
    />
  )
}
