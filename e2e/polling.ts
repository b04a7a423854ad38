// `expect.poll` looks again sooner than by itself, which waits up to a second between two tries (record 141).
import { expect as base } from '@playwright/test'

/** Pauses between tries, ms; the last one repeats. */
const PAUSES = [20, 50, 100, 100, 150]

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, { intervals: PAUSES, ...(typeof options === 'string' ? { message: options } : options) })

export const expect = new Proxy(base, {
  get: (of, key, receiver) => (key === 'poll' ? poll : Reflect.get(of, key, receiver)),
})
