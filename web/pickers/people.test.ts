// People grouped by department.
import { describe, expect, it } from 'vitest'
import type { DeptNode } from '#contract/organisation/users.ts'
import { groupByDept, type Person, personLabels, pickable } from './people.ts'

const dept = (id: string, title: string, children?: DeptNode[]): DeptNode => ({
  id,
  parentId: null,
  title,
  key: id,
  value: id,
  sort: 0,
  ...(children && { children }),
})
const tree = [dept('1', '总部', [dept('2', '销售部', [dept('3', '华东区')]), dept('4', '资讯部')])]
const person = (id: string, realName: string, deptId: string, status: Person['status'] = 'enabled'): Person => ({
  id,
  realName,
  deptId,
  status,
  canWork: true,
  userName: `u${id}`,
})
const people = [
  person('30', '王芳', '4'),
  person('10', '李强', '3'),
  person('20', '赵敏', '3'),
  person('40', '钱多', '99'),
]
const anyone = { without: [], chosen: [] }

describe('people by department', () => {
  it('are in the order of the tree, under the path of their department', () => {
    const groups = groupByDept(tree, pickable(people, anyone))
    expect(groups.map(({ label, options }) => `${label}: ${options.map((option) => option.label).join(' ')}`)).toEqual([
      '总部 / 销售部 / 华东区: 李强 赵敏',
      '总部 / 资讯部: 王芳',
      '其他部门: 钱多',
    ])
  })

  it('leave out excluded people', () => {
    expect(pickable(people, { ...anyone, without: ['30', '40'] }).map(({ label }) => label)).toEqual(['李强', '赵敏'])
  })

  it('offer no disabled account, except one that is chosen already', () => {
    const all = [...people, person('50', '孙离', '4', 'disabled')]
    const labelsWith = (chosen: string[]) => pickable(all, { ...anyone, chosen }).map(({ label }) => label)
    expect(labelsWith([])).toEqual(['王芳', '李强', '赵敏', '钱多'])
    expect(labelsWith(['50'])).toEqual(['王芳', '李强', '赵敏', '钱多', '孙离（已禁用）'])
  })

  it('offer nobody who cannot do the work, except who is chosen already', () => {
    const all = [...people, { ...person('70', '周闲', '4'), canWork: false }]
    const labelsWith = (chosen: string[]) => pickable(all, { ...anyone, chosen }).map(({ label }) => label)
    expect(labelsWith([])).toEqual(['王芳', '李强', '赵敏', '钱多'])
    expect(labelsWith(['70'])).toEqual(['王芳', '李强', '赵敏', '钱多', '周闲'])
  })
})

it('people of the same name are distinguished by their user names', () => {
  const names = personLabels([...people, person('60', '王芳', '3')])
  expect([names.get('30'), names.get('60'), names.get('10')]).toEqual(['王芳（u30）', '王芳（u60）', '李强'])
})
