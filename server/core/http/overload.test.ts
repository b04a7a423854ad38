// A server whose event loop is held refuses calls at once, instead of letting them queue.
import { expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { testServer } from '#test/http.ts'

const server = testServer({ maxLoopDelay: 30 })
const captcha = () => server().send('GET', '/api/adminauth/login/captcha')

function holdLoop(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('§8 answers 503 with Retry-After while its event loop is late, and serves again afterwards', async () => {
  const held = async () => {
    holdLoop(300)
    const { status, code, data, headers } = await captcha()
    return { status, code, data, retryAfter: headers.get('retry-after') }
  }
  // samples of the first seconds do not count: a start holds the loop by itself
  const refused = { status: 503, code: errors.overloaded.code, data: null, retryAfter: '2' }
  await expect.poll(held, { interval: 50 }).toEqual(refused)
  await expect.poll(async () => (await captcha()).status, { interval: 200 }).toBe(200)
})
