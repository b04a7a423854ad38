// Entries in local and session storage, in the shape of spec §3 "Local storage entry", under the site's prefix.
import { PRODUCT } from './site.ts'

type Area = 'local' | 'session'

/** spec §3; `type` says in which storage the entry stands, `datetime` is ms since 1970. */
export type Entry = { dataType: string; content: unknown; type: Area; datetime: number }

export const keyOf = (name: string) => `${PRODUCT}-${name}`

/** Stands in where the browser refuses storage (private windows, policies): the page works, a reload forgets. */
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

const stands: Record<Area, Storage> = { local: memory(), session: memory() }

function storageOf(area: Area): Storage {
  try {
    if (typeof window === 'undefined') return stands[area]
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return stands[area]
  }
}

export function packEntry(content: unknown, area: Area, now = Date.now()): string {
  return JSON.stringify({ dataType: typeof content, content, type: area, datetime: now } satisfies Entry)
}

/** The content of a stored text, or undefined where it is not an entry. */
export function unpackEntry(text: string | null): unknown {
  if (!text) return undefined
  try {
    const entry: unknown = JSON.parse(text)
    return typeof entry === 'object' && entry !== null && 'content' in entry ? entry.content : undefined
  } catch {
    return undefined
  }
}

/** Reads an entry; `is` decides whether it still has the expected shape, since an older release may have written it. */
export function readEntry<T>(area: Area, name: string, is: (content: unknown) => content is T): T | undefined {
  const content = unpackEntry(storageOf(area).getItem(keyOf(name)))
  return is(content) ? content : undefined
}

export function writeEntry(area: Area, name: string, content: unknown): void {
  try {
    storageOf(area).setItem(keyOf(name), packEntry(content, area))
  } catch {
    // full or forbidden: what is kept here is a convenience, the page goes on without it
    stands[area].setItem(keyOf(name), packEntry(content, area))
  }
}

export function removeEntry(area: Area, name: string): void {
  storageOf(area).removeItem(keyOf(name))
  stands[area].removeItem(keyOf(name))
}

/** Removes all entries of this site in one storage; those of other sites on the same host stay. */
export function clearEntries(area: Area): void {
  for (const storage of [storageOf(area), stands[area]]) {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
    for (const key of keys) if (key?.startsWith(keyOf(''))) storage.removeItem(key)
  }
}
