// The menu tree as administrators edit it: directories, pages and their buttons.
import { type Static, Type } from 'typebox'
import { aliases, anyOf, can } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, IdsOrNone, Nullable, OneLine, OneOf, Required, Text, TreeOf } from '#contract/fields.ts'
import { TREE_PLACES } from '#contract/limits.ts'

const root = '/api/backend/organisation/menu'

/** Directories (`type` 1) and pages (2). `isOpen` 1 in the console, 2 in a new window; `isShow` 1 or 0. */
const MenuTreeNode = TreeOf('MenuTreeNode', {
  id: Type.String(),
  version: Type.Integer(),
  parentId: Nullable(Type.String()),
  title: Type.String(),
  key: Type.String(),
  value: Type.String(),
  type: Type.Integer(),
  code: Type.String(),
  path: Type.String(),
  source: Type.String(),
  isOpen: Type.Integer(),
  isShow: Type.Integer(),
  isCached: Type.Boolean(),
  remark: Type.String(),
  roleIds: Type.Array(Type.String()),
  group: Type.String(),
  query: Type.String(),
  /** Seeded: code and path stay, and it can be hidden but not deleted. */
  isSeeded: Type.Boolean(),
})
export type MenuTreeNode = Static<typeof MenuTreeNode>

export const getMenuTree = getCall('菜单树（目录与页面）', `${root}/tree`, can('menu', 'view'), {
  data: Type.Array(MenuTreeNode),
})

/** `action` 1 toolbar, 2 row, 3 both; `roles`: how many hold it. */
const MenuButtonRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  alias: Type.String(),
  action: Type.Integer(),
  remark: Type.String(),
  isShow: Type.Integer(),
  isSeeded: Type.Boolean(),
  roles: Type.Integer(),
})
export type MenuButtonRow = Static<typeof MenuButtonRow>

export const getMenuButtons = getCall('页面的按钮', `${root}/buttons`, can('menu', 'view'), {
  query: Fields({ menuId: Id('菜单') }),
  data: Type.Array(MenuButtonRow),
})

const OneOrTwo = (title: string, ...values: number[]) => Type.Unsafe<number>({ type: 'integer', enum: values, title })

const MenuForm = Fields({
  id: Type.Optional(Id()),
  version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
  /** Of a new row, as `type`, `code` and `alias`: they stay as they are, because grants and pages refer to them. */
  parentId: Type.Optional(Nullable(Id('上级菜单'))),
  type: OneOrTwo('类型', 1, 2, 3),
  code: Type.Optional(
    Type.String({
      title: '编码',
      pattern: '^[A-Za-z][A-Za-z0-9]{1,47}$',
      messages: { required: '请输入编码', pattern: '编码以字母开头，为2至48位字母或数字' },
    }),
  ),
  name: OneLine(Required('名称', 32)),
  alias: Type.Optional(OneOf('按钮', aliases)),
  path: Type.Optional(
    Type.String({
      title: '路径',
      maxLength: 200,
      pattern: '^$|^(/[A-Za-z0-9_.%~:-]+)+$',
      messages: { required: '请输入路径', pattern: '路径以 / 开头，由字母、数字和 _ . - 组成，末尾不带 /' },
    }),
  ),
  source: Type.Optional(
    Type.String({ title: '图标', pattern: '^([A-Z][A-Za-z]{1,47})?$', messages: { pattern: '图标不正确' } }),
  ),
  action: Type.Optional(OneOrTwo('位置', 1, 2, 3)),
  isOpen: Type.Optional(OneOrTwo('打开方式', 1, 2)),
  isCached: Type.Optional(Type.Boolean({ title: '缓存页面' })),
  remark: Type.Optional(Text('备注', 200)),
  /** Of directories and pages: only these roles see it and everything below it, whatever was granted (spec §6). */
  roleIds: Type.Optional(IdsOrNone('限定角色', 50)),
  group: Type.Optional(Text('分组标题', 20)),
  query: Type.Optional(
    Type.String({
      title: '地址参数',
      maxLength: 200,
      pattern: '^$|^[A-Za-z0-9_.-]+=[A-Za-z0-9_.~%-]*(&[A-Za-z0-9_.-]+=[A-Za-z0-9_.~%-]*)*$',
      messages: { pattern: '地址参数如 tab=2&status=open，特殊字符须编码' },
    }),
  ),
})
export type MenuForm = Static<typeof MenuForm>

export const addMenu = can('menu', 'add')
export const editMenu = can('menu', 'edit')

/** Without `id` a new row, last below `parentId`; a new page gets its button 查看. 601 carries the stored row. */
export const saveMenu = writeCall('新增或修改菜单、按钮', `${root}/save`, anyOf(addMenu, editMenu), {
  body: MenuForm,
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

export const sortMenus = can('menu', 'dragSort')
export const relocateMenu = can('menu', 'move')

/** `place` from 0 among its siblings of one kind (menus, or buttons). The same parent needs `dragSort`, another `move`. */
export const moveMenu = writeCall('移动或排序菜单', `${root}/move`, anyOf(relocateMenu, sortMenus), {
  body: Fields({
    id: Id(),
    version: Type.Integer({ title: '版本', minimum: 1 }),
    parentId: Nullable(Id('上级菜单')),
    place: Type.Integer({ title: '位置', minimum: 0, maximum: TREE_PLACES }),
  }),
  data: Type.Object({ version: Type.Integer() }),
})

const switchMenu = <V extends 'disable' | 'open'>(verb: V, summary: string) =>
  writeCall(summary, `/api/backend/organisation/menu/${verb}`, can('menu', verb), { body: Fields({ id: Id() }) })

export const hideMenu = switchMenu('disable', '隐藏菜单')
export const showMenu = switchMenu('open', '显示菜单')

/** 603 lists what is below it and how many roles hold it. */
export const removeMenu = writeCall('删除菜单', `${root}/remove`, can('menu', 'delete'), { body: Fields({ id: Id() }) })
