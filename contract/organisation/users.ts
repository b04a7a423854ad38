// Staff: users, departments, roles; and the menus and buttons delivered to each.
import { type Static, Type } from 'typebox'
import { anyOf, can, signedIn } from '#contract/access.ts'
import { endpoint, getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Cleaned,
  Day,
  Email,
  Fields,
  Id,
  IdList,
  IdsOrNone,
  listFields,
  Mobile,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
  TreeOf,
} from '#contract/fields.ts'

const root = '/api/admin'

const userStatuses = ['enabled', 'disabled'] as const

export const UserQuery = Fields({
  ...listFields(['userName', 'realName', 'createdAt', 'lastSignInAt']),
  userName: Type.Optional(Text('用户名', 64)),
  realName: Type.Optional(Text('姓名', 32)),
  mobile: Type.Optional(Text('手机号码', 20)),
  deptId: Type.Optional(Id('部门')),
  roleId: Type.Optional(Id('角色')),
  status: Type.Optional(OneOf('状态', userStatuses)),
  locked: Type.Optional(Type.Boolean({ title: '锁定' })),
  /** Whether another account has its user name, typed otherwise, from before these were compared by their keys. */
  isDouble: Type.Optional(Type.Boolean({ title: '用户名重复' })),
})
export type UserQuery = Static<typeof UserQuery>

const UserRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  userName: Type.String({ title: '用户名' }),
  realName: Type.String({ title: '姓名' }),
  mobile: Type.String({ title: '手机号码' }),
  email: Type.String({ title: '邮箱' }),
  deptId: Type.String(),
  deptName: Type.String({ title: '部门' }),
  roleId: Type.String(),
  roleName: Type.String({ title: '角色' }),
  status: OneOf('状态', userStatuses),
  locked: Type.Boolean({ title: '锁定' }),
  expiresAt: Nullable(Day('有效期')),
  lastSignInAt: Nullable(Moment('最近登录')),
  createdAt: Moment('创建时间'),
  remark: Type.String({ title: '备注' }),
  isWxBound: Type.Boolean(),
  hasAssistant: Type.Boolean({ description: 'a visiting assistant is bound' }),
  hasSecondFactor: Type.Boolean(),
})
export type UserRow = Static<typeof UserRow>

export const queryUserList = readCall('员工账号列表', `${root}/queryUserList`, can('userList', 'view'), {
  body: UserQuery,
  data: Paged(UserRow),
})

const UserDetail = Type.Object({
  ...UserRow.properties,
  deputyRoleIds: Type.Array(Type.String(), { title: '副角色' }),
  saleParentId: Nullable(Type.String({ title: '销售上级' })),
  editParentId: Nullable(Type.String({ title: '编辑上级' })),
  customerParentIds: Type.Array(Type.String(), { title: '客服上级' }),
})
export type UserDetail = Static<typeof UserDetail>

export const getUserInfoById = getCall('员工账号详情', `${root}/getUserInfoById`, can('userList', 'view'), {
  query: Fields({ id: Id() }),
  data: UserDetail,
})

export const LoginName = Cleaned(
  'login',
  Type.String({
    title: '用户名',
    pattern: '^[A-Za-z0-9._-]{2,32}$',
    messages: { required: '请输入用户名', pattern: '用户名为2至32位字母、数字或 . _ -' },
  }),
)

const UserForm = Fields({
  id: Type.Optional(Id()),
  version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
  userName: LoginName,
  realName: OneLine(Required('姓名', 32)),
  mobile: Mobile,
  email: Type.Optional(Email),
  password: Type.Optional(Text('密码', 128)),
  deptId: Id('部门'),
  roleId: Id('角色'),
  deputyRoleIds: Type.Optional(IdsOrNone('副角色', 20)),
  saleParentId: Type.Optional(Nullable(Id('销售上级'))),
  editParentId: Type.Optional(Nullable(Id('编辑上级'))),
  customerParentIds: Type.Optional(IdsOrNone('客服上级', 50)),
  status: Type.Optional(OneOf('状态', userStatuses)),
  expiresAt: Type.Optional(Nullable(Day('有效期'))),
  remark: Type.Optional(Text('备注', 500)),
})
export type UserForm = Static<typeof UserForm>

export const addUser = can('userList', 'add')
export const editUser = can('userList', 'edit')

/** Without `id` a new user (needs `add` and a password), with it an edit (needs `edit` and the `version` read). */
export const addOrUpdateUser = writeCall(
  '新增或修改员工账号',
  '/api/backend/addOrUpdateUser',
  anyOf(addUser, editUser),
  { body: UserForm, data: Type.Object({ id: Type.String(), version: Type.Integer() }) },
)

export const updateUserPasswordById = writeCall(
  '重置员工密码',
  `${root}/updateUserPasswordById`,
  can('userList', 'setPassword'),
  { query: Fields({ id: Id(), password: Text('密码', 128) }) },
)

