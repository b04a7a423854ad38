// Roles: grants, holders, and what the console looks like with one.
import { type Static, Type } from 'typebox'
import { type Alias, anyOf, can, type Holdings, isAllowed } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Fields,
  Id,
  IdsOrNone,
  listFields,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
  TreeOf,
} from '#contract/fields.ts'
import { ROLE_BUTTONS_MAX, TREE_PLACES } from '#contract/limits.ts'
import { getRoutes } from './users.ts'

const root = '/api/backend/organisation/role'

const RoleDetail = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  remark: Type.String(),
  /** The program knows it by its code (spec §4): it cannot be deleted. */
  isBuiltIn: Type.Boolean(),
  /** Passes every check by its code: nothing can be given to it. */
  isAdministrator: Type.Boolean(),
  /** Whether the caller may change it: nobody acts on a role that holds more than they do. */
  assignable: Type.Boolean(),
  /** Its granted buttons; their ancestors are derived. */
  menuIds: Type.Array(Type.String()),
})
export type RoleDetail = Static<typeof RoleDetail>

export const getRole = getCall('角色详情与权限', `${root}/get`, can('role', 'view'), {
  query: Fields({ id: Id() }),
  data: RoleDetail,
})

/** `type` 1 directory, 2 page, 3 button. `grantable`: whether the caller may grant this button to a role. */
const PermissionNode = TreeOf('PermissionNode', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  type: Type.Integer(),
  code: Type.String(),
  alias: Type.String(),
  isShow: Type.Integer(),
  remark: Type.String(),
  grantable: Type.Boolean(),
})
export type PermissionNode = Static<typeof PermissionNode>

export const getPermissionTree = getCall('可授权的菜单与按钮', `${root}/tree`, can('role', 'view'), {
  data: Type.Array(PermissionNode),
})

const RoleName = OneLine(Required('角色名称', 32))
const RoleCode = Type.String({
  title: '角色编码',
  pattern: '^[A-Za-z][A-Za-z0-9]{1,31}$',
  messages: { required: '请输入角色编码', pattern: '角色编码以字母开头，为2至32位字母或数字' },
})
const RoleRemark = Type.Optional(Text('说明', 200))
const Version = Type.Integer({ title: '版本', minimum: 1 })

const RoleForm = Fields({
  id: Type.Optional(Id()),
  version: Type.Optional(Version),
  /** Of a new role. It stays as it is: people's rights and the program refer to it. */
  code: Type.Optional(RoleCode),
  name: RoleName,
  remark: RoleRemark,
})
export type RoleForm = Static<typeof RoleForm>

export const addRole = can('role', 'add')
export const editRole = can('role', 'edit')

/** Without `id` a new role without rights, with it an edit (needs the `version` read). 601 carries the role. */
export const saveRole = writeCall('新增或修改角色', `${root}/save`, anyOf(addRole, editRole), {
  body: RoleForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** A new role with the rights and products of `id`. */
export const copyRole = writeCall('复制角色', `${root}/copy`, can('role', 'copy'), {
  body: Fields({ id: Id('角色'), code: RoleCode, name: RoleName, remark: RoleRemark }),
  data: Type.Object({ id: Type.String() }),
})

/** 603 lists its holders. */
export const removeRole = writeCall('删除角色', `${root}/remove`, can('role', 'delete'), { body: Fields({ id: Id() }) })

/** Moves a role to a position in the list, from 0. */
export const sortRole = writeCall('排序角色', `${root}/sort`, can('role', 'dragSort'), {
  body: Fields({ id: Id(), place: Type.Integer({ title: '位置', minimum: 0, maximum: TREE_PLACES }) }),
})

/**
 * Replaces the buttons of the role. 409 where one is new to it and the caller does not hold it. Where somebody has the
 * role, 600 first: who, and what each of them gains and loses.
 */
export const grantRole = writeCall('设置角色的菜单与按钮权限', `${root}/grant`, can('role', 'empower'), {
  body: Fields({ id: Id(), version: Version, menuIds: IdsOrNone('按钮', ROLE_BUTTONS_MAX) }),
  data: Type.Object({ version: Type.Integer() }),
})

const RoleHolderQuery = Fields({ ...listFields(['realName', 'userName']), roleId: Id('角色') })
export type RoleHolderQuery = Static<typeof RoleHolderQuery>

const RoleHolder = Type.Object({
  id: Type.String(),
  userName: Type.String({ title: '用户名' }),
  realName: Type.String({ title: '姓名' }),
  deptName: Type.String({ title: '部门' }),
  /** By main role; otherwise by deputy role. */
  isMain: Type.Boolean({ title: '方式' }),
  status: OneOf('状态', ['enabled', 'disabled']),
})
export type RoleHolder = Static<typeof RoleHolder>

export const queryRoleHolders = readCall('拥有角色的人员', `${root}/people`, can('role', 'view'), {
  body: RoleHolderQuery,
  data: Paged(RoleHolder),
})

/** The menu of somebody with this role alone. */
export const previewRole = getCall(
  '以角色预览菜单',
  `${root}/preview`,
  anyOf(can('role', 'view'), can('menu', 'view')),
  { query: Fields({ id: Id('角色') }), data: getRoutes.data },
)

/**
 * Nobody grants what they do not hold. `dateEdit` passes every alias of its menu: granting it needs all of them.
 * `aliases` are those of the menu's buttons.
 */
export function mayGrant(holdings: Holdings, menu: string, alias: string, aliases: readonly string[]): boolean {
  const holds = (each: string) => isAllowed(can(menu, each as Alias), holdings)
  return alias === 'dateEdit' ? aliases.every((each) => each === 'dateEdit' || holds(each)) : holds(alias)
}
