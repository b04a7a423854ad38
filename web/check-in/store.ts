// What a phone keeps of its doors: snapshot, token, and scans that the server does not have yet. IndexedDB, since thousands
// of names and scans of hours must outlast a reload without a network.
import type { Scan, Snapshot } from '#contract/meetings/door.ts'

const NAME = 'check-in'
const DOORS = 'doors'
const SCANS = 'scans'

export type Kept = { snapshot: Snapshot; offset: number; token: string }
export type Waiting = Scan & { door: string }

const asPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(DOORS)
    request.result.createObjectStore(SCANS, { keyPath: 'nonce' }).createIndex('key', 'key')
  }
  return asPromise(request)
}

export type Store = {
  read: () => Promise<Kept | undefined>
  keep: (kept: Kept) => Promise<unknown>
  forget: () => Promise<unknown>
  /** Whom this phone has let in since the snapshot, by hash. */
  marks: () => Promise<ReadonlyMap<string, number>>
  mark: (own: ReadonlyMap<string, number>) => Promise<unknown>
  waiting: () => Promise<Waiting[]>
  add: (scan: Waiting) => Promise<unknown>
  drop: (nonces: readonly string[]) => Promise<unknown>
}

/** @param key of one door: a link, or a list that somebody signed in works on */
export async function openStore(key: string): Promise<Store> {
  const database = await open()
  const marksKey = `${key} own`
  const doors = (mode: IDBTransactionMode) => database.transaction(DOORS, mode).objectStore(DOORS)
  const scans = (mode: IDBTransactionMode) => database.transaction(SCANS, mode).objectStore(SCANS)
  return {
    read: () => asPromise<Kept | undefined>(doors('readonly').get(key)),
    keep: (kept) => asPromise(doors('readwrite').put(kept, key)),
    forget: () => {
      const store = doors('readwrite')
      return Promise.all([key, marksKey].map((each) => asPromise(store.delete(each))))
    },
    marks: async () =>
      (await asPromise<ReadonlyMap<string, number> | undefined>(doors('readonly').get(marksKey))) ?? new Map(),
    mark: (own) => asPromise(doors('readwrite').put(own, marksKey)),
    waiting: async () => {
      const rows = await asPromise<(Waiting & { key: string })[]>(scans('readonly').index('key').getAll(key))
      return rows.map(({ key: _, ...scan }) => scan).toSorted((a, b) => a.at.localeCompare(b.at))
    },
    add: (scan) => asPromise(scans('readwrite').put({ ...scan, key })),
    drop: (nonces) => {
      const store = scans('readwrite')
      return Promise.all(nonces.map((nonce) => asPromise(store.delete(nonce))))
    },
  }
}
