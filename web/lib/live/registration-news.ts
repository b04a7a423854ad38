// That registrations have come in, told by the live channel to whatever page shows them.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { onSignOut } from '../session/session.ts'

const newsStore = createStore<{ count: number }>(() => ({ count: 0 }))
onSignOut(() => newsStore.setState({ count: 0 }))

export const noteRegistration = () => newsStore.setState(({ count }) => ({ count: count + 1 }))

/** How many this tab was told of: it changes with each. */
export const useRegistrationNews = (): number => useStore(newsStore, ({ count }) => count)
