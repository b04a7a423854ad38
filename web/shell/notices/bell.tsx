// The bell: how many messages wait, and a panel under the top bar that shows them; it blocks nothing.
import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Tooltip } from 'antd'
import { type FocusEvent, lazy, Suspense, useRef, useState } from 'react'
import { getOwnMessages } from '../../../contract/live/messages.ts'
import { useCall } from '../../lib/query.ts'
import { useTexts } from '../texts/texts.ts'

const BellPanel = lazy(() => import('./bell-panel.tsx'))

export function Bell() {
  const { title, unread } = useTexts().bell
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(getOwnMessages, undefined, {
    call: { hideErrorMsg: true, background: true },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const count = data?.unread ?? 0
  const label = count > 0 ? unread(count) : title
  const handleLeave = () => {
    setOpen(false)
    button.current?.focus()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves button and panel
    <div onBlur={handleBlur}>
      <Tooltip title={isOpen ? '' : label}>
        <Button
          ref={button}
          type="text"
          icon={
            <Badge dot={count > 0}>
              <BellOutlined />
            </Badge>
          }
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        />
      </Tooltip>
      {isOpen && (
        <Suspense>
          <BellPanel onLeave={handleLeave} />
        </Suspense>
      )}
    </div>
  )
}
