// Guards against repeated clicks (spec §4, §9): the same act with the same input runs once in a while.

export type Guard = {
  /** False while the act of that key runs, and while it is locked. */
  enter(key: string, now?: number): boolean
  /** The act is over. It stays locked for so long from its start: what the guard was made with, unless given. */
  leave(key: string, lockMs?: number): void
  /** How long ago the act that was begun last was begun, ms. */
  age(now?: number): number
}

/** An act stays locked for `ms` from its start, until another one is begun: on, off and on again is no repetition. */
export function createGuard(ms: number): Guard {
  const running = new Set<string>()
  let last = { key: '', at: Number.NEGATIVE_INFINITY, lockMs: 0 }
  return {
    enter(key, now = Date.now()) {
      if (running.has(key) || (last.key === key && now - last.at < last.lockMs)) return false
      running.add(key)
      last = { key, at: now, lockMs: ms }
      return true
    },
    leave(key, lockMs = ms) {
      running.delete(key)
      if (last.key === key) last.lockMs = lockMs
    },
    age: (now = Date.now()) => now - last.at,
  }
}
