// Which open pages hold input that is not saved yet, so that closing their tab, or the window, asks first.
import { createContext, useContext, useEffect } from 'react'

/** The key of an open page (shell/tabs.rules.ts); empty outside the workbench. */
export const TabKeyContext = createContext('')

const unsaved = new Set<string>()

export const hasUnsaved = (tabKey: string): boolean => unsaved.has(tabKey)
export const hasAnyUnsaved = (): boolean => unsaved.size > 0
export const forgetUnsaved = (tabKey: string): void => void unsaved.delete(tabKey)

/** Marks the page as holding unsaved input while `isDirty`. A hidden page keeps its mark: its input is kept too. */
export function useUnsaved(isDirty: boolean): void {
  const key = useContext(TabKeyContext)
  useEffect(() => {
    if (isDirty) unsaved.add(key)
    else unsaved.delete(key)
  }, [key, isDirty])
}
