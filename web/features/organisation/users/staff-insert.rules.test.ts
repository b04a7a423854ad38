import { expect, it } from 'vitest'
import type { DeptNode } from '#contract/organisation/users.ts'
import type { Person } from '#web/pickers/people.ts'
import { peopleTree } from './staff-insert.rules.ts'

it('nests people under departments, without empty departments and disabled accounts', () => {
  const dept = (id: string, children?: DeptNode[]): DeptNode => ({
    id,
    parentId: null,
    title: `部${id}`,
    key: id,
    value: id,
    sort: 0,
    ...(children && { children }),
  })
  const people = [
    { id: '7', userName: 'jia', realName: '甲', deptId: '1', status: 'enabled', canWork: true },
    { id: '8', userName: 'yi', realName: '乙', deptId: '3', status: 'enabled', canWork: true },
    { id: '9', userName: 'bing', realName: '丙', deptId: '2', status: 'disabled', canWork: true },
  ] satisfies Person[]
  expect(peopleTree([dept('1', [dept('2'), dept('3')])], people)).toEqual([
    {
      key: 'D1',
      title: '部1',
      children: [
        { key: '7', title: '甲' },
        { key: 'D3', title: '部3', children: [{ key: '8', title: '乙' }] },
      ],
    },
  ])
})
