// Counts what sub-products ask in memory, and writes it every few seconds: a check itself writes nothing. A process that is killed loses
// what it counted since.
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Core } from '#server/core/core.ts'
import { addFigures, type Counted, type Figure, keyOf } from './figures.queries.ts'

const EVERY_MS = 5_000
const MINUTE_MS = 60_000

export type Counter = {
  count: (subProduct: SubProductKey, what: Figure, by?: number) => void
  noteReader: (subProduct: SubProductKey, after: number) => void
  /** Never rejects: what could not be written waits on. */
  flush: () => Promise<void>
}

export function createCounter({ db, log }: Pick<Core, 'db' | 'log'>): Counter {
  let counts = new Map<string, Counted>()
  let readers = new Map<SubProductKey, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const add = (one: Counted) => {
    const key = keyOf(one)
    const known = counts.get(key)
    if (known) known.count += one.count
    else counts.set(key, one)
  }

  async function write(): Promise<void> {
    const [counted, read] = [counts, readers]
    counts = new Map()
    readers = new Map()
    try {
      await addFigures(
        db,
        [...counted.values()],
        [...read].map(([subProduct, after]) => ({ subProduct, after })),
      )
    } catch (error) {
      log.warn({ err: error }, 'figures of entitlements were not written yet')
      for (const each of counted.values()) add(each)
      wait()
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function wait(): void {
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref()
  }

  return {
    count: (subProduct, what, by = 1) => {
      const now = Date.now()
      add({ subProduct, what, count: by, minute: new Date(now - (now % MINUTE_MS)).toISOString() })
      wait()
    },
    noteReader: (subProduct, after) => {
      readers.set(subProduct, after)
      wait()
    },
    flush,
  }
}
