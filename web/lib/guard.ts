// Guards against repeated clicks (spec §4, §9): the same act with the same input runs once in a while.

export type Guard = { enter(key: string, now?: number): boolean; leave(key: string): void }

/** `enter` is false while the act of that key runs, and for `ms` from its start. */
export function createGuard(ms: number): Guard {
  const running = new Set<string>()
  const startedAt = new Map<string, number>()
  return {
    enter(key, now = Date.now()) {
      for (const [old, at] of startedAt) if (now - at >= ms) startedAt.delete(old)
      if (running.has(key) || startedAt.has(key)) return false
      running.add(key)
      startedAt.set(key, now)
      return true
    },
    leave(key) {
      running.delete(key)
    },
  }
}
