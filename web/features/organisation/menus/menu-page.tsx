// Menu management: tree of directories and pages, and the editor of the chosen row.
import './menu-page.css'
import '../roles/role-page.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  addMenu,
  getMenuTree,
  type MenuTreeNode,
  moveMenu,
  relocateMenu,
  removeMenu,
  saveMenu,
  sortMenus,
} from '#contract/organisation/menus.ts'
import { getRoleList } from '#contract/organisation/users.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { pathTo } from '#web/kit/tree/tree-rows.rules.ts'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { RolePicker } from '#web/pickers/role-picker.tsx'
import { RolePreview } from '../roles/role-preview.tsx'
import { MenuEditor, menusShownIn } from './menu-editor.tsx'
import { DIRECTORY, MenuFields, newMenu, PAGE, useHasScreen } from './menu-form.tsx'

/** Previews the menu for a chosen role. */
function MenuPreview({ onClosed }: { onClosed: () => void }) {
  const [roleId, setRoleId] = useState<string | null>(null)
  const { data: roles } = useCall(getRoleList, {})
  const role = roles?.find(({ id }) => id === roleId)
  return (
    <DetailsDrawer title="以角色预览菜单" size={420} onClosed={onClosed}>
      <label htmlFor="menu-preview-role" className="menu-preview-choice">
        角色
        <RolePicker id="menu-preview-role" value={roleId} onChange={setRoleId} />
      </label>
      {role ? <RolePreview key={role.id} role={role} /> : <p>选择一个角色，查看只有此角色的人员所见的菜单。</p>}
    </DetailsDrawer>
  )
}

const textsOf = ({ title, code, path }: MenuTreeNode) => [title, code, path]

/** Parent of a new row: the chosen directory, or the parent of the chosen page. */
const homeOf = (chosen: MenuTreeNode | undefined) =>
  chosen === undefined || chosen.type === DIRECTORY ? (chosen?.id ?? null) : chosen.parentId

const fits = (node: MenuTreeNode, parent: MenuTreeNode | null) =>
  parent === null || parent.type === DIRECTORY || node.type === PAGE

export default function MenuPage() {
  const { data: nodes, error, refetch } = useCall(getMenuTree)
  const [address, setAddress] = useSearchParams()
  const [adding, setAdding] = useState<number>()
  const [isPreviewing, setPreviewing] = useState(false)
  const [isDirty, setDirty] = useState(false)
  useUnsaved(() => isDirty)
  const [confirm, confirmation] = useConfirm()
  const isAllowed = useIsAllowed()
  const hasScreen = useHasScreen()
  const show = (id: string | null) => {
    setDirty(false)
    setAddress(id ? { id } : {}, { replace: true })
  }
  const choose = (id: string) => {
    if (!isDirty) return show(id)
    confirm({
      title: '放弃未保存的修改？',
      content: '填写的内容尚未保存，离开后将丢失。',
      verb: '放弃',
      run: async () => show(id),
    })
  }
  const picked = pathTo(nodes ?? [], address.get('id') ?? '').at(-1)
  const chosen = picked ?? nodes?.[0]
  // new rows go to the top until somebody has picked a place
  const home = homeOf(picked)
  const homeName = pathTo(nodes ?? [], home ?? '').at(-1)?.title ?? '最上级'
  const moving = useAct(moveMenu, { invalidates: menusShownIn, success: '移动成功' })
  const removal = useRemoval(removeMenu, {
    invalidates: menusShownIn,
  })
  const handleRemove = ({ id, title, parentId }: MenuTreeNode) =>
    confirm({
      title: `删除菜单“${title}”？`,
      content: '其按钮一起删除。有下级菜单或已授予角色的不能删除。删除后不能恢复。',
      verb: '删除',
      run: async () => {
        if ((await removal.run({ id })) !== undefined) show(parentId)
      },
    })

  return (
    <>
      <TreePage
        label="菜单"
        error={error}
        onRetry={() => void refetch()}
        acts={
          <>
            <Can call={addMenu}>
              <Button type="primary" onClick={() => setAdding(PAGE)}>
                新增页面
              </Button>
            </Can>
            <Can call={addMenu}>
              <Button onClick={() => setAdding(DIRECTORY)}>新增目录</Button>
            </Can>
            <Can call={getRoleList}>
              <Button onClick={() => setPreviewing(true)}>以角色预览</Button>
            </Can>
          </>
        }
        tree={
          nodes &&
          ((height) => (
            <TreeSort<MenuTreeNode>
              label="菜单树"
              nodes={nodes}
              height={height}
              searchText="搜索名称、编码或路径"
              textsOf={textsOf}
              selected={chosen?.key}
              onSelect={({ id }) => id !== chosen?.id && choose(id)}
              canMove={(node, parent, isSameParent) =>
                fits(node, parent) && isAllowed(isSameParent ? sortMenus : relocateMenu)
              }
              onMove={async ({ id, version }, { parent, place }) =>
                (await moving.run({ id, version, parentId: parent, place })) !== undefined
              }
              before={({ source, type }) => <MenuIcon name={source} isFolder={type === DIRECTORY} />}
              after={({ type, path, isShow }) => (
                <small className="tree-note">
                  {isShow === 0 ? '已隐藏' : type === PAGE && !hasScreen(path) ? '没有对应的页面' : ''}
                </small>
              )}
            />
          ))
        }
      >
        {chosen && (
          <MenuEditor
            // remount the form for a newer version
            key={`${chosen.id} ${chosen.version}`}
            node={chosen}
            isDirty={isDirty}
            onDirty={setDirty}
            onRemove={handleRemove}
          />
        )}
      </TreePage>
      {confirmation}
      {adding !== undefined && (
        <FormDialog
          title={`新增${adding === PAGE ? '页面' : '目录'}：${homeName}`}
          endpoint={saveMenu}
          initial={newMenu}
          input={({ isOpen, isCached, query, ...values }) => ({
            type: adding,
            parentId: home,
            ...values,
            ...(adding === PAGE && { isOpen, isCached, query }),
          })}
          success={actText('add')}
          invalidates={menusShownIn}
          verb="保存"
          onClosed={() => setAdding(undefined)}
        >
          <MenuFields type={adding} />
        </FormDialog>
      )}
      {isPreviewing && <MenuPreview onClosed={() => setPreviewing(false)} />}
      {removal.dialogs}
    </>
  )
}
