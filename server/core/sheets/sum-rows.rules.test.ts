// Lines that are sums.
import { expect, it } from 'vitest'
import { sumWordOf } from './sum-rows.rules.ts'

it.each([
  [['合计'], '合计'],
  [['', '', '总计：', '', '1,280.50', '-', '5%'], '总计：'],
  [['小 计', '12 家'], '小 计'],
  [['汇总（共 3 行）', '¥12.00'], '汇总（共 3 行）'],
  [['Grand Total', '3'], 'Grand Total'],
  [['华东', '小计', '', '120'], '小计'],
])('imports.md "Rows left out": %j is a sum', (cells, word) => {
  expect(sumWordOf(cells)).toBe(word)
})

it.each([
  [['Total', '', '张三', '13900001111']],
  [['道达尔 Total 公司', '12']],
  [['合计通科技有限公司', '']],
  [['单位', '合计']],
  [['甲', '乙', '丙', '合计', '3']],
  [['1', '2']],
  [['', '']],
])('imports.md "Rows left out": %j is a row', (cells) => {
  expect(sumWordOf(cells)).toBeUndefined()
})
