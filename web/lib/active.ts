// Whether the page around a component is the one in front. Kept pages behind it close what floats (dialogs, drawers).
import { createContext, useContext } from 'react'

export const ActiveContext = createContext(true)

/** For everything that opens over the page: `open={open && useActive()}`, so that it neither stays nor flashes. */
export const useActive = (): boolean => useContext(ActiveContext)
