// Tracks which open pages have unsaved input, so that closing their tab or the window asks first.
import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'

/** The key of an open page (shell/tabs/tabs.rules.ts); empty outside the workbench. */
export const TabKeyContext = createContext('')

/** Ref to a callback of a form or dialog: whether it has unsaved input now. */
type Holder = { current: () => boolean }
const holdsNothing = () => false

const holders = new Map<string, Set<Holder>>()
const forgetters = new Map<string, Map<string, () => void>>()

const holdersOf = (tabKey: string): readonly Holder[] => [...(holders.get(tabKey) ?? [])]

export const hasUnsaved = (tabKey: string): boolean => holdersOf(tabKey).some((holder) => holder.current())
export const hasAnyUnsaved = (): boolean => [...holders.keys()].some(hasUnsaved)

/** Marks the page clean without waiting for a render, and runs its `onForgotten` callbacks (drafts kept elsewhere). */
export function forgetUnsaved(tabKey: string): void {
  for (const holder of holdersOf(tabKey)) holder.current = holdsNothing
  const acts = forgetters.get(tabKey)
  forgetters.delete(tabKey)
  for (const act of acts?.values() ?? []) act()
}

/** Runs `act` once when the page's input is forgotten. A second one with the same name replaces the first. */
export function onForgotten(tabKey: string, name: string, act: () => void): void {
  const acts = forgetters.get(tabKey) ?? new Map<string, () => void>()
  forgetters.set(tabKey, acts.set(name, act))
}

/** Registers `isDirty` for the page around it, in front or behind. A page may register several. */
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
