// Parts that are loaded by name, where those asked for at once are shown at once: one that came first would only flicker.

export type LoadedTogether<T> = {
  get: (name: string) => T | undefined
  /** All that are asked for in one task are there at the same moment. A name that has no loader is passed over. */
  ask: (name: string) => void
  subscribe: (listener: () => void) => () => void
}

export function loadedTogether<T>(loaders: Readonly<Record<string, () => Promise<T>>>): LoadedTogether<T> {
  const loaded = new Map<string, T>()
  const asked = new Set<string>()
  const listeners = new Set<() => void>()
  let batch: string[] = []

  async function loadBatch() {
    const names = batch
    batch = []
    const parts = await Promise.all(names.map(async (name) => [name, await loaders[name]?.()] as const))
    for (const [name, part] of parts) if (part !== undefined) loaded.set(name, part)
    for (const listener of listeners) listener()
  }

  return {
    get: (name) => loaded.get(name),
    ask: (name) => {
      if (asked.has(name)) return
      asked.add(name)
      if (batch.length === 0) queueMicrotask(() => void loadBatch())
      batch.push(name)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
