// Entries in local and session storage, in the shape of spec §3 "Local storage entry", under the site's prefix.
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

function storageOf(area: Area): Storage {
  try {
    if (typeof window === 'undefined') return memoryAreas[area]
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return memoryAreas[area]
  }
}

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
  const content = unpackEntry(storageOf(area).getItem(keyOf(name)))
  return is(content) ? content : undefined
}

export function writeEntry(area: Area, name: string, content: unknown): void {
  try {
    storageOf(area).setItem(keyOf(name), packEntry(content, area))
  } catch {
    // storage full or denied: nothing here is essential, so keep it in memory
    memoryAreas[area].setItem(keyOf(name), packEntry(content, area))
  }
}

export function removeEntry(area: Area, name: string): void {
  storageOf(area).removeItem(keyOf(name))
  memoryAreas[area].removeItem(keyOf(name))
}

/** Removes this site's entries from one storage area; other sites on the same host keep theirs. */
export function clearEntries(area: Area): void {
  for (const storage of [storageOf(area), memoryAreas[area]]) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    for (const key of keys) if (key?.startsWith(keyOf(''))) storage.removeItem(key)
  }
}
