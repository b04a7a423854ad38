// Departments: one tree below the company, maintained by staff managers, and the people in each.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Fields, Id, listFields, Nullable, OneLine, OneOf, Required, Text, TreeOf } from '#contract/fields.ts'
import { TREE_PLACES } from '#contract/limits.ts'

const root = '/api/backend/organisation/dept'

/** `people` work in the department itself, `peopleBelow` also in those below it. */
const DepartmentNode = TreeOf('DepartmentNode', {
  id: Type.String(),
  version: Type.Integer(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  sort: Type.Integer(),
  people: Type.Integer(),
  peopleBelow: Type.Integer(),
})
export type DepartmentNode = Static<typeof DepartmentNode>

export const getDepartmentTree = getCall('部门树与人数', `${root}/tree`, can('department', 'view'), {
  data: Type.Array(DepartmentNode),
})

const DepartmentPeopleQuery = Fields({
  ...listFields(['realName', 'userName']),
  deptId: Type.Optional(Id('部门')),
  /** Without those of the departments below. */
  direct: Type.Optional(Type.Boolean({ title: '只看本部门' })),
  name: Type.Optional(Text('姓名或用户名', 64)),
})
export type DepartmentPeopleQuery = Static<typeof DepartmentPeopleQuery>

const DepartmentPerson = Type.Object({
  id: Type.String(),
  userName: Type.String({ title: '用户名' }),
  realName: Type.String({ title: '姓名' }),
  deptName: Type.String({ title: '部门' }),
  roleName: Type.String({ title: '角色' }),
  status: OneOf('状态', ['enabled', 'disabled']),
})
export type DepartmentPerson = Static<typeof DepartmentPerson>

export const queryDepartmentPeople = readCall('部门人员', `${root}/people`, can('department', 'view'), {
  body: DepartmentPeopleQuery,
  data: Paged(DepartmentPerson),
})

const DepartmentForm = Fields({
  id: Type.Optional(Id()),
  version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
  /** Of a new department. A stored one is moved by a call of its own. */
  parentId: Type.Optional(Id('上级部门')),
  name: OneLine(Required('部门名称', 32)),
})
export type DepartmentForm = Static<typeof DepartmentForm>

export const addDepartment = can('department', 'add')
export const editDepartment = can('department', 'edit')

/**
 * Without `id` a new department, last below `parentId`; with it renames one (needs the `version` read). 601 carries the
 * row.
 */
export const saveDepartment = writeCall('新增或重命名部门', `${root}/save`, anyOf(addDepartment, editDepartment), {
  body: DepartmentForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

export const sortDepartments = can('department', 'dragSort')
export const relocateDepartment = can('department', 'move')

/** `place` from 0 among the departments of `parentId`, the moved one not counted. The same parent needs `dragSort`, another `move`. */
export const moveDepartment = writeCall('移动或排序部门', `${root}/move`, anyOf(relocateDepartment, sortDepartments), {
  body: Fields({
    id: Id(),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    parentId: Id('上级部门'),
    place: Type.Integer({ title: '位置', minimum: 0, maximum: TREE_PLACES }),
  }),
  data: Type.Object({ version: Type.Integer() }),
})

/** 603 lists what uses it: people and departments below. */
export const removeDepartment = writeCall('删除部门', `${root}/remove`, can('department', 'delete'), {
  body: Fields({ id: Id() }),
})

/** Data of 603 for departments, roles and menus: the row, and its uses. */
export type RowInUse = { id: string; name: string; by: { kind: string; count: number }[] }

export const exportDepartmentPeople = exportCall(
  '部门人员',
  '/api/backend/organisation/department/export',
  can('department', 'exportBtn'),
  {
    query: DepartmentPeopleQuery,
    columns: sheetOf(queryDepartmentPeople, ['realName', 'userName', 'deptName', 'roleName', 'status']),
  },
)
