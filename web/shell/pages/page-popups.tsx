// Container per page for antd popups (selects, calendars, menus), so they hide and come back with the page. Dialogs
// close instead (`useActive`).
import { ConfigProvider } from 'antd'
import { type ReactNode, type RefObject, useCallback } from 'react'
import { createPortal } from 'react-dom'

export type Popups = RefObject<HTMLDivElement | null>

/** In the document's body, since popups may be larger than the page. */
export function PopupsBox({ ref, isShown }: { ref: Popups; isShown: boolean }) {
  const asleep = isShown ? undefined : ''
  return createPortal(<div ref={ref} className="page-popups" data-asleep={asleep} />, document.body)
}

/** Pages without a tab use the body: they are never behind another page. */
export function PopupsIn({ popups, children }: { popups: Popups | undefined; children: ReactNode }) {
  const place = useCallback(() => popups?.current ?? document.body, [popups])
  return <ConfigProvider getPopupContainer={place}>{children}</ConfigProvider>
}
