// The nodes of the category tree (spec §3 "Category-tree node") converted for the cascader.
import { CASCADER_LEVELS } from '#contract/limits.ts'
import type { LazyNode } from './lazy-cascader.rules.ts'

export type CategoryNode = {
  /** 1 and 2 category levels, 3 product leaf. */
  type: (typeof CASCADER_LEVELS)[number]
  level: (typeof CASCADER_LEVELS)[number]
  value: string
  label: string
  isShow: boolean
  tableType: string
  productId?: string
  productName?: string
  children?: readonly CategoryNode[]
}

export type CategoryLeaf = CategoryNode & LazyNode

const PRODUCT_LEVEL = CASCADER_LEVELS.at(-1)

export const isProduct = ({ level }: Pick<CategoryNode, 'level'>) => level === PRODUCT_LEVEL

/** Hidden nodes are left out. */
export const toLazyNodes = (nodes: readonly CategoryNode[]): CategoryLeaf[] =>
  nodes.filter(({ isShow }) => isShow).map((node) => ({ ...node, isLeaf: isProduct(node) }))

/** Paths with a hidden node are left out. */
export const toLazyPaths = (paths: readonly (readonly CategoryNode[])[]): CategoryLeaf[][] =>
  paths.filter((path) => path.every(({ isShow }) => isShow)).map(toLazyNodes)
