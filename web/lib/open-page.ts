// Opening a page from another one: two-level pages inside the current tab, where the person has chosen so (spec §2, §4).
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findPage } from './page.ts'
import { usePages } from './session/menus.ts'
import { useSession } from './session/session.ts'

/** The query value that says so. It is spelled as in spec §2: addresses are kept and passed on. */
export const TWO_LEVEL = 'towLevelPage'
/** The query value of a page whose 返回 is the browser's own: it was opened from a two-level page. */
export const SUBSIDIARY = 'isSubsidiary'

/** spec §2 "Page opening method": 0 opens a tab, 1 enters in the current one. */
const IN_CURRENT_TAB = 1
export const useOpensInTab = (): boolean => useSession()?.pageOpenMethod === IN_CURRENT_TAB

export type OpenPage = (path: string, query?: Readonly<Record<string, string>>) => void

/** `open('/application/bigData/grantChange', { id, tagName })`: everything that opens a page of a record uses it. */
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
