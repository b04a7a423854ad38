// Shorter and cheaper retries of assertions and actions. Playwright waits up to 0.5 s between two tries, `expect.poll` up
// to 1 s: on two cores that is a sixth of the whole run (record 090). It also writes down the page after each failed try.
import { expect as base, type Page } from '@playwright/test'

/** Pauses between tries, ms; the last one repeats. */
const PAUSES = [20, 50, 100, 100, 150]

type Retry = (progress: unknown, action: unknown) => Promise<unknown>
type Handle = {
  evaluate: (change: (injected: { ariaSnapshotForExpectFailure: () => string }) => void) => Promise<void>
}
type Context = { injectedScript: () => Promise<Handle> }
type FrameOfServer = {
  context: (world: 'utility') => Promise<Context>
  retryWithProgressAndBackoff: Retry
  retryWithProgressAndTimeouts: (progress: unknown, pauses: readonly number[], action: unknown) => Promise<unknown>
}
type Internals = { _connection: { toImpl: (of: Page) => { mainFrame: () => FrameOfServer } } }

const arePatched = new WeakSet<Context>()

/** Patches Playwright's server in this process, as there is no setting. Throws if its internals have changed. */
export async function shortenRetries(page: Page): Promise<void> {
  const frame = (page as unknown as Internals)._connection.toImpl(page).mainFrame()
  const frames = Object.getPrototypeOf(frame) as FrameOfServer
  const contexts = Object.getPrototypeOf(await frame.context('utility')) as Context
  if (!frames.retryWithProgressAndBackoff || !frames.retryWithProgressAndTimeouts || !contexts.injectedScript) {
    throw new Error('Playwright retries in another way: see e2e/polling.ts')
  }
  frames.retryWithProgressAndBackoff = function (this: FrameOfServer, progress, action) {
    return this.retryWithProgressAndTimeouts(progress, PAUSES, action)
  }
  if (arePatched.has(contexts)) return
  arePatched.add(contexts)
  const { injectedScript } = contexts
  contexts.injectedScript = async function (this: Context) {
    const handle = await injectedScript.call(this)
    if (arePatched.has(this)) return handle
    arePatched.add(this)
    // the page as text after each failed try; a failed test gets one anyway, at its end
    await handle.evaluate((injected) => {
      injected.ariaSnapshotForExpectFailure = () => ''
    })
    return handle
  }
}

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, { intervals: PAUSES, ...(typeof options === 'string' ? { message: options } : options) })

export const expect = new Proxy(base, {
  get: (of, key, receiver) => (key === 'poll' ? poll : Reflect.get(of, key, receiver)),
})
