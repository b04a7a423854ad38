// The menu of the signed-in person.
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Pages } from '../page.ts'
import type { MenuEntry } from './menu.rules.ts'
import { menuOf } from './menu.rules.ts'
import { usePermissions } from './permissions.ts'

/** All screens. main.tsx injects pages.ts, so that lib does not import it. */
export const usePages = create<{ pages: Pages }>(() => ({ pages: {} }))

export function useMenu(): MenuEntry[] {
  const pages = usePages((state) => state.pages)
  const rows = usePermissions((state) => state.menus)
  return useMemo(() => menuOf(rows, pages), [rows, pages])
}
