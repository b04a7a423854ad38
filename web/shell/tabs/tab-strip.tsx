// The tab strip: click opens; cross, Delete or middle click closes; dragging or Alt+Shift+arrow moves. Everything else
// is in the context menu (right-click, menu key) and 更多.
import './tab-strip.css'
import { CloseOutlined, MoreOutlined, PushpinFilled } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, memo, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { HOME } from '#web/lib/session/menu.rules.ts'
import { useMenu } from '#web/lib/session/menus.ts'
import { useTexts } from '../texts/texts.ts'
import type { Texts } from '../texts/zh.ts'
import { labelsOf } from './tab-labels.rules.ts'
import {
  addressOf,
  canMove,
  close,
  closeAll,
  closeOthers,
  findTab,
  isClosable,
  move,
  pin,
  type Tab,
  type Tabs,
  topOf,
} from './tabs.rules.ts'
import { useTabs } from './tabs.ts'
import { useStripKeys, useSwitchKeys } from './use-strip-keys.ts'
import { useTabDrag } from './use-tab-drag.ts'
import type { TabsFlow } from './use-tabs-flow.ts'

/** Menu items for a tab, shared by the context menu and 更多. */
function tabMenu(state: Tabs, key: string, { change, reload }: TabsFlow, texts: Texts): MenuProps {
  const tab = findTab(state, key)
  const at = state.tabs.findIndex((each) => each.key === key)
  const isHome = at === 0
  const hasOthers = state.tabs.some((each) => each.key !== key && isClosable(state, each.key))
  const hasAny = state.tabs.some((each) => isClosable(state, each.key))
  const acts: Record<string, () => void> = {
    refresh: () => reload(key),
    pin: () => change((now) => pin(now, key, !tab?.isPinned)),
    left: () => change((now) => move(now, key, at - 1)),
    right: () => change((now) => move(now, key, at + 1)),
    close: () => change((now, holds) => close(now, key, holds)),
    others: () => change((now, holds) => closeOthers(now, key, holds)),
    all: () => change(closeAll),
  }
  return {
    items: [
      { key: 'refresh', label: texts.refreshCurrent, disabled: !tab || key !== state.active },
      { type: 'divider' },
      { key: 'pin', label: tab?.isPinned ? texts.unpin : texts.pin, disabled: !tab || isHome },
      { key: 'left', label: texts.moveLeft, disabled: !canMove(state, key, -1) },
      { key: 'right', label: texts.moveRight, disabled: !canMove(state, key, 1) },
      { type: 'divider' },
      { key: 'close', label: texts.close, disabled: !isClosable(state, key) },
      { key: 'others', label: texts.closeOthers, disabled: !tab || !hasOthers },
      { key: 'all', label: texts.closeAll, disabled: !hasAny },
    ],
    onClick: ({ key: act, domEvent }) => {
      domEvent.stopPropagation()
      acts[act]?.()
    },
  }
}

/** 更多 also lists the open tabs, since an overflowing strip hides some. */
function moreMenu(
  own: MenuProps,
  { tabs, active }: Tabs,
  labels: ReadonlyMap<string, string>,
  title: string,
): MenuProps {
  const children = tabs.map((tab) => ({
    key: `open ${tab.key}`,
    label: <Link to={addressOf(topOf(tab).place)}>{labels.get(tab.key) ?? tab.title}</Link>,
  }))
  return {
    ...own,
    items: [{ key: 'open', type: 'group', label: title, children }, { type: 'divider' }, ...(own.items ?? [])],
    selectedKeys: [`open ${active}`],
  }
}

const MIDDLE = 1

/** Key of the tab under an event. */
const keyOfEvent = ({ target }: { target: EventTarget }) =>
  target instanceof HTMLElement || target instanceof SVGElement
    ? target.closest<HTMLElement>('[data-key]')?.dataset.key
    : undefined

