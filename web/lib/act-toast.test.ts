import { expect, test } from 'vitest'
import { type ActKind, actText } from './act-toast.ts'

test.each<[ActKind, string]>([
  ['add', '新增'],
  ['edit', '编辑'],
  ['delete', '删除'],
  ['enable', '启用'],
  ['disable', '禁用'],
  ['normalUpdate', '正常更新'],
  ['stopUpdate', '停止更新'],
])('§8 the toast of %s is %s成功 or %s失败', (kind, name) => {
  expect(actText(kind)).toBe(`${name}成功`)
  expect(actText(kind, false)).toBe(`${name}失败`)
})

test('§8 an act without a name: 操作成功', () => {
  expect(actText()).toBe('操作成功')
  expect(actText(undefined, false)).toBe('操作失败')
})
