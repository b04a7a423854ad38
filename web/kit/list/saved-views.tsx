// The menu of a list's saved views: apply one, save the current state as one, share, rename or delete one's own, and
// choose the default view.
import { CheckOutlined, DownOutlined, EyeOutlined, StarFilled } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ListView, queryListViews, removeListView, saveListView } from '#contract/system/list-settings.ts'
import { useActive } from '#web/lib/active.ts'
import { useAct } from '#web/lib/query.ts'
import { useConfirm } from '../dialog/confirm.tsx'
import type { ListSetup } from './use-list-setup.ts'
import { ViewDialog } from './view-dialog.tsx'

type ViewSetup = Pick<ListSetup<never>, 'views' | 'roles' | 'view' | 'isChanged' | 'apply' | 'columns'> &
  Partial<Pick<ListSetup<never>, 'defaultViewId' | 'setDefault'>>

type SavedViewsProps = {
  listKey: string
  /** The page's current state, to be stored in a view. */
  kept: Pick<ListView, 'filters' | 'sort'>
  /** Without `setDefault` there is no default view. */
  setup: ViewSetup
  /** Label of the entry that applies no view. */
  none?: string
}

/** The owner's name; for one's own view, with whom it is shared. */
function originOf({ isOwn, ownerName, share, roleName }: ListView): string {
  if (!isOwn) return ownerName
  return share === 'everybody' ? '共享给所有人' : share === 'role' ? `共享给${roleName}` : ''
}

export function SavedViews({ listKey, kept, setup, none = '全部数据' }: SavedViewsProps): ReactNode {
  const { views, view, isChanged, defaultViewId = null, setDefault } = setup
  const isActive = useActive()
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<ListView | 'new'>()
  const [confirm, confirmation] = useConfirm()
  const shownIn = [queryListViews]
  const update = useAct(saveListView, { success: '视图已更新', invalidates: shownIn })
  const removal = useAct(removeListView, { success: '视图已删除', invalidates: shownIn })

  // applies a view that was just created
  const before = useRef<ReadonlySet<string>>(undefined)
  const follow = useEffectEvent((known: readonly ListView[]) => {
    const made = before.current && known.find(({ id, isOwn }) => isOwn && !before.current?.has(id))
    if (!made) return
    before.current = undefined
    setup.apply(made)
  })
  useEffect(() => follow(views), [views])

  const handleNew = () => {
    before.current = new Set(views.map(({ id }) => id))
    setEdited('new')
  }
  const handleRemove = ({ id, name, share }: ListView) =>
    confirm({
      title: `删除视图“${name}”？`,
      content: share === 'nobody' ? '删除后不能恢复。' : '已共享的同事也将无法使用该视图，删除后不能恢复。',
      verb: '删除',
      run: async () => {
        const done = await removal.run({ list: listKey, id })
        if (done !== undefined) setup.apply(undefined)
      },
    })
  const handleUpdate = ({ id, version, name, share, roleId }: ListView) =>
    void update.run({ list: listKey, id, version, name, share, roleId, columns: setup.columns, ...kept })

  const line = (each: ListView | undefined) => ({
    key: each?.id ?? 'none',
    icon: view?.id === each?.id ? <CheckOutlined /> : <span className="saved-views-gap" />,
    label: (
      <span className="saved-views-line">
        {each?.name ?? none}
        {each && <small>{originOf(each)}</small>}
        {(each?.id ?? null) === defaultViewId && each && <StarFilled aria-label="默认视图" />}
      </span>
    ),
    onClick: () => setup.apply(each),
  })
  const isDefault = view !== undefined && view.id === defaultViewId
  const items: MenuProps['items'] = [
    line(undefined),
    ...views.map(line),
    { type: 'divider' },
    ...(view?.isOwn && isChanged
      ? [{ key: 'update', label: `更新“${view.name}”`, onClick: () => handleUpdate(view) }]
      : []),
    { key: 'new', label: '另存为视图', onClick: handleNew },
    ...(view && setDefault
      ? [
          {
            key: 'default',
            label: isDefault ? '取消默认视图' : '设为默认视图',
            onClick: () => setDefault(isDefault ? null : view.id),
          },
        ]
      : []),
    ...(view?.isOwn
      ? [
          { key: 'edit', label: '重命名与共享', onClick: () => setEdited(view) },
          { key: 'remove', label: '删除视图', danger: true, onClick: () => handleRemove(view) },
        ]
      : []),
  ]

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        autoFocus
        open={isOpen && isActive}
        onOpenChange={setOpen}
        menu={{ items, className: 'saved-views-menu' }}
      >
        <Button type="text" aria-haspopup="menu" aria-expanded={isOpen} icon={<EyeOutlined />}>
          <span className="saved-views-name">{view ? `${view.name}${isChanged ? '（已修改）' : ''}` : '视图'}</span>
          <DownOutlined className="saved-views-caret" />
        </Button>
      </Dropdown>
      {edited && (
        <ViewDialog
          stored={edited === 'new' ? undefined : edited}
          kept={edited === 'new' ? { ...kept, columns: setup.columns } : edited}
          listKey={listKey}
          roles={setup.roles}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {confirmation}
    </>
  )
}
