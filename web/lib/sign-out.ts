// Signing out by the person's own will: the server ends the session, then this browser forgets it.
import { signOut } from '../../contract/identity.ts'
import { call } from './call.ts'
import { endSession } from './session.ts'

/** How long the server is waited for: leaving must not depend on it, ms. */
const PATIENCE_MS = 3_000

export async function signOutHere(): Promise<void> {
  try {
    await call(signOut, {}, { hideErrorMsg: true, timeout: PATIENCE_MS })
  } catch {
    // the token ends by itself; here it is forgotten in any case
  }
  endSession()
}
