import { expect, it } from 'vitest'
import type { DeptNode } from '../../../contract/organisation.ts'
import { peopleTree } from './staff-insert.rules.ts'

it('puts people below their departments and leaves empty ones out', () => {
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
    { id: '7', realName: '甲', deptId: '1' },
    { id: '8', realName: '乙', deptId: '3' },
  ]
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
