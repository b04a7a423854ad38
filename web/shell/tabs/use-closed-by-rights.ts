// Closes pages that a change of rights forbids, and names them in a toast (spec §4, §6).
import { useCallback, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '#web/lib/notify.ts'
import { findPage, pathOf } from '#web/lib/page.ts'
import { judgePage } from '#web/lib/session/menu.rules.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { hasUnsaved } from '#web/lib/unsaved.ts'
import { pageName } from '../page-name.ts'
import { textsNow } from '../texts/texts.ts'
import type { Here } from '../use-place.ts'
import { addressOf, closeForbidden, findPageOf, type OpenPage } from './tabs.rules.ts'
import { useTabs } from './tabs.ts'

/** Duration of the toast, which may name many pages, s. */
const READING_S = 8

const closedPaths = new Set<string>()

/** Returns and clears the closed paths, so the toast about changed rights does not name them again. */
export function consumeClosedPaths(): ReadonlySet<string> {
  const taken = new Set(closedPaths)
  closedPaths.clear()
  return taken
}

/**
 * @returns a function telling whether the front page was just closed and its neighbour is being opened. Never on the
 * first load: a forbidden address then shows 403 in place.
 */
export function useClosedByRights({ target }: Here): () => boolean {
  const navigate = useNavigate()
  const pages = usePages((state) => state.pages)
  const rows = usePermissions((state) => state.menus)
  const holdings = usePermissions((state) => state.holdings)
  const isFirst = useRef(true)
  const isMoving = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only changed rights may close pages
  useLayoutEffect(() => {
    const isForbidden = ({ place }: OpenPage) =>
      judgePage(findPage(pages, place.pathname), rows, holdings) === 'forbidden'
    const before = useTabs.getState()
    const { tabs, closed, held } = closeForbidden(before, isForbidden, hasUnsaved)
    if (tabs !== before) useTabs.setState(tabs)
    const texts = textsNow()
    const named = (of: readonly OpenPage[]) =>
      texts.quoted(of.map(({ title, place }) => pageName(pages, { title, path: place.pathname })))
    for (const { place } of closed) closedPaths.add(pathOf(place.pathname))
    if (closed.length > 0) notify.info(texts.closedByRights(named(closed)), READING_S)
    if (held.length > 0) notify.info(texts.heldByRights(named(held)), READING_S)
    const front = tabs.front === before.front ? undefined : findPageOf(tabs, tabs.front)
    if (!isFirst.current && front && !target) {
      isMoving.current = true
      void navigate(addressOf(front.place), { replace: true })
    }
    isFirst.current = false
  }, [pages, rows, holdings])

  return useCallback(() => {
    const wasMoving = isMoving.current
    isMoving.current = false
    return wasMoving
  }, [])
}
