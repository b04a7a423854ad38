// Opens the menu search: box in the top bar, and Ctrl+K or Cmd+K anywhere (spec §2).
import { SearchOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { MenuEntry } from '#web/lib/session/menu.rules.ts'
import { useTexts } from '../texts/texts.ts'

const MenuSearch = lazy(() => import('./menu-search.tsx'))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

export function MenuSearchBox({ menu, isNarrow }: { menu: readonly MenuEntry[]; isNarrow: boolean }) {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  // loads on first opening and stays mounted, so the closing animation can play
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setWasOpen(true)
      setOpen(true)
    }
    // capture: before pages and inputs handle the key
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])

  const props = { onClick: open, 'aria-keyshortcuts': 'Control+K Meta+K', 'aria-haspopup': 'dialog' } as const
  return (
    <>
      {isNarrow ? (
        <Tooltip title={texts.search.title}>
          <Button type="text" icon={<SearchOutlined />} aria-label={texts.search.title} {...props} />
        </Tooltip>
      ) : (
        <button type="button" className="search-box" aria-label={texts.search.title} {...props}>
          <SearchOutlined />
          <span>{texts.search.title}</span>
          <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {wasOpen && (
        <Suspense>
          <MenuSearch menu={menu} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
