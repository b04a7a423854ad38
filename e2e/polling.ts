// How soon a test looks again at what is not yet so. Playwright lets up to half a second pass between two looks, in `expect.poll` a
// second: on two cores that is a sixth of the whole run (record 090).
import { expect as base, type Page } from '@playwright/test'

/** Pauses between looks, ms; the last one repeats. */
const PAUSES = [20, 50, 100, 100, 150]

type Retry = (progress: unknown, action: unknown) => Promise<unknown>
type FrameOfServer = {
  retryWithProgressAndBackoff: Retry
  retryWithProgressAndTimeouts: (progress: unknown, pauses: readonly number[], action: unknown) => Promise<unknown>
}
type Internals = { _connection: { toImpl: (of: Page) => { mainFrame: () => FrameOfServer } } }

/** Playwright has no setting for it; its server runs in the process of the tests. Throws where its inside has changed. */
export function lookSooner(page: Page): void {
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
