import { expect, test } from 'vitest'
import { failedText, inOrder, summaryOf } from './outcome-dialog.rules.ts'

const rows = [
  { id: '1', name: '甲', ok: true, msg: '' },
  { id: '2', name: '乙', ok: false, msg: '已停用' },
  { id: '3', name: '丙\t丁', ok: false, msg: '没有\n权限' },
]

test('§8 602: failed rows come first, otherwise in the server’s order', () => {
  expect(inOrder(rows).map(({ id }) => id)).toEqual(['2', '3', '1'])
  expect(summaryOf(rows)).toBe('共 3 项：失败 2 项，成功 1 项。')
})

test('§8 602: the copied text has one line of two cells for each failed row', () => {
  expect(failedText(rows)).toBe('乙\t已停用\n丙 丁\t没有 权限')
})
