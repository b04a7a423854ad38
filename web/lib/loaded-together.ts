// Lazy chunks by name. Those requested in the same task appear together, to avoid flicker.

export type LoadedTogether<T> = {
  get: (name: string) => T | undefined
  /** Names requested in one task resolve together. Names without a loader are ignored. */
  ask: (name: string) => void
  subscribe: (listener: () => void) => () => void
}

export function loadedTogether<T>(loaders: Readonly<Record<string, () => Promise<T>>>): LoadedTogether<T> {
  const loaded = new Map<string, T>()
  const requested = new Set<string>()
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
      if (requested.has(name)) return
      requested.add(name)
      if (batch.length === 0) queueMicrotask(() => void loadBatch())
      batch.push(name)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
