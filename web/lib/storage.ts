// Entries in local and session storage, in the shape of spec §3 "Local storage entry", under the site's prefix.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { PRODUCT } from './site.ts'

type Area = 'local' | 'session'

/** spec §3; `type` is the storage area, `datetime` is ms since 1970. */
export type Entry = { dataType: string; content: unknown; type: Area; datetime: number }

export const keyOf = (name: string) => `${PRODUCT}-${name}`

/** In-memory fallback when the browser denies storage (private windows, policies); lost on reload. */
function memory(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  }
}

const memoryAreas: Record<Area, Storage> = { local: memory(), session: memory() }

/** Null where the browser denies it, or there is none. */
function storageOf(area: Area): Storage | null {
  try {
    if (typeof window === 'undefined') return null
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

/** Undefined where the storage is denied or refuses, as each act on it may. */
function tryOn<T>(area: Area, act: (storage: Storage) => T): T | undefined {
  const storage = storageOf(area)
  try {
    return storage ? act(storage) : undefined
  } catch {
    return undefined
  }
}

const lossStore = createStore<{ isLossy: boolean }>(() => ({ isLossy: false }))

/** Whether something that was to be stored is kept in memory only: it ends with the page. */
export const isLossy = (): boolean => lossStore.getState().isLossy
export const useLossy = (): boolean => useStore(lossStore, (state) => state.isLossy)

export function packEntry(content: unknown, area: Area, now = Date.now()): string {
  return JSON.stringify({ dataType: typeof content, content, type: area, datetime: now } satisfies Entry)
}

/** Content of a stored entry, or undefined if the text is not an entry. */
export function unpackEntry(text: string | null): unknown {
  if (!text) return undefined
  try {
    const entry: unknown = JSON.parse(text)
    return typeof entry === 'object' && entry !== null && 'content' in entry ? entry.content : undefined
  } catch {
    return undefined
  }
}

/** Reads an entry; `is` checks its shape, which an older release may have written differently. */
export function readEntry<T>(area: Area, name: string, is: (content: unknown) => content is T): T | undefined {
  const key = keyOf(name)
  const content = unpackEntry(memoryAreas[area].getItem(key) ?? tryOn(area, (storage) => storage.getItem(key)) ?? null)
  return is(content) ? content : undefined
}

export function writeEntry(area: Area, name: string, content: unknown): void {
  const [key, text] = [keyOf(name), packEntry(content, area)]
  const isStored = tryOn(area, (storage) => {
    storage.setItem(key, text)
    return true
  })
  if (isStored) {
    memoryAreas[area].removeItem(key)
    return
  }
  // full or denied: what stood there before is no longer so
  tryOn(area, (storage) => storage.removeItem(key))
  memoryAreas[area].setItem(key, text)
  if (typeof window !== 'undefined') lossStore.setState({ isLossy: true })
}

export function removeEntry(area: Area, name: string): void {
  tryOn(area, (storage) => storage.removeItem(keyOf(name)))
  memoryAreas[area].removeItem(keyOf(name))
}

function clearStorage(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(keyOf(''))) storage.removeItem(key)
}

/** Removes this site's entries from one storage area; other sites on the same host keep theirs. */
export function clearEntries(area: Area): void {
  tryOn(area, clearStorage)
  clearStorage(memoryAreas[area])
}
