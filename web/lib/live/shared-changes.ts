// That what several people work on has changed, told by the live channel to whatever page shows it.
import { useEffect, useEffectEvent } from 'react'
import { createStore } from 'zustand/vanilla'
import type { LivePayload } from '../../../contract/live/live.ts'
import { useActive } from '../active.ts'

type What = LivePayload<'changed'>['what']
const store = createStore<{ last?: { what: What } }>(() => ({}))

export const noteChanged = ({ what }: { what: What }) => store.setState({ last: { what } })

/** Calls `refresh` when somebody has changed it, in the page in front: the others ask anew when they are shown. */
export function useShared(what: What, refresh: () => void): void {
  const isActive = useActive()
  const handle = useEffectEvent((changed: What | undefined) => {
    if (isActive && changed === what) refresh()
  })
  useEffect(() => store.subscribe(({ last }) => handle(last?.what)), [])
}
