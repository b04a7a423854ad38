// Seeing the console as somebody else: read-only, in a window of its own. Whether a window impersonates stands in its session
// storage, so that no other tab takes part, and is read once: a window begins as one that impersonates and never becomes one.
import type { Impersonation } from '../../../contract/organisation/impersonation.ts'
import { BASE, PRODUCT } from '../site.ts'
import { keyOf, packEntry, readEntry, removeEntry } from '../storage.ts'

const ENTRY = 'impersonation'
/** The name of the entry in which session.ts keeps what is known of the person. */
export const PERSON_ENTRY = 'person'

/** `by` is the administrator's user id, `until` ms since 1970. */
export type Impersonating = { id: string; userName: string; realName: string; by: string; until: number }

function isImpersonation(value: unknown): value is Impersonating {
  if (typeof value !== 'object' || value === null) return false
  const { id, userName, realName, by, until } = value as Record<string, unknown>
  return [id, userName, realName, by].every((text) => typeof text === 'string') && typeof until === 'number'
}

const impersonation: Impersonating | null = readEntry('session', ENTRY, isImpersonation) ?? null

export const currentImpersonation = (): Impersonating | null => impersonation

/** Whether this window shows the console as somebody else: it changes nothing, and opens no live connection. */
export const isImpersonating = (): boolean => impersonation !== null

/** What each call of an impersonation carries; the server then answers as to the person looked at. */
export const impersonationHeaders = (): Record<string, string> =>
  impersonation ? { [`${PRODUCT}-impersonation`]: impersonation.id } : {}

/** Opens a window for an impersonation that has begun; false where the browser did not let it open. */
export function openImpersonation({ id, userId, userName, realName, expiresIn }: Impersonation, by: string): boolean {
  const opened = window.open('', '_blank')
  if (!opened) return false
  // A window that a page opens begins with a copy of the page's session storage: tabs, notices.
  const { sessionStorage } = opened
  sessionStorage.clear()
  const until = Date.now() + expiresIn * 1000
  const entry: Impersonating = { id, userName, realName, by, until }
  sessionStorage.setItem(keyOf(ENTRY), packEntry(entry, 'session'))
  sessionStorage.setItem(keyOf(PERSON_ENTRY), packEntry({ user_id: userId, userName, realName }, 'session'))
  opened.location.replace(`${BASE}/`)
  return true
}

/** Closes this window; where the browser does not, it becomes the administrator's own. */
export function leaveImpersonation(): void {
  removeEntry('session', ENTRY)
  removeEntry('session', PERSON_ENTRY)
  window.close()
  location.replace(`${BASE}/`)
}
