// Which open pages hold input that is not saved yet, so that closing their tab, or the window, asks first.
import { createContext, useContext, useEffect } from 'react'

/** The key of an open page (shell/tabs.rules.ts); empty outside the workbench. */
export const TabKeyContext = createContext('')

const unsaved = new Set<string>()
const forgetters = new Map<string, Map<string, () => void>>()

export const hasUnsaved = (tabKey: string): boolean => unsaved.has(tabKey)
export const hasAnyUnsaved = (): boolean => unsaved.size > 0

/** The page's input is saved or given up: what was kept of it elsewhere goes with its mark. */
export function forgetUnsaved(tabKey: string): void {
  unsaved.delete(tabKey)
  const acts = forgetters.get(tabKey)
  forgetters.delete(tabKey)
  for (const act of acts?.values() ?? []) act()
}

/** Once, when the page's input is forgotten; under the same name the act before is replaced. */
export function onForgotten(tabKey: string, name: string, act: () => void): void {
  const acts = forgetters.get(tabKey) ?? new Map<string, () => void>()
  forgetters.set(tabKey, acts.set(name, act))
}

/** Marks the page as holding unsaved input while `isDirty`. A hidden page keeps its mark: its input is kept too. */
export function useUnsaved(isDirty: boolean): void {
  const key = useContext(TabKeyContext)
  useEffect(() => {
    if (isDirty) unsaved.add(key)
    else unsaved.delete(key)
  }, [key, isDirty])
}
