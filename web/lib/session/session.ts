// The session of this browser: one token pair shared by all tabs, and the only way to end it (spec §4).
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Session } from '#contract/identity/sign-in.ts'
import { TOKEN_LIFE_S } from '#contract/limits.ts'
import { BASE, PRODUCT } from '../site.ts'
import { clearEntries, isLossy, keyOf, readEntry, removeEntry, unpackEntry, writeEntry } from '../storage.ts'
import { currentImpersonation, isImpersonating, PERSON_ENTRY as PERSON } from './impersonation.ts'
import { type Held, isHeld, isStorable } from './session.rules.ts'

const ENTRY = 'session'
const NOTICE = 'notice'
const ENDING = 'ending'
const isText = (value: unknown): value is string => typeof value === 'string'

/** Session fields that may change while the tokens stay the same. */
type Person = Partial<Omit<Session, 'access_token' | 'refresh_token' | 'expires_in'>> & Pick<Session, 'user_id'>

const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' && value !== null && 'user_id' in value && typeof value.user_id === 'string'

const CARRIED = `${PRODUCT}-carried:`

/**
 * Where the browser stores nothing, the session would end with the sign-in page: the name of the tab carries it to the next page,
 * which takes it out of there at once.
 */
export function carrySession(): void {
  const { held } = sessionStore.getState()
  if (held && isLossy()) window.name = CARRIED + JSON.stringify(held)
}

function consumeCarried(): Held | undefined {
  const name = typeof window === 'undefined' ? '' : String(window.name)
  if (!name.startsWith(CARRIED)) return undefined
  const held = unpackEntry(`{"content":${name.slice(CARRIED.length)}}`)
  window.name = ''
  if (!isHeld(held)) return undefined
  writeEntry('local', ENTRY, held)
  return held
}

/**
 * The token pair is in local storage, so that every tab sees the latest (spec §2, §4). Data about the person is a
 * separate entry: updating it must never write back old tokens.
 */
function readStored(): Held | null {
  const held = readEntry('local', ENTRY, isHeld) ?? consumeCarried()
  return held ? withPerson(held) : null
}

/** An impersonation uses the administrator's tokens with another person, who is stored in its own window only. */
function withPerson(held: Held): Held {
  const person = readEntry(isImpersonating() ? 'session' : 'local', PERSON, isPerson)
  if (!isImpersonating() && person?.user_id !== held.session.user_id) return held
  return { ...held, session: { ...held.session, ...person } }
}

export const sessionStore = createStore<{ held: Held | null }>(() => ({ held: readStored() }))

export const currentSession = (): Session | null => sessionStore.getState().held?.session ?? null

export const useSession = (): Session | null => useStore(sessionStore, (state) => state.held?.session ?? null)

/**
 * Reads the session from storage again: a suspended tab misses storage events. The page keeps the person of a session that is there
 * no more until it is left, or they have signed in again.
 */
export function rereadSession(): Held | null {
  const held = readStored()
  if (held && held.session.access_token !== currentSession()?.access_token) sessionStore.setState({ held })
  return held
}

/**
 * The cookie of spec §4. Its path covers the pages, not the API: it authorises nothing, so calls need not send it.
 * Set by script, so it cannot be HttpOnly; SameSite=Strict keeps it out of cross-site requests.
 */
function writeCookie(token: string, lifeS: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, intranets often have none
  document.cookie = `${PRODUCT}-token=${token}; Path=${BASE}; Max-Age=${lifeS}; SameSite=Strict${secure}`
}

/** Stores a session from the server; false if its tokens are too short to be real (spec §4). */
export function acceptSession(session: Session): boolean {
  if (!isStorable(session.access_token) || !isStorable(session.refresh_token)) return false
  const held = { session, receivedAt: Date.now() }
  removeEntry('local', PERSON)
  writeEntry('local', ENTRY, held)
  writeEntry('session', 'token', session.access_token)
  writeCookie(session.access_token, TOKEN_LIFE_S)
  sessionStore.setState({ held: withPerson(held) })
  return true
}

