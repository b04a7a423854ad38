// The choices and values of the category picker.
import { describe, expect, it } from 'vitest'
import type { CategoryNode } from '#web/kit/picker/category-cascader.rules.ts'
import { categoriesOf, idOfValue, toChoices } from './category-picker.rules.ts'

const node = (level: 1 | 2 | 3, value: string, label: string): CategoryNode => ({
  type: level,
  level,
  value,
  label,
  isShow: true,
  tableType: '',
})
const steel = node(1, 'c1', '钢铁')
const longs = node(2, 'c2', '建筑钢材')
const flats = node(2, 'c3', '板卷')

describe('a choice of categories', () => {
  it('ends at the second level', () => {
    expect(toChoices([steel, longs]).map(({ isLeaf }) => isLeaf)).toEqual([false, true])
  })

  it('finds the categories of products, each once', () => {
    const paths = [
      [steel, longs, node(3, '10', '螺纹钢')],
      [steel, longs, node(3, '11', '高线')],
      [node(3, '12', '未归类')],
      [steel, flats, node(3, '13', '热轧')],
    ]
    expect(categoriesOf(paths).map((path) => path.map(({ label }) => label))).toEqual([
      ['钢铁', '建筑钢材'],
      ['钢铁', '板卷'],
    ])
  })

  it('has the category’s id as its value outside of the tree', () => {
    expect([idOfValue('c12'), idOfValue('12')]).toEqual(['12', '12'])
  })
})