/** 603 lists its uses. */
export const deleteUser = writeCall('删除员工账号', `${root}/deleteUser`, can('userList', 'delete'), {
  query: Fields({ ids: IdList() }),
})

const switchUser = <V extends 'disable' | 'open' | 'lock' | 'unLock'>(verb: V, summary: string) =>
  writeCall(summary, `/api/backend/organisation/user/${verb}`, can('userList', verb), { body: Fields({ id: Id() }) })

export const disableUser = switchUser('disable', '禁用员工账号')
export const openUser = switchUser('open', '启用员工账号')
export const lockUser = switchUser('lock', '锁定员工账号')
export const unlockUser = switchUser('unLock', '解锁员工账号')

const RoleRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  remark: Type.String(),
  /** Numbers of people who have it, as main or deputy role, and of its granted buttons. */
  people: Type.Integer(),
  buttons: Type.Integer(),
  /** Whether the caller may assign this role: nobody grants what they do not hold. */
  assignable: Type.Boolean(),
})
export type RoleRow = Static<typeof RoleRow>

export const getRoleList = readCall(
  '角色列表',
  '/api/admin/role/getRoleList',
  anyOf(can('userList', 'view'), can('role', 'view')),
  {
    body: Fields({ name: Type.Optional(Text('角色名称', 32)), code: Type.Optional(Text('角色编码', 32)) }),
    data: Type.Array(RoleRow),
  },
)

export const getUserRoles = getCall('员工的角色与副角色', `${root}/getUserRoles`, can('userList', 'view'), {
  query: Fields({ id: Id() }),
  data: Type.Object({
    roleId: Type.String(),
    roleName: Type.String(),
    deputyRoles: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  }),
})

const DeptNode = TreeOf('DeptNode', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  sort: Type.Integer(),
})
export type DeptNode = Static<typeof DeptNode>

export const getDeptTree = getCall('部门树', '/api/admin/dept/getDeptTree', signedIn, { data: Type.Array(DeptNode) })

/** Works that people are chosen for. */
export const workKeys = [
  'customers',
  'complaints',
  'aiUnanswered',
  'orders',
  'dues',
  'articleReviews',
  'visits',
] as const
export type WorkKey = (typeof workKeys)[number]

export const getUserInfoByDeptId = endpoint({
  summary: '部门下的人员',
  method: 'GET',
  path: `${root}/getUserInfoByDeptId`,
  access: signedIn,
  effect: 'read',
  query: Fields({
    deptId: Type.Optional(Id('部门')),
    /** Tells who can do it (`canWork`), in one sub-product or in any. */
    work: Type.Optional(OneOf('工作', workKeys)),
    subProduct: Type.Optional(Text('子产品', 32)),
  }),
  /** Includes disabled accounts: they have a name wherever something refers to them. */
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      userName: Nullable(
        Type.String({
          description: 'what one signs in with: for who may see the accounts; others tell namesakes by it',
        }),
      ),
      realName: Type.String(),
      deptId: Type.String(),
      status: OneOf('状态', userStatuses),
      canWork: Type.Boolean({ description: 'of the work that was named' }),
    }),
  ),
})

/** spec §3 "Menu item"; `type` 1 directory, 2 page, 3 button; `isOpen` 1 no, 2 yes; `action` 1 toolbar, 2 row, 3 both. */
const MenuNode = TreeOf('MenuNode', {
  id: Type.String(),
  parentId: Nullable(Type.String()),
  code: Type.String(),
  name: Type.String(),
  label: Type.String(),
  alias: Type.String(),
  path: Type.String(),
  source: Type.String(),
  icon: Type.String(),
  sort: Type.Integer(),
  category: Type.Integer(),
  action: Type.Integer(),
  isOpen: Type.Integer(),
  isShow: Type.Integer(),
  isDeleted: Type.Integer(),
  remark: Type.String(),
  type: Type.Integer(),
  menuNameTab: Type.String(),
  group: Type.String(),
  query: Type.String(),
  meta: Type.Object({
    name: Type.String(),
    i18n: Type.String(),
    roles: Type.Array(Type.String()),
    isCached: Type.Boolean(),
  }),
})
export type MenuNode = Static<typeof MenuNode>

export const getRoutes = getCall('当前用户的菜单树', '/api/admin/menu/routes_v2', signedIn, {
  data: Type.Array(MenuNode),
})

/** spec §3 "Button permission": only what §6 checks, as hundreds are sent at each sign-in. */
const Button = Type.Object({ code: Type.String(), alias: Type.String() })

const MenuButtons = Type.Object({ id: Type.String(), code: Type.String(), children: Type.Array(Button) })
export type MenuButtons = Static<typeof MenuButtons>

export const getButtons = getCall('当前用户的按钮权限', '/api/admin/menu/buttons', signedIn, {
  data: Type.Array(MenuButtons),
})

export const getButtonsByRoutes = getCall('某个菜单下的按钮权限', '/api/admin/menu/getButtonsByRoutes', signedIn, {
  query: Fields({ menuId: Id('菜单') }),
  data: Type.Array(Button),
})
