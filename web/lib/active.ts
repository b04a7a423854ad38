// Whether the page around a component is the one in front. Kept pages behind it close their dialogs and drawers.
import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'

/** A store instead of context state, so that a switch re-renders only the subscribers, not the whole page. */
export const createActive = (isActive: boolean) => createStore(() => isActive)

export const ActiveContext = createContext(createActive(true))

/**
 * For overlays that stay mounted: `open={open && useActive()}` closes them with the page. Dialogs mounted on demand use
 * `useDialog` of the kit.
 */
export const useActive = (): boolean => useStore(useContext(ActiveContext))
