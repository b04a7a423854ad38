// Whether the page around a component is the one in front. Kept pages behind it close what floats (dialogs, drawers).
import { createContext, useContext } from 'react'
import { createStore, useStore } from 'zustand'

/** A store, as a page is large: only who asks is drawn anew at a switch. */
export const createActive = (isActive: boolean) => createStore(() => isActive)

export const ActiveContext = createContext(createActive(true))

/**
 * For everything that opens over the page: `open={open && useActive()}`, so that it neither stays nor flashes. A dialog that is
 * put into the page while it is wanted has `useDialog` of the kit.
 */
export const useActive = (): boolean => useStore(useContext(ActiveContext))
