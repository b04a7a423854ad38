// How a page closes itself: a form that has been saved or given up needs its tab no longer.
import { createContext, useContext } from 'react'

export type LeavePage = (address: string) => void

export const LeavePageContext = createContext<LeavePage>(() => undefined)

/** Closes the tab of this page, unsaved input and all, and opens the address: `leave('/userControl/…')`. */
export const useLeavePage = (): LeavePage => useContext(LeavePageContext)
