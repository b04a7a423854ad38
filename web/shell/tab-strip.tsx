// The strip of open pages: a click opens, the cross or the middle button closes, the rest is under right-click and 更多.
import './tab-strip.css'
import { CloseOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { addressOf, close, closeAll, closeOthers, isClosable, type Tab, type Tabs } from './tabs.rules.ts'
import { useTabs } from './tabs.ts'
import type { TabsFlow } from './use-tabs-flow.ts'

const MIDDLE = 1

function menuFor(state: Tabs, key: string, { change, reload }: TabsFlow): MenuProps {
  const hasOthers = state.tabs.some((tab) => tab.key !== key && isClosable(state, tab.key))
  const hasAny = state.tabs.some((tab) => isClosable(state, tab.key))
  return {
    items: [
      { key: 'refresh', label: '刷新当前', disabled: key === '' || key !== state.active },
      { key: 'others', label: '关闭其他', disabled: key === '' || !hasOthers },
      { key: 'all', label: '关闭全部', disabled: !hasAny },
    ],
    onClick: ({ key: act, domEvent }) => {
      domEvent.stopPropagation()
      if (act === 'refresh') reload(key)
      if (act === 'others') change((now) => closeOthers(now, key))
      if (act === 'all') change(closeAll)
    },
  }
}

function TabItem({ tab, state, flow }: { tab: Tab; state: Tabs; flow: TabsFlow }) {
  const isActive = tab.key === state.active
  const canClose = isClosable(state, tab.key)
  const item = useRef<HTMLLIElement>(null)
  const handleClose = () => flow.change((now) => close(now, tab.key))
  const handleMiddle = (event: MouseEvent) => {
    if (event.button !== MIDDLE) return
    event.preventDefault()
    if (canClose) handleClose()
  }

  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive])

  return (
    <Dropdown trigger={['contextMenu']} menu={menuFor(state, tab.key, flow)}>
      <li ref={item} className="tab" data-active={isActive || undefined} onAuxClick={handleMiddle}>
        <Link
          to={addressOf(tab.place)}
          aria-current={isActive ? 'page' : undefined}
          title={tab.title}
          draggable={false}
        >
          {tab.title}
        </Link>
        {canClose && (
          <button type="button" aria-label={`关闭 ${tab.title}`} onClick={handleClose}>
            <CloseOutlined />
          </button>
        )}
      </li>
    </Dropdown>
  )
}

export function TabStrip({ flow }: { flow: TabsFlow }) {
  const state = useTabs()
  return (
    <nav className="tab-strip" aria-label="已打开的页面">
      <ul>
        {state.tabs.map((tab) => (
          <TabItem key={tab.key} tab={tab} state={state} flow={flow} />
        ))}
      </ul>
      <Dropdown trigger={['click']} placement="bottomRight" menu={menuFor(state, state.active, flow)}>
        <Button type="text" size="small" icon={<MoreOutlined />} iconPlacement="end">
          更多
        </Button>
      </Dropdown>
    </nav>
  )
}