type ItemProps = {
  tab: Tab
  label: string
  at: number
  isActive: boolean
  canClose: boolean
  isDragged: boolean
  /** The one tab reachable by the Tab key (roving tabindex). */
  isEntry: boolean
  onClose: (key: string) => void
  onDragStart: (event: PointerEvent, key: string) => void
}

const TabItem = memo(function TabItem(props: ItemProps) {
  const { tab, label, at, isActive, canClose, isDragged, isEntry, onClose, onDragStart } = props
  const { key, isPinned } = tab
  const texts = useTexts()
  const item = useRef<HTMLLIElement>(null)
  const handleMiddle = (event: MouseEvent) => {
    if (event.button !== MIDDLE) return
    event.preventDefault()
    if (canClose) onClose(key)
  }

  // In the next frame: scrolling now would force a synchronous layout of the new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that moves stays in view as well
  useEffect(() => {
    if (!isActive && !isDragged) return
    const frame = requestAnimationFrame(() => item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isActive, isDragged, at])

  return (
    <li
      ref={item}
      className="tab"
      data-key={key}
      data-active={isActive || undefined}
      data-dragged={isDragged || undefined}
      onAuxClick={handleMiddle}
    >
      <Link
        to={addressOf(topOf(tab).place)}
        aria-current={isActive ? 'page' : undefined}
        title={label}
        draggable={false}
        tabIndex={isEntry ? 0 : -1}
        onPointerDown={(event) => key !== HOME && onDragStart(event, key)}
      >
        {label}
      </Link>
      {isPinned && <PushpinFilled className="tab-pin" aria-label={texts.pinned} />}
      {canClose && (
        <button type="button" tabIndex={-1} aria-label={`${texts.close} ${label}`} onClick={() => onClose(key)}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
})

export function TabStrip({ flow }: { flow: TabsFlow }) {
  const state = useTabs()
  const menu = useMenu()
  const texts = useTexts()
  const strip = useRef<HTMLUListElement>(null)
  const { dragged, start } = useTabDrag(strip)
  const [announcement, announce] = useState('')
  /** The tab of the open context menu. */
  const [chosen, setChosen] = useState('')

  const focus = useCallback((key: string) => {
    const items = strip.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    const item = [...items].find((each) => each.dataset.key === key)
    item?.querySelector('a')?.focus({ preventScroll: true })
  }, [])
  const handleClose = useCallback((key: string) => flow.change((now, holds) => close(now, key, holds)), [flow])
  const handleKey = useStripKeys(flow, focus, announce)
  useSwitchKeys(flow)

  const entry = findTab(state, state.active)?.key ?? HOME
  const labels = labelsOf(state.tabs, menu)
  return (
    <nav className="tab-strip" aria-label={texts.openPages}>
      <Dropdown
        trigger={['contextMenu']}
        autoFocus
        destroyOnHidden
        // return the focus that the menu took
        onOpenChange={(isOpen) => !isOpen && focus(chosen)}
        menu={tabMenu(state, chosen, flow, texts)}
      >
        <ul ref={strip} onKeyDown={handleKey} onContextMenu={(event) => setChosen(keyOfEvent(event) ?? '')}>
          {state.tabs.map((tab, at) => (
            <TabItem
              key={tab.key}
              tab={tab}
              label={labels.get(tab.key) ?? tab.title}
              at={at}
              isActive={tab.key === state.active}
              canClose={isClosable(state, tab.key)}
              isDragged={tab.key === dragged}
              isEntry={tab.key === entry}
              onClose={handleClose}
              onDragStart={start}
            />
          ))}
        </ul>
      </Dropdown>
      <p role="status" className="tab-strip-status">
        {announcement}
      </p>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        destroyOnHidden
        classNames={{ root: 'tab-strip-menu' }}
        menu={moreMenu(tabMenu(state, state.active, flow, texts), state, labels, texts.openPages)}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} iconPlacement="end" title={texts.moreHint}>
          {texts.more}
        </Button>
      </Dropdown>
    </nav>
  )
}
