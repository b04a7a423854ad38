// What antd opens over a page (lists of choices, calendars, menus) stands in an element of that page's own: it vanishes with
// the page and comes back with it. Dialogs close by themselves (`useActive`).
import { ConfigProvider } from 'antd'
import { type ReactNode, type RefObject, useCallback } from 'react'
import { createPortal } from 'react-dom'

export type Popups = RefObject<HTMLDivElement | null>

/** The element; in the document's body, as what opens may be larger than the page. */
export function PopupsBox({ ref, isShown }: { ref: Popups; isShown: boolean }) {
  const asleep = isShown ? undefined : ''
  return createPortal(<div ref={ref} className="page-popups" data-asleep={asleep} />, document.body)
}

/** A page without a tab has no such element, and needs none: it never stands behind another one. */
export function PopupsIn({ popups, children }: { popups: Popups | undefined; children: ReactNode }) {
  const place = useCallback(() => popups?.current ?? document.body, [popups])
  return <ConfigProvider getPopupContainer={place}>{children}</ConfigProvider>
}
