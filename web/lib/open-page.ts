// Opens a page from another one; two-level pages open inside the current tab if the person chose so (spec §2, §4).
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findPage } from './page.ts'
import { usePages } from './session/menus.ts'
import { useSession } from './session/session.ts'

/** Query parameter of a two-level page. The misspelling is spec §2's; stored and shared addresses contain it. */
export const TWO_LEVEL = 'towLevelPage'
/** Query parameter of a page opened from a two-level page: its 返回 is the browser's back. */
export const SUBSIDIARY = 'isSubsidiary'

/** spec §2 "Page opening method": 0 opens a tab, 1 opens inside the current one. */
const IN_CURRENT_TAB = 1
export const useOpensInTab = (): boolean => useSession()?.pageOpenMethod === IN_CURRENT_TAB

export type OpenPage = (path: string, query?: Readonly<Record<string, string>>) => void

/** `open('/application/bigData/grantChange', { id, tagName })`. Use it to open any page of a record. */
export function useOpenPage(): OpenPage {
  const navigate = useNavigate()
  const pages = usePages((state) => state.pages)
  const isInTab = useOpensInTab()
  const isOver = new URLSearchParams(useLocation().search).has(TWO_LEVEL)
  return useCallback(
    (path, values = {}) => {
      const query = new URLSearchParams(values)
      if (isInTab && findPage(pages, path)?.entry.twoLevel) {
        query.set(TWO_LEVEL, '1')
        if (isOver) query.set(SUBSIDIARY, '1')
      }
      void navigate({ pathname: path, search: query.toString() })
    },
    [navigate, pages, isInTab, isOver],
  )
}
