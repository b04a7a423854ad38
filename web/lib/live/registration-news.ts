// Live notices of new registrations, for the pages that show them.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { onSignOut } from '../session/session.ts'

const newsStore = createStore<{ count: number }>(() => ({ count: 0 }))
onSignOut(() => newsStore.setState({ count: 0 }))

export const noteRegistration = () => newsStore.setState(({ count }) => ({ count: count + 1 }))

/** Number of notices in this tab; it changes with each new registration, so use it as an effect dependency. */
export const useRegistrationNews = (): number => useStore(newsStore, ({ count }) => count)
