// Opens the appearance panel: a small dialog under the top bar that blocks nothing, so that each change is seen at once.
import { SkinOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type FocusEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTexts } from '../texts/texts.ts'

const AppearancePanel = lazy(() => import('./appearance-panel.tsx'))

export function AppearanceButton() {
  const { title } = useTexts().appearance
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const handleLeave = () => {
    setOpen(false)
    button.current?.focus()
  }
  // whoever goes on elsewhere is done; the browser's own colour chooser and other windows are not elsewhere
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves button and panel
    <div onBlur={handleBlur}>
      <Tooltip title={isOpen ? '' : title}>
        <Button
          ref={button}
          type="text"
          icon={<SkinOutlined />}
          aria-label={title}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        />
      </Tooltip>
      {isOpen && (
        <Suspense>
          <AppearancePanel onLeave={handleLeave} />
        </Suspense>
      )}
    </div>
  )
}
