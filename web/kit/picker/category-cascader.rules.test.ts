import { expect, test } from 'vitest'
import { type CategoryNode, isProduct, toLazyNodes, toLazyPaths } from './category-cascader.rules.ts'

const node = (level: 1 | 2 | 3, isShow = true): CategoryNode => ({
  type: level,
  level,
  value: String(level),
  label: `级${level}`,
  isShow,
  tableType: 'price',
})

test('§2 levels are 1, 2 and 3, with 3 as the product leaf', () => {
  const levels = [1, 2, 3] as const
  expect(levels.map((level) => isProduct(node(level)))).toEqual([false, false, true])
  expect(toLazyNodes(levels.map((level) => node(level))).map(({ isLeaf }) => isLeaf)).toEqual([false, false, true])
})

test('§3 a hidden node is in no column, and its paths are left out', () => {
  expect(toLazyNodes([node(1), node(2, false)]).map(({ level }) => level)).toEqual([1])
  expect(
    toLazyPaths([
      [node(1), node(2, false)],
      [node(1), node(2)],
    ]),
  ).toHaveLength(1)
})

test('§3 children that were loaded with their node are kept', () => {
  expect(toLazyNodes([{ ...node(1), children: [node(2)] }])[0]?.children).toEqual([node(2)])
})
