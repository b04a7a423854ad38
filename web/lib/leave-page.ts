// Lets a page close its own tab, such as a form after saving or cancelling.
import { createContext, useContext } from 'react'

export type LeavePage = (address: string) => void

export const LeavePageContext = createContext<LeavePage>(() => undefined)

/** Closes the tab of this page, discarding unsaved input, and opens the address: `leave('/userControl/…')`. */
export const useLeavePage = (): LeavePage => useContext(LeavePageContext)
