// Explicit sign-out: the server ends the session, then the browser forgets it.
import { signOut } from '#contract/identity/sign-in.ts'
import { notify } from '../notify.ts'
import { AUTH_HEADER } from '../site.ts'
import { send } from '../transport.ts'
import { isImpersonating } from './impersonation.ts'
import { currentSession, endSession } from './session.ts'

/** Timeout for the server's reply; sign-out continues without it, ms. */
const PATIENCE_MS = 3_000

export async function signOutHere({ keepPlace = false } = {}): Promise<void> {
  // The tokens are the administrator's: an impersonation must not end their session.
  if (isImpersonating()) return notify.error('只读查看中，不能进行操作')
  const session = currentSession()
  try {
    const headers: Record<string, string> = session ? { [AUTH_HEADER]: `bearer ${session.access_token}` } : {}
    await send(signOut, {}, { headers, form: false, timeout: PATIENCE_MS, signal: undefined })
  } catch {
    // ignore: the token expires anyway, and this browser forgets it below
  }
  endSession({ keepPlace })
}
