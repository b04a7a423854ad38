// Which open pages hold input that is not saved yet, so that closing their tab, or the window, asks first.
import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'

/** The key of an open page (shell/tabs.rules.ts); empty outside the workbench. */
export const TabKeyContext = createContext('')

/** Answers whether a part of a page, its form or a dialog over it, holds unsaved input now. */
type Holder = { current: () => boolean }
const holdsNothing = () => false

const holders = new Map<string, Set<Holder>>()
const forgetters = new Map<string, Map<string, () => void>>()

const holdersOf = (tabKey: string): readonly Holder[] => [...(holders.get(tabKey) ?? [])]

export const hasUnsaved = (tabKey: string): boolean => holdersOf(tabKey).some((holder) => holder.current())
export const hasAnyUnsaved = (): boolean => [...holders.keys()].some(hasUnsaved)

/** The page's input is saved or given up, before it is drawn so: what was kept of it elsewhere goes with it. */
export function forgetUnsaved(tabKey: string): void {
  for (const holder of holdersOf(tabKey)) holder.current = holdsNothing
  const acts = forgetters.get(tabKey)
  forgetters.delete(tabKey)
  for (const act of acts?.values() ?? []) act()
}

/** Once, when the page's input is forgotten; under the same name the act before is replaced. */
export function onForgotten(tabKey: string, name: string, act: () => void): void {
  const acts = forgetters.get(tabKey) ?? new Map<string, () => void>()
  forgetters.set(tabKey, acts.set(name, act))
}

/** The page holds unsaved input while `isDirty` says so, in front and behind; a page may have several that can say it. */
export function useUnsaved(isDirty: () => boolean): void {
  const key = useContext(TabKeyContext)
  const holder = useRef(holdsNothing)
  useLayoutEffect(() => {
    holder.current = isDirty
  })
  useEffect(() => {
    const own = holders.get(key) ?? new Set<Holder>()
    holders.set(key, own.add(holder))
    return () => {
      own.delete(holder)
      if (own.size === 0) holders.delete(key)
    }
  }, [key])
}
