// A session that ends over something unsaved is begun anew over the page where it ended, by the same person: nothing has to be
// restored, and the call that was refused is repeated. Without anything unsaved the session ends as spec §8 says.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { hasAnyUnsaved } from '../unsaved.ts'
import { isImpersonating } from './impersonation.ts'
import { setRenewer } from './renewer.ts'
import { currentSession, isLeavingPage, sessionStore } from './session.ts'

export type Asked = { userId: string; userName: string }

setRenewer(() => askToRenew())

const askedStore = createStore<{ asked: Asked | null }>(() => ({ asked: null }))

/** Whom the page asks to sign in again, or null. */
export const useAskedToRenew = (): Asked | null => useStore(askedStore, ({ asked }) => asked)

let answer: Promise<boolean> | null = null
let settle: ((isRenewed: boolean) => void) | null = null

/**
 * Asks the person whose session has ended to sign in again, once for however many calls were refused.
 * @returns whether there is a new session of the same person; false at once where nothing would be lost
 */
export function askToRenew(hasInput: () => boolean = hasAnyUnsaved): Promise<boolean> {
  if (answer !== null) return answer
  const session = currentSession()
  if (!session || isImpersonating() || isLeavingPage() || !hasInput()) return Promise.resolve(false)
  const ended = session.access_token
  askedStore.setState({ asked: { userId: session.user_id, userName: session.userName } })
  answer = new Promise<boolean>((resolve) => {
    // in the dialog, or in another tab
    const stop = sessionStore.subscribe(({ held }) => {
      if (held && held.session.access_token !== ended) settle?.(true)
    })
    settle = (isRenewed) => {
      stop()
      settle = null
      answer = null
      askedStore.setState({ asked: null })
      resolve(isRenewed)
    }
  })
  return answer
}

/** The person leaves: the session ends as it would have without the question. */
export const giveUpRenewal = (): void => settle?.(false)
