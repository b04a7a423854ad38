// Roles: what each is given, who has it, and what the console looks like with it.
import { type Static, Type } from 'typebox'
import { type Alias, anyOf, can, type Holdings, isAllowed } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Fields, Id, Ids, listFields, Nothing, Nullable, OneOf, Required, Text, TreeOf } from '../fields.ts'
import { ROLE_BUTTONS_MAX, TREE_PLACES } from '../limits.ts'
import { getRoutes } from './users.ts'

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
  /** Whether the asker may change it: nobody acts on a role that holds more than they do. */
  assignable: Type.Boolean(),
  /** The buttons that it was given; everything above them is derived. */
  menuIds: Type.Array(Type.String()),
})
export type RoleDetail = Static<typeof RoleDetail>

export const getRole = endpoint({
  summary: '角色详情与权限',
  method: 'GET',
  path: '/api/backend/organisation/role/get',
  access: can('role', 'view'),
  effect: 'read',
  query: Fields({ id: Id() }),
  data: RoleDetail,
})

/** `type` 1 directory, 2 page, 3 button. `grantable`: whether the asker may give this button to a role. */
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

export const getPermissionTree = endpoint({
  summary: '可授权的菜单与按钮',
  method: 'GET',
  path: '/api/backend/organisation/role/tree',
  access: can('role', 'view'),
  effect: 'read',
  data: Type.Array(PermissionNode),
})

const RoleName = Required('角色名称', 32)
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
export const saveRole = endpoint({
  summary: '新增或修改角色',
  method: 'POST',
  path: '/api/backend/organisation/role/save',
  access: anyOf(addRole, editRole),
  effect: 'write',
  body: RoleForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** A new role with the rights and products of `id`. */
export const copyRole = endpoint({
  summary: '复制角色',
  method: 'POST',
  path: '/api/backend/organisation/role/copy',
  access: can('role', 'copy'),
  effect: 'write',
  body: Fields({ id: Id('角色'), code: RoleCode, name: RoleName, remark: RoleRemark }),
  data: Type.Object({ id: Type.String() }),
})

/** 603 lists who has it. */
export const removeRole = endpoint({
  summary: '删除角色',
  method: 'POST',
  path: '/api/backend/organisation/role/remove',
  access: can('role', 'delete'),
  effect: 'write',
  body: Fields({ id: Id() }),
  data: Nothing,
})

/** Puts a role at a place of the list, from 0. */
export const sortRole = endpoint({
  summary: '排序角色',
  method: 'POST',
  path: '/api/backend/organisation/role/sort',
  access: can('role', 'dragSort'),
  effect: 'write',
  body: Fields({ id: Id(), place: Type.Integer({ title: '位置', minimum: 0, maximum: TREE_PLACES }) }),
  data: Nothing,
})

/**
 * The buttons take the place of those that the role had. 409 where one is new to it and the asker does not hold it. Where
 * somebody has the role, 600 first: who, and what each of them gets and loses.
 */
export const grantRole = endpoint({
  summary: '设置角色的菜单与按钮权限',
  method: 'POST',
  path: '/api/backend/organisation/role/grant',
  access: can('role', 'empower'),
  effect: 'write',
  body: Fields({ id: Id(), version: Version, menuIds: Ids('按钮', ROLE_BUTTONS_MAX) }),
  data: Type.Object({ version: Type.Integer() }),
})

const RoleHolderQuery = Fields({ ...listFields(['realName', 'userName']), roleId: Id('角色') })
export type RoleHolderQuery = Static<typeof RoleHolderQuery>

const RoleHolder = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  realName: Type.String(),
  deptName: Type.String(),
  /** By main role; otherwise by deputy role. */
  isMain: Type.Boolean(),
  status: OneOf('状态', ['enabled', 'disabled']),
})
export type RoleHolder = Static<typeof RoleHolder>

export const queryRoleHolders = endpoint({
  summary: '拥有角色的人员',
  method: 'POST',
  path: '/api/backend/organisation/role/people',
  access: can('role', 'view'),
  effect: 'read',
  body: RoleHolderQuery,
  data: Paged(RoleHolder),
})

/** The menu as somebody sees it who has this role alone. */
export const previewRole = endpoint({
  summary: '以角色预览菜单',
  method: 'GET',
  path: '/api/backend/organisation/role/preview',
  access: anyOf(can('role', 'view'), can('menu', 'view')),
  effect: 'read',
  query: Fields({ id: Id('角色') }),
  data: getRoutes.data,
})

/**
 * Nobody grants what they do not hold. `dateEdit` passes every alias of its menu: granting it needs all of them.
 * `aliases` are those of the menu's buttons.
 */
export function mayGrant(holdings: Holdings, menu: string, alias: string, aliases: readonly string[]): boolean {
  const holds = (each: string) => isAllowed(can(menu, each as Alias), holdings)
  return alias === 'dateEdit' ? aliases.every((each) => each === 'dateEdit' || holds(each)) : holds(alias)
}
