// Form fields of a directory or page, new or stored.
import { Input, Radio, Switch } from 'antd'
import { type MenuForm, type MenuTreeNode, saveMenu } from '#contract/organisation/menus.ts'
import { Field } from '#web/kit/form/field.tsx'
import { findPage } from '#web/lib/page.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { RolesPicker } from '#web/pickers/role-picker.tsx'
import { MenuIconPicker } from './menu-icon-picker.tsx'

export const DIRECTORY = 1
export const PAGE = 2

export type MenuValues = Required<
  Pick<MenuForm, 'name' | 'code' | 'path' | 'source' | 'isOpen' | 'isCached' | 'remark' | 'roleIds' | 'group' | 'query'>
>

export const newMenu: MenuValues = {
  name: '',
  code: '',
  path: '',
  source: '',
  isOpen: 1,
  isCached: true,
  remark: '',
  roleIds: [],
  group: '',
  query: '',
}

export function menuValues({ title, ...node }: MenuTreeNode): MenuValues {
  const { code, path, source, isOpen, isCached, remark, roleIds, group, query } = node
  return { name: title, code, path, source, isOpen, isCached, remark, roleIds, group, query }
}

/** Whether a path has a screen in pages.ts; rows without one are not shown in the menu. */
export function useHasScreen(): (path: string) => boolean {
  const pages = usePages((state) => state.pages)
  return (path) => findPage(pages, path) !== null
}

type MenuFieldsProps = { type: number; stored?: MenuTreeNode | undefined }

export function MenuFields({ type, stored }: MenuFieldsProps) {
  const isPage = type === PAGE
  return (
    <>
      <Field of={saveMenu} name="name" />
      {!stored && (
        <Field of={saveMenu} name="code" isRequired hint="保存后不能修改，授权以编码为准。">
          <Input maxLength={48} autoComplete="off" />
        </Field>
      )}
      <Field
        of={saveMenu}
        name="path"
        isRequired
        hint={stored?.isSeeded ? '系统自带，路径不能修改。' : isPage ? '没有对应页面的路径不会显示在菜单里。' : ''}
      >
        <Input maxLength={200} autoComplete="off" disabled={stored?.isSeeded ?? false} />
      </Field>
      <Field of={saveMenu} name="source">
        <MenuIconPicker isFolder={!isPage} />
      </Field>
      {isPage && (
        <>
          <Field of={saveMenu} name="isOpen">
            <Radio.Group
              options={[
                { value: 1, label: '在控制台内打开' },
                { value: 2, label: '在新窗口打开' },
              ]}
            />
          </Field>
          <Field of={saveMenu} name="isCached" hint="切换标签后保留页面的内容；关闭时每次打开重新加载。">
            <Switch />
          </Field>
          <Field of={saveMenu} name="query" hint="打开页面时附在地址之后，如 tab=2&status=open。" />
        </>
      )}
      <Field of={saveMenu} name="group" hint="左侧菜单里，分组标题相同的相邻菜单排在同一标题下。" />
      <Field
        of={saveMenu}
        name="roleIds"
        hint="只有这些角色可以使用此菜单及其下级；留空则不限。授权给其他角色也不生效，管理员不受限。"
      >
        <RolesPicker placeholder="不限" />
      </Field>
      <Field of={saveMenu} name="remark" rows={2} />
    </>
  )
}
