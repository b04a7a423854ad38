import { expect, it } from 'vitest'
import type { Subordinate } from '#contract/organisation/staff-links.ts'
import { subordinateTree } from './subsidiary.rules.ts'

it('nests people under their superior', () => {
  const row = (id: string, parentId: string, status = 'enabled'): Subordinate => ({
    id,
    userName: `u${id}`,
    realName: `名${id}`,
    deptId: '1',
    deptName: '部',
    roleName: '岗',
    status,
    parentId,
    depth: 1,
  })
  expect(subordinateTree([row('2', '1'), row('3', '1', 'disabled'), row('4', '2')], '1')).toEqual([
    { key: '2', title: '名2（u2）', note: '部 · 岗', children: [{ key: '4', title: '名4（u4）', note: '部 · 岗' }] },
    { key: '3', title: '名3（u3）', note: '部 · 岗 · 已禁用' },
  ])
})
