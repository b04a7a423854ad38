// Impersonation: read-only, in a separate window. The state is in that window's session storage, so other tabs are not
// affected, and is read once at load: a window cannot start impersonating later.
import type { Impersonation } from '#contract/organisation/impersonation.ts'
import { BASE, PRODUCT } from '../site.ts'
import { keyOf, packEntry, readEntry, removeEntry } from '../storage.ts'

const ENTRY = 'impersonation'
/** Storage entry in which session.ts keeps data about the person. */
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

/** Whether this window impersonates: it is read-only and opens no live connection. */
export const isImpersonating = (): boolean => impersonation !== null

/** Header that makes the server answer as for the impersonated person. */
export const impersonationHeaders = (): Record<string, string> =>
  impersonation ? { [`${PRODUCT}-impersonation`]: impersonation.id } : {}

/** Opens a window for a started impersonation; false if the browser blocked the popup. */
export function openImpersonation({ id, userId, userName, realName, expiresIn }: Impersonation, by: string): boolean {
  const opened = window.open('', '_blank')
  if (!opened) return false
  // An opened window starts with a copy of the opener's session storage: tabs, notices.
  const { sessionStorage } = opened
  sessionStorage.clear()
  const until = Date.now() + expiresIn * 1000
  const entry: Impersonating = { id, userName, realName, by, until }
  sessionStorage.setItem(keyOf(ENTRY), packEntry(entry, 'session'))
  sessionStorage.setItem(keyOf(PERSON_ENTRY), packEntry({ user_id: userId, userName, realName }, 'session'))
  opened.location.replace(`${BASE}/`)
  return true
}

/** Closes this window; if the browser refuses, it becomes a normal window of the administrator. */
export function leaveImpersonation(): void {
  removeEntry('session', ENTRY)
  removeEntry('session', PERSON_ENTRY)
  window.close()
  location.replace(`${BASE}/`)
}
