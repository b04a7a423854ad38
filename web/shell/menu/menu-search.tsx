// Menu search dialog (spec §2): input, grouped results (pages, customers, accounts), choice by keyboard or mouse.
import './menu-search.css'
import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { can, isAllowed } from '#contract/access.ts'
import { MenuIcon } from '#web/kit/menu-icon.tsx'
import { findPage } from '#web/lib/page.ts'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BASE } from '#web/lib/site.ts'
import type { Spell } from '#web/lib/syllables.ts'
import { useTexts } from '../texts/texts.ts'
import type { Texts } from '../texts/zh.ts'
import {
  type FoundPage,
  indexMenu,
  type MenuIndex,
  pagesAt,
  searchMenu,
  trailOf,
  unspelled,
} from './menu-search.rules.ts'
import { type Group, optionId, Results, type Row, rowOf } from './menu-search-results.tsx'
import { recentPages } from './recent-pages.ts'
import { useFoundCampaigns } from './use-found-campaigns.tsx'
import { useFoundCustomers } from './use-found-customers.tsx'
import { useFoundRecords } from './use-found-records.tsx'

type Reading = { spell: Spell; keyOf: (query: string) => string }
const unread: Reading = { spell: unspelled, keyOf: (query) => query }

/** Search index of the menu, and how a query is read; by names as typed until pinyin and the key of texts have loaded. */
function useIndex(menu: readonly MenuEntry[]): { index: MenuIndex; keyOf: Reading['keyOf'] } {
  const [{ spell, keyOf }, setReading] = useState(unread)
  useEffect(() => {
    let isWanted = true
    Promise.all([import('#web/lib/pinyin.ts'), import('#contract/text.ts')]).then(
      ([loaded, { textKey }]) => isWanted && setReading({ spell: loaded.spell, keyOf: textKey }),
      () => undefined, // chunk failed to load: search by names still works
    )
    return () => {
      isWanted = false
    }
  }, [])
  const pages = usePages((state) => state.pages)
  const holdings = usePermissions((permissions) => permissions.holdings)
  return useMemo(() => {
    const besideOf = ({ code, path }: MenuEntry) => {
      const { title = '', others = [], adds } = findPage(pages, path)?.entry ?? {}
      const mayAdd = adds !== undefined && isAllowed(can(code, 'add'), holdings)
      return { others: [title, ...others], adds: mayAdd ? adds : undefined }
    }
    return { index: indexMenu(menu, spell, besideOf), keyOf }
  }, [menu, spell, keyOf, pages, holdings])
}

function rowOfPage(found: FoundPage): Row {
  const { id, icon, title, children, address, isNewWindow } = found.page.entry
  const trail = trailOf(found)
  return {
    id,
    trail,
    address,
    isNewWindow,
    title: found.other && !found.page.isAct ? `${title}（${found.other}）` : title,
    icon: <MenuIcon name={icon} isFolder={children.length > 0} />,
    mark: trail.at(-1)?.mark,
  }
}

const pageGroup = (key: string, title: string, pages: readonly FoundPage[]): Group => ({
  key,
  title,
  count: pages.length,
  rowAt: (at) => rowOfPage(pages[at] as FoundPage),
})

function groupsOf(index: MenuIndex, query: string, recent: readonly string[], texts: Texts['search']): Group[] {
  const found = searchMenu(index, query)
  if (query.trim() !== '') return [pageGroup('pages', texts.found, found)]
  const last = pagesAt(index, recent)
  const seen = new Set(last.map(({ page }) => page.entry.path))
  const others = found.filter(({ page }) => !seen.has(page.entry.path))
  return [pageGroup('recent', texts.recent, last), pageGroup('pages', texts.all, others)]
}

/** Row that a key moves to from the active one, wrapping around. */
function targetRow(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function Search({ index, keyOf, onClose }: ReturnType<typeof useIndex> & { onClose: () => void }) {
  const texts = useTexts().search
  const navigate = useNavigate()
  const userId = useSession()?.user_id ?? ''
  const listId = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [recent] = useState(() => recentPages(userId))
  const pages = useMemo(() => groupsOf(index, keyOf(query), recent, texts), [index, keyOf, query, recent, texts])
  const customers = useFoundCustomers(query)
  const campaigns = useFoundCampaigns(query)
  const records = useFoundRecords(query)
  const isAsking = customers.isAsking || records.isAsking || campaigns.isAsking
  const groups = useMemo(
    () => [...pages, ...customers.groups, ...records.groups, ...campaigns.groups].filter(({ count }) => count > 0),
    [pages, customers.groups, records.groups, campaigns.groups],
  )
  const count = groups.reduce((sum, group) => sum + group.count, 0)

  const choose = ({ address, isNewWindow }: Row) => {
    onClose()
    if (isNewWindow) window.open(BASE + address, '_blank', 'noopener')
    else void navigate(address)
  }
  const handleKey = (event: KeyboardEvent) => {
    // while an IME is composing, the keys belong to it
    if (event.nativeEvent.isComposing || count === 0) return
    const found = rowOf(groups, active)
    if (event.key === 'Enter' && found) return choose(found)
    const next = targetRow(event.key, active, count)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }

  return (
    <div className="menu-search">
      <Input
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        placeholder={customers.maySearch ? texts.hintCustomers : texts.hint}
        maxLength={50}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
        }}
        onKeyDown={handleKey}
        role="combobox"
        aria-label={texts.title}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={listId}
        {...(count > 0 && { 'aria-activedescendant': optionId(listId, active) })}
      />
      {count > 0 ? (
        <Results
          listId={listId}
          label={texts.title}
          groups={groups}
          active={active}
          onActive={setActive}
          onChoose={choose}
        />
      ) : (
        <div id={listId} className="found found-nothing" role="status">
          <strong>{isAsking ? texts.asking : texts.nothing(query.trim())}</strong>
          {!isAsking && <span className="found-hint">{texts.nothingHint}</span>}
        </div>
      )}
      <p className="menu-search-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {texts.toChoose}
        <kbd>Enter</kbd> {texts.toOpen}
        <kbd>Esc</kbd> {texts.toClose}
      </p>
    </div>
  )
}

type Props = { menu: readonly MenuEntry[]; open: boolean; onClose: () => void }

export default function MenuSearch({ menu, open, onClose }: Props) {
  const texts = useTexts().search
  const read = useIndex(menu)
  return (
    <Modal
      title={texts.title}
      open={open}
      onCancel={onClose}
      footer={null}
      width={640}
      style={{ top: '10vh' }}
      destroyOnHidden
    >
      <Search {...read} onClose={onClose} />
    </Modal>
  )
}
