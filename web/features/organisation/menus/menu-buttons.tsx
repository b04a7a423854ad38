// Editor for the ordered buttons of a page.
import { Button, Empty, Radio, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { type Alias, aliases } from '#contract/access.ts'
import {
  addMenu,
  editMenu,
  getMenuButtons,
  type MenuButtonRow,
  type MenuTreeNode,
  moveMenu,
  removeMenu,
  saveMenu,
  sortMenus,
} from '#contract/organisation/menus.ts'
import { getPermissionTree } from '#contract/organisation/roles.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { SortableList } from '#web/kit/picker/sortable-list.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { useAct, useCall } from '#web/lib/query.ts'

const BUTTON = 3
const shownIn = [getMenuButtons, getPermissionTree]
const places = [
  { value: 1, label: '工具栏' },
  { value: 2, label: '行' },
  { value: 3, label: '工具栏与行' },
]

type ButtonValues = { alias: Alias | null; name: string; action: number; remark: string }

const valuesOf = ({ alias, name, action, remark }: MenuButtonRow): ButtonValues => ({
  alias: alias as Alias,
  name,
  action,
  remark,
})

const labels: Labels<Omit<ButtonValues, 'alias'>> = {
  name: ['名称', textOrDash],
  action: ['位置', (action) => places.find(({ value }) => value === action)?.label],
  remark: ['备注', textOrDash],
}

type ButtonDialogProps = {
  page: MenuTreeNode
  stored: MenuButtonRow | undefined
  taken: readonly string[]
  onClosed: () => void
}

function ButtonDialog({ page, stored, taken, onClosed }: ButtonDialogProps) {
  const free = aliases.filter((alias) => !taken.includes(alias)).map((alias) => ({ value: alias, label: alias }))
  const initial: ButtonValues = stored ? valuesOf(stored) : { alias: null, name: '', action: 1, remark: '' }
  return (
    <FormDialog
      title={stored ? `编辑按钮：${stored.name}` : `新增按钮：${page.title}`}
      endpoint={saveMenu}
      initial={initial}
      stored={stored && { row: stored, valuesOf, labels: { alias: ['按钮', textOrDash], ...labels } }}
      input={({ alias, ...values }) => ({
        type: BUTTON,
        ...values,
        ...(stored ? { id: stored.id, version: stored.version } : { parentId: page.id }),
        ...(!stored && alias && { alias }),
      })}
      success={actText(stored ? 'edit' : 'add')}
      invalidates={shownIn}
      verb="保存"
      onClosed={onClosed}
    >
      {!stored && (
        <Field of={saveMenu} name="alias" isRequired hint="程序据此判断权限，保存后不能修改。">
          <Select options={free} showSearch placeholder="请选择按钮" />
        </Field>
      )}
      <Field of={saveMenu} name="name" />
      <Field of={saveMenu} name="action">
        <Radio.Group options={places} />
      </Field>
      <Field of={saveMenu} name="remark" />
    </FormDialog>
  )
}

export function MenuButtons({ page }: { page: MenuTreeNode }) {
  const { data: rows, error, refetch } = useCall(getMenuButtons, { menuId: page.id }, { staleTime: 0 })
  const [dialog, setDialog] = useState<{ of: MenuButtonRow | undefined }>()
  const [ahead, setAhead] = useState<{ of: typeof rows; rows: MenuButtonRow[] }>()
  const [confirm, confirmation] = useConfirm()
  const isAllowed = useIsAllowed()
  const sorting = useAct(moveMenu, { invalidates: shownIn, success: '排序成功' })
  const removal = useRemoval(removeMenu, {
    invalidates: shownIn,
  })
  if (!rows) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton active />
  const shown = ahead?.of === rows ? ahead.rows : rows

  const handleSort = async (items: MenuButtonRow[], place: number) => {
    const moved = items[place]
    if (!moved) return
    setAhead({ of: rows, rows: items })
    const done = await sorting.run({ id: moved.id, version: moved.version, parentId: page.id, place })
    if (done === undefined) setAhead(undefined)
  }
  const handleRemove = ({ id, name }: MenuButtonRow) =>
    confirm({
      title: `删除按钮“${name}”？`,
      content: '已授予角色的按钮不能删除。删除后不能恢复。',
      verb: '删除',
      run: () => removal.run({ id }),
    })

  const line = (button: MenuButtonRow) => (
    <div className="menu-button">
      <span>{button.name}</span>
      <code>{button.alias}</code>
      <small>{places.find(({ value }) => value === button.action)?.label}</small>
      <small>{button.roles} 个角色</small>
      <span className="tree-head-end">
        <Can call={editMenu}>
          <Button type="link" size="small" aria-label={`编辑 ${button.name}`} onClick={() => setDialog({ of: button })}>
            编辑
          </Button>
        </Can>
        {!button.isSeeded && (
          <Can call={removeMenu}>
            <Button
              type="link"
              size="small"
              danger
              aria-label={`删除 ${button.name}`}
              onClick={() => handleRemove(button)}
            >
              删除
            </Button>
          </Can>
        )}
      </span>
    </div>
  )

  return (
    <section className="menu-buttons" aria-label="按钮">
      <div className="tree-head">
        <h3>按钮</h3>
        <div className="tree-head-end">
          <Can call={addMenu}>
            <Button onClick={() => setDialog({ of: undefined })}>新增按钮</Button>
          </Can>
        </div>
      </div>
      {shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有按钮" />}
      {isAllowed(sortMenus) ? (
        <SortableList
          label="按钮的顺序"
          items={shown}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          onSort={(items, place) => void handleSort(items, place)}
        >
          {line}
        </SortableList>
      ) : (
        <ul className="sortable-list">
          {shown.map((button) => (
            <li key={button.id} className="sortable-row">
              {line(button)}
            </li>
          ))}
        </ul>
      )}
      {confirmation}
      {dialog && (
        <ButtonDialog
          page={page}
          stored={dialog.of}
          taken={rows.map(({ alias }) => alias)}
          onClosed={() => setDialog(undefined)}
        />
      )}
      {removal.dialogs}
    </section>
  )
}
