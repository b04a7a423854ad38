// People in the order of their departments.
import { describe, expect, it } from 'vitest'
import type { DeptNode } from '../../contract/organisation.ts'
import { groupByDept } from './people.ts'

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
const people = [
  { id: '30', realName: '王芳', deptId: '4' },
  { id: '10', realName: '李强', deptId: '3' },
  { id: '20', realName: '赵敏', deptId: '3' },
  { id: '40', realName: '钱多', deptId: '99' },
]

describe('people by department', () => {
  it('stand in the order of the tree, under the path of their department', () => {
    const groups = groupByDept(tree, people, [])
    expect(groups.map(({ label, options }) => `${label}: ${options.map((option) => option.label).join(' ')}`)).toEqual([
      '总部 / 销售部 / 华东区: 李强 赵敏',
      '总部 / 资讯部: 王芳',
      '其他部门: 钱多',
    ])
  })

  it('leave out whom the form is about', () => {
    expect(groupByDept(tree, people, ['30', '40']).map(({ label }) => label)).toEqual(['总部 / 销售部 / 华东区'])
  })
})
