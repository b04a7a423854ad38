// Shorter retry intervals for assertions and actions. Playwright waits up to 0.5 s between two tries, `expect.poll` up
// to 1 s: on two cores that is a sixth of the whole run (record 090).
import { expect as base, type Page } from '@playwright/test'

/** Pauses between tries, ms; the last one repeats. */
const PAUSES = [20, 50, 100, 100, 150]

type Retry = (progress: unknown, action: unknown) => Promise<unknown>
type FrameOfServer = {
  retryWithProgressAndBackoff: Retry
  retryWithProgressAndTimeouts: (progress: unknown, pauses: readonly number[], action: unknown) => Promise<unknown>
}
type Internals = { _connection: { toImpl: (of: Page) => { mainFrame: () => FrameOfServer } } }

/** Patches Playwright's server in this process, as there is no setting. Throws if its internals have changed. */
export function shortenRetries(page: Page): void {
  const frame = (page as unknown as Internals)._connection.toImpl(page).mainFrame()
  const frames = Object.getPrototypeOf(frame) as FrameOfServer
  if (!frames.retryWithProgressAndBackoff || !frames.retryWithProgressAndTimeouts) {
    throw new Error('Playwright retries in another way: see e2e/polling.ts')
  }
  frames.retryWithProgressAndBackoff = function (this: FrameOfServer, progress, action) {
    return this.retryWithProgressAndTimeouts(progress, PAUSES, action)
  }
}

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, { intervals: PAUSES, ...(typeof options === 'string' ? { message: options } : options) })

export const expect = new Proxy(base, {
  get: (of, key, receiver) => (key === 'poll' ? poll : Reflect.get(of, key, receiver)),
})
