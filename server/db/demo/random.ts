// Seeded pseudo-random numbers (mulberry32), the same at each run, and draws from them.

export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  between: (least: number, most: number) => number
  pick: <T>(from: readonly T[]) => T
  /** True in a share of the cases, from 0 to 1. */
  happens: (share: number) => boolean
}

export function createChance(seed: number): Chance {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: <T>(from: readonly T[]) => {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[between(0, from.length - 1)] as T
    },
    happens: (share) => next() < share,
  }
}
