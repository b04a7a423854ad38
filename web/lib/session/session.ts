// The session in this browser: one pair of tokens shared by all its tabs, and the one way out of it (spec §4).
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Session } from '../../../contract/identity/sign-in.ts'
import { TOKEN_LIFE_S } from '../../../contract/limits.ts'
import { BASE, PRODUCT } from '../site.ts'
import { clearEntries, keyOf, readEntry, removeEntry, unpackEntry, writeEntry } from '../storage.ts'
import { currentImpersonation, isImpersonating, PERSON_ENTRY as PERSON } from './impersonation.ts'
import { type Held, isHeld, isStorable } from './session.rules.ts'

const ENTRY = 'session'
const NOTICE = 'notice'
const ENDING = 'ending'
const isText = (value: unknown): value is string => typeof value === 'string'

/** What may change about the person while the tokens stay. */
type Person = Partial<Omit<Session, 'access_token' | 'refresh_token' | 'expires_in'>> & Pick<Session, 'user_id'>

const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' && value !== null && 'user_id' in value && typeof value.user_id === 'string'

/**
 * The pair stands in local storage, because every tab and a newly opened one must see the latest (spec §2, §4). What is
 * known of the person has an entry of its own: a tab that reads storage a moment late must never write old tokens back.
 */
function readStored(): Held | null {
  const held = readEntry('local', ENTRY, isHeld)
  return held ? withPerson(held) : null
}

/** An impersonation has the administrator's tokens and shows another person, known to its own window alone. */
function withPerson(held: Held): Held {
  const person = readEntry(isImpersonating() ? 'session' : 'local', PERSON, isPerson)
  if (!isImpersonating() && person?.user_id !== held.session.user_id) return held
  return { ...held, session: { ...held.session, ...person } }
}

export const sessionStore = createStore<{ held: Held | null }>(() => ({ held: readStored() }))

export const currentSession = (): Session | null => sessionStore.getState().held?.session ?? null

export const useSession = (): Session | null => useStore(sessionStore, (state) => state.held?.session ?? null)

/** Takes over what another tab may have stored since; a tab that slept has missed the storage event. */
export function rereadSession(): Held | null {
  const held = readStored()
  if (held?.session.access_token !== currentSession()?.access_token) sessionStore.setState({ held })
  return held
}

/**
 * The cookie of spec §4. Its path is the pages', not the calls': it authorises nothing, so it need not travel with calls.
 * A page's script sets it, hence it cannot be HttpOnly; Strict keeps other sites from sending it along.
 */
function writeCookie(token: string, lifeS: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context, intranets often have none
  document.cookie = `${PRODUCT}-token=${token}; Path=${BASE}; Max-Age=${lifeS}; SameSite=Strict${secure}`
}

/** Keeps a session that the server gave; false where its tokens are too short to be real (spec §4). */
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

/** Notes what the server says of the person now; the tokens stay as they are. */
export function notePerson(person: Person): void {
  const area = isImpersonating() ? 'session' : 'local'
  const known = readEntry(area, PERSON, isPerson)
  writeEntry(area, PERSON, known?.user_id === person.user_id ? { ...known, ...person } : person)
  const { held } = sessionStore.getState()
  if (held?.session.user_id !== person.user_id) return
  sessionStore.setState({ held: { ...held, session: { ...held.session, ...person } } })
}

const clearers = new Set<() => void>()

/** Registers what a sign-out has to forget besides the session: permissions, tabs, cached replies. */
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
/** Whether this page is on its way to /login: whatever fails from now on needs no prompt of its own. */
export const isLeavingPage = () => isLeaving

/** `/login`, with the place to come back to. */
export function loginAddress(keepPlace: boolean): string {
  if (!keepPlace) return `${BASE}/login`
  const place = location.pathname.slice(BASE.length) + location.search
  return place === '' || place === '/' ? `${BASE}/login` : `${BASE}/login?redirect=${encodeURIComponent(place)}`
}

/** `notice` is shown at /login, `keepPlace` whether signing in leads back here. */
type Ending = { notice?: string; keepPlace?: boolean }

const isEnding = (content: unknown): content is Ending => typeof content === 'object' && content !== null

/** Tells the other tabs how it ends, so that they end alike, each with its own place. Nothing stays in storage. */
function announce(ending: Ending): void {
  writeEntry('local', ENDING, ending)
  removeEntry('local', ENDING)
}

/**
 * Ends the session in this browser and goes to /login, once however many ask. The page is loaded anew, so nothing of
 * one person can stay in memory for the next. `notice` is shown there for 5 s, since a toast here would not be seen.
 */
export function endSession({ notice, keepPlace = false }: Ending = {}): void {
  if (isLeaving) return
  isLeaving = true
  const address = loginAddress(keepPlace)
  announce({ keepPlace, ...(notice ? { notice } : {}) })
  forget()
  if (notice) writeEntry('session', NOTICE, notice)
  location.replace(address)
}

/** Tidies up where /login is open already: a stored session that cannot be used. */
export const dropSession = forget

/** The notice for the sign-in page; readable once. */
export function takeNotice(): string | undefined {
  const notice = readEntry('session', NOTICE, isText)
  removeEntry('session', NOTICE)
  return notice
}

/** What another tab learned or changed about the person, as how pages open, holds here too. */
function takeOverPerson(): void {
  const { held } = sessionStore.getState()
  if (held) sessionStore.setState({ held: withPerson(held) })
}

/**
 * Follows the other tabs: a renewed pair and news of the person are taken over, an end is followed, another person starts
 * anew.
 */
export function followOtherTabs(): void {
  let ending: Ending = {}
  window.addEventListener('storage', (event) => {
    if (event.key === keyOf(PERSON) && event.newValue) return takeOverPerson()
    if (event.key === keyOf(ENDING) && event.newValue) {
      const entry = unpackEntry(event.newValue)
      if (isEnding(entry)) ending = entry
    }
    if (event.key !== keyOf(ENTRY) && event.key !== null) return
    const before = currentSession()
    const held = readEntry('local', ENTRY, isHeld)
    if (!held) return before ? endSession(ending) : undefined
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
