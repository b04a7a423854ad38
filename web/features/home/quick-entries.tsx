// Module 3: pages that the person has pinned to the home page (spec §1, §2).
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { getAdminMenuDIY } from '#contract/home/home.ts'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { useCall } from '#web/lib/query.ts'
import { useMenu } from '#web/lib/session/menus.ts'
import { BASE } from '#web/lib/site.ts'
import { type Entry, pagesOf, shownEntries } from './entries.rules.ts'

const QuickEntriesDialog = lazy(() => import('./quick-entries-dialog.tsx'))

function EntryLink({ entry }: { entry: Entry }) {
  const inside = (
    <>
      <span className="home-entry-icon" aria-hidden="true">
        <MenuIcon name={entry.icon} />
      </span>
      <strong>{entry.title}</strong>
      <small>{entry.area}</small>
    </>
  )
  return entry.isNewWindow ? (
    <a className="home-entry" href={BASE + entry.address} target="_blank" rel="noreferrer">
      {inside}
    </a>
  ) : (
    <Link className="home-entry" to={entry.address}>
      {inside}
    </Link>
  )
}

export function QuickEntries() {
  const pages = pagesOf(useMenu())
  const { data: chosen, isPending } = useCall(getAdminMenuDIY, undefined, { call: { hideErrorMsg: true } })
  const [isEditing, setEditing] = useState(false)
  const { entries, isSuggested } = shownEntries(chosen ?? [], pages)

  return (
    <section className="home-card home-wide" aria-label="菜单快捷入口">
      <header>
        <h2>菜单快捷入口</h2>
        {isSuggested && !isPending && <p className="home-hint">还没有设置，先列出前几个可用页面</p>}
        {pages.length > 0 && (
          <Button type="link" size="small" disabled={isPending} onClick={() => setEditing(true)}>
            编辑
          </Button>
        )}
      </header>
      {pages.length === 0 ? (
        <p>暂无菜单权限，请联系管理员</p>
      ) : (
        <ul className="home-entries" data-waiting={isPending || undefined}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {isEditing && (
        <Suspense>
          <QuickEntriesDialog pages={pages} initial={isSuggested ? [] : entries} onClosed={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
