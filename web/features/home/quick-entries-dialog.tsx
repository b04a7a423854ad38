// Dialog to choose quick entries: all pages to search and tick on one side, the chosen ones to sort on the other.
import './quick-entries-dialog.css'
import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { getAdminMenuDIY, saveAdminMenuDIY } from '#contract/home/home.ts'
import { DIALOG_GUARD_MS, QUICK_ENTRIES_MAX } from '#contract/limits.ts'
import { OrderDialog } from '#web/kit/form/order-dialog.tsx'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { SortableList } from '#web/kit/picker/sortable-list.tsx'
import { useAct } from '#web/lib/query.ts'
import { type Entry, findPages } from './entries.rules.ts'

type ChoiceProps = { pages: readonly Entry[]; chosen: readonly Entry[]; onToggle: (page: Entry) => void }

function Choice({ pages, chosen, onToggle }: ChoiceProps) {
  const [text, setText] = useState('')
  const found = Map.groupBy(findPages(pages, text), ({ area }) => area)
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const isFull = chosen.length >= QUICK_ENTRIES_MAX
  return (
    <section className="entry-choice" aria-label="可选页面">
      <Input
        type="search"
        aria-label="搜索页面"
        placeholder="搜索页面"
        prefix={<SearchOutlined />}
        maxLength={32}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="entry-choice-list">
        {[...found].map(([area, entries]) => (
          <fieldset key={area}>
            <legend>{area}</legend>
            {entries.map((page) => (
              <Checkbox
                key={page.id}
                checked={chosenIds.has(page.id)}
                disabled={isFull && !chosenIds.has(page.id)}
                onChange={() => onToggle(page)}
              >
                {page.title}
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {found.size === 0 && <p className="entry-hint">没有符合条件的页面</p>}
      </div>
    </section>
  )
}

type Props = {
  pages: readonly Entry[]
  initial: readonly Entry[]
  onClosed: () => void
}

export default function QuickEntriesDialog({ pages, initial, onClosed }: Props) {
  const [chosen, setChosen] = useState<readonly Entry[]>(initial)
  const save = useAct(saveAdminMenuDIY, {
    guardMs: DIALOG_GUARD_MS,
    success: '快捷入口已保存',
    invalidates: [getAdminMenuDIY],
  })
  const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
  const menuIds = idsOf(chosen)
  const toggle = (page: Entry) =>
    setChosen((now) => (now.some(({ id }) => id === page.id) ? now.filter(({ id }) => id !== page.id) : [...now, page]))

  return (
    <OrderDialog
      title="编辑快捷入口"
      width={760}
      what="快捷入口"
      isChanged={menuIds.join() !== idsOf(initial).join()}
      isSaving={save.pending}
      onSave={() => save.run({ menuIds })}
      onClosed={onClosed}
    >
      <div className="entry-dialog">
        <Choice pages={pages} chosen={chosen} onToggle={toggle} />
        <section className="entry-chosen" aria-label="已选页面">
          <h3>
            已选
            <small>
              {chosen.length} / {QUICK_ENTRIES_MAX}
            </small>
          </h3>
          {chosen.length === 0 ? (
            <p className="entry-hint">在左侧勾选常用的页面；一个都不选时，首页列出菜单里的前几个页面。</p>
          ) : (
            <SortableList
              label="已选页面的顺序"
              items={chosen}
              idOf={({ id }) => id}
              nameOf={({ title }) => title}
              onSort={setChosen}
            >
              {(page) => (
                <>
                  <span className="home-entry-icon" aria-hidden="true">
                    <MenuIcon name={page.icon} />
                  </span>
                  <span className="entry-name">
                    {page.title}
                    <small>{page.area}</small>
                  </span>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`移除 ${page.title}`}
                    icon={<CloseOutlined />}
                    onClick={() => toggle(page)}
                  />
                </>
              )}
            </SortableList>
          )}
        </section>
      </div>
    </OrderDialog>
  )
}
