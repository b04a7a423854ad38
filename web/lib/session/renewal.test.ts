// A session that ends over unsaved input is renewed by the same person, once for all calls that were refused.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/identity/sign-in.ts'

const load = async () => ({ ...(await import('./renewal.ts')), ...(await import('./session.ts')) })
const held = (token: string) => ({
  session: { access_token: token, user_id: '7', userName: 'li' } as Session,
  receivedAt: 0,
})

let lib: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  // another test of this process may have left the page
  vi.resetModules()
  lib = await load()
  lib.sessionStore.setState({ held: held('ended') })
})

test('experience.md "Nothing typed is ever lost": all refused calls wait for one answer', async () => {
  const [one, other] = [lib.askToRenew(() => true), lib.askToRenew(() => true)]
  expect(other).toBe(one)
  lib.sessionStore.setState({ held: held('new') })
  expect(await one).toBe(true)
})

test('spec §8 without anything unsaved the session ends at once, and so it does for who leaves', async () => {
  expect(await lib.askToRenew(() => false)).toBe(false)
  const asked = lib.askToRenew(() => true)
  lib.giveUpRenewal()
  expect(await asked).toBe(false)
})
