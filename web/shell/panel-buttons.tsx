// Buttons of the top bar that open a non-modal panel: messages, appearance. Changes are visible on the page at once.
import { BellOutlined, SkinOutlined } from '@ant-design/icons'
import { Badge, Button, Tooltip } from 'antd'
import { type ComponentType, type FocusEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { getOwnMessages } from '#contract/live/messages.ts'
import { useCall } from '#web/lib/query.ts'
import { useTexts } from './texts/texts.ts'

const BellPanel = lazy(() => import('./notices/bell-panel.tsx'))
const AppearancePanel = lazy(() => import('./settings/appearance-panel.tsx'))

type Props = { label: string; icon: ReactNode; panel: ComponentType<{ onLeave: () => void }> }

function PanelButton({ label, icon, panel: Panel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const handleLeave = () => {
    setOpen(false)
    button.current?.focus()
  }
  // close on focus elsewhere in the page, but not for the browser's colour chooser or other windows
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the focus leaving button and panel
    <div onBlur={handleBlur}>
      <Tooltip title={isOpen ? '' : label}>
        <Button
          ref={button}
          type="text"
          icon={icon}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        />
      </Tooltip>
      {isOpen && (
        <Suspense>
          <Panel onLeave={handleLeave} />
        </Suspense>
      )}
    </div>
  )
}

export function Bell() {
  const { title, unread } = useTexts().bell
  const { data } = useCall(getOwnMessages, undefined, {
    call: { hideErrorMsg: true, background: true },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const count = data?.unread ?? 0
  const icon = (
    <Badge dot={count > 0}>
      <BellOutlined />
    </Badge>
  )
  return <PanelButton label={count > 0 ? unread(count) : title} icon={icon} panel={BellPanel} />
}

export function AppearanceButton() {
  return <PanelButton label={useTexts().appearance.title} icon={<SkinOutlined />} panel={AppearancePanel} />
}