/** Updates the data about the person, not the tokens. */
export function notePerson(person: Person): void {
  const area = isImpersonating() ? 'session' : 'local'
  const known = readEntry(area, PERSON, isPerson)
  writeEntry(area, PERSON, known?.user_id === person.user_id ? { ...known, ...person } : person)
  const { held } = sessionStore.getState()
  if (held?.session.user_id !== person.user_id) return
  sessionStore.setState({ held: { ...held, session: { ...held.session, ...person } } })
}

const clearers = new Set<() => void>()

/** Registers a callback that clears other state at sign-out: permissions, tabs, cached replies. */
export function onSignOut(clear: () => void): void {
  clearers.add(clear)
}

function forget(): void {
  removeEntry('local', ENTRY)
  removeEntry('local', PERSON)
  clearEntries('session')
  writeCookie('', 0)
  sessionStore.setState({ held: null })
  for (const clear of clearers) clear()
}

let isLeaving = false
/** Whether this page is navigating to /login: failures from now on must not show prompts. */
export const isLeavingPage = () => isLeaving

/** `/login`, optionally with the address to return to. */
export function loginAddress(keepPlace: boolean): string {
  if (!keepPlace) return `${BASE}/login`
  const place = location.pathname.slice(BASE.length) + location.search
  return place === '' || place === '/' ? `${BASE}/login` : `${BASE}/login?redirect=${encodeURIComponent(place)}`
}

/** `notice` is shown at /login; `keepPlace`: return here after signing in; `isExpired`: nobody has ended the session. */
type Ending = { notice?: string; keepPlace?: boolean; isExpired?: boolean }

const isEnding = (content: unknown): content is Ending => typeof content === 'object' && content !== null

/** Sends the ending to the other tabs by a storage event, so they end the same way; the entry is removed at once. */
function announce(ending: Ending): void {
  writeEntry('local', ENDING, ending)
  removeEntry('local', ENDING)
}

/**
 * Ends the session in this browser and goes to /login; further calls do nothing. A full page load clears the memory of
 * the person's data. `notice` is shown at /login for 5 s, since a toast here would not be seen.
 */
export function endSession({ notice, keepPlace = false, isExpired = false }: Ending = {}): void {
  if (isLeaving) return
  isLeaving = true
  const address = loginAddress(keepPlace)
  announce({ keepPlace, isExpired, ...(notice ? { notice } : {}) })
  forget()
  if (notice) writeEntry('session', NOTICE, notice)
  location.replace(address)
}

/** Removes an unusable stored session when already at /login. */
export const dropSession = forget

/** Reads and removes the notice for the sign-in page. */
export function consumeNotice(): string | undefined {
  const notice = readEntry('session', NOTICE, isText)
  removeEntry('session', NOTICE)
  return notice
}

/** Applies changes that another tab made to the person, such as how pages open. */
function adoptPerson(): void {
  const { held } = sessionStore.getState()
  if (held) sessionStore.setState({ held: withPerson(held) })
}

/**
 * Follows other tabs: takes over renewed tokens and person data, ends with them, and reloads for another person. Where a session
 * has expired, `renew` may begin it anew.
 */
export function followOtherTabs(renew: () => Promise<boolean>): void {
  let ending: Ending = {}
  window.addEventListener('storage', (event) => {
    if (event.key === keyOf(PERSON) && event.newValue) return adoptPerson()
    if (event.key === keyOf(ENDING) && event.newValue) {
      const entry = unpackEntry(event.newValue)
      if (isEnding(entry)) ending = entry
    }
    if (event.key !== keyOf(ENTRY) && event.key !== null) return
    const before = currentSession()
    const held = readEntry('local', ENTRY, isHeld)
    if (!held) {
      if (!before) return
      const last = ending
      if (last.isExpired) void renew().then((isRenewed) => isRenewed || endSession(last))
      else endSession(last)
      return
    }
    ending = {}
    if (before && (currentImpersonation()?.by ?? before.user_id) !== held.session.user_id) {
      isLeaving = true
      clearEntries('session')
      location.replace(`${BASE}/`)
      return
    }
    sessionStore.setState({ held: withPerson(held) })
  })
}
