// Editor of the chosen menu row: its fields, and for a page its buttons.

import { Button, Form } from 'antd'
import { errors } from '#contract/errors.ts'
import {
  editMenu,
  getMenuTree,
  hideMenu,
  type MenuTreeNode,
  removeMenu,
  saveMenu,
  showMenu,
} from '#contract/organisation/menus.ts'
import { getPermissionTree } from '#contract/organisation/roles.ts'
import { trimmed } from '#contract/typed-text.ts'
import { Can } from '#web/kit/can.tsx'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { useFormLayout } from '#web/kit/form/form-layout.ts'
import { Status } from '#web/kit/table/status.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { MenuButtons } from './menu-buttons.tsx'
import { MenuFields, type MenuValues, menuValues, PAGE, useHasScreen } from './menu-form.tsx'

export const menusShownIn = [getMenuTree, getPermissionTree]

type MenuEditorProps = {
  node: MenuTreeNode
  isDirty: boolean
  onDirty: (isDirty: boolean) => void
  onRemove: (node: MenuTreeNode) => void
}

export function MenuEditor({ node, isDirty, onDirty, onRemove }: MenuEditorProps) {
  const [form] = Form.useForm<MenuValues>()
  const layout = useFormLayout()
  const hasScreen = useHasScreen()
  const act = useAct(saveMenu, {
    success: actText('edit'),
    invalidates: menusShownIn,
    onSuccess: () => onDirty(false),
    onRefusal: (refusal) => {
      if (refusal.code === errors.stale.code) notify.warning('他人刚修改了此菜单，请刷新后核对再保存')
      else showRefusal(form, refusal)
    },
  })
  const show = useAct(showMenu, { success: '已显示', invalidates: menusShownIn })
  const hide = useAct(hideMenu, { success: '已隐藏', invalidates: menusShownIn })
  const isShown = node.isShow === 1

  const handleSave = (values: MenuValues) => {
    const { code: _, path, ...rest } = trimmed(values)
    const { id, version, type, isSeeded } = node
    void act.run({ id, version, type, ...rest, ...(!isSeeded && { path }) })
  }

  return (
    <>
      <div className="tree-head">
        <h2>{node.title}</h2>
        <small>
          {node.type === PAGE ? '页面' : '目录'} · {node.code}
          {node.isSeeded && ' · 系统自带'}
        </small>
        {!isShown && <Status tone="idle">已隐藏</Status>}
        {node.type === PAGE && !hasScreen(node.path) && <Status tone="warning">没有对应的页面，不显示</Status>}
        <div className="tree-head-end">
          {isShown ? (
            <Can call={hideMenu}>
              <Button disabled={isDirty} onClick={() => void hide.run({ id: node.id })}>
                隐藏
              </Button>
            </Can>
          ) : (
            <Can call={showMenu}>
              <Button disabled={isDirty} onClick={() => void show.run({ id: node.id })}>
                显示
              </Button>
            </Can>
          )}
          <Can call={removeMenu}>
            <Button
              danger
              disabled={node.isSeeded}
              title={node.isSeeded ? '系统自带的菜单不能删除，可以隐藏' : ''}
              onClick={() => onRemove(node)}
            >
              删除
            </Button>
          </Can>
        </div>
      </div>
      <Can call={editMenu} otherwise="disable">
        <Form<MenuValues>
          {...layout}
          name={`menu-${node.id}`}
          form={form}
          className="menu-form"
          initialValues={menuValues(node)}
          onValuesChange={() => onDirty(true)}
          onFinish={handleSave}
        >
          <MenuFields type={node.type} stored={node} />
          <Form.Item label=" ">
            <Button type="primary" htmlType="submit" loading={act.pending}>
              保存
            </Button>
          </Form.Item>
        </Form>
      </Can>
      {node.type === PAGE && <MenuButtons page={node} />}
    </>
  )
}
