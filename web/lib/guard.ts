// Guard against repeated clicks (spec §4, §9): blocks the same act with the same input for a while.

export type Guard = {
  /** False while the act of that key runs or is locked. */
  enter(key: string, now?: number): boolean
  /** The act has ended. It stays locked for `lockMs` from its start; default is the guard's `ms`. */
  leave(key: string, lockMs?: number): void
  /** Time since the latest act started, ms. */
  age(now?: number): number
}

/** Locks an act for `ms` from its start, or until another act starts: on, off, on again is not a repetition. */
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
