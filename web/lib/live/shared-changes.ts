// Live notices that shared data has changed, for the pages that show it.
import { useEffect, useEffectEvent } from 'react'
import { createStore } from 'zustand/vanilla'
import type { LivePayload } from '#contract/live/live.ts'
import { useActive } from '../active.ts'

type What = LivePayload<'changed'>['what']
const store = createStore<{ last?: { what: What } }>(() => ({}))

export const noteChanged = ({ what }: { what: What }) => store.setState({ last: { what } })

/** Calls `refresh` on a change, in the front page only: pages behind refetch when they come to the front. */
export function useShared(what: What, refresh: () => void): void {
  const isActive = useActive()
  const handle = useEffectEvent((changed: What | undefined) => {
    if (isActive && changed === what) refresh()
  })
  useEffect(() => store.subscribe(({ last }) => handle(last?.what)), [])
}
