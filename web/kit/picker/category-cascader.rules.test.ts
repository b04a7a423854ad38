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

test('§3 a node that is not to be shown is in no column and in no path', () => {
  expect(toLazyNodes([node(1), node(2, false)]).map(({ level }) => level)).toEqual([1])
  expect(
    toLazyPaths([
      [node(1), node(2, false)],
      [node(1), node(2)],
    ]),
  ).toHaveLength(1)
})

test('§3 a children list that came with the node is kept', () => {
  expect(toLazyNodes([{ ...node(1), children: [node(2)] }])[0]?.children).toEqual([node(2)])
})
