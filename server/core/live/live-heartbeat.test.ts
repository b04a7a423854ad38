// The heartbeat of the live channel, with fake timers.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WS_HEARTBEAT_MS } from '#contract/limits.ts'
import { cloneDatabase } from '#test/database.ts'
import { openTestServer, type TestServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'

let server: TestServer

beforeAll(async () => {
  const database = await cloneDatabase()
  // Everything else that the server does goes by its own time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await openTestServer(database)
})
afterAll(async () => {
  await server.server.close()
  await server.database.close()
  vi.useRealTimers()
})

it('pings every 30 s, keeps connections that answer and closes those that do not', async () => {
  const person = await server.as('reviewer')
  const lively = await connect(server.base, person)
  const dead = await connect(server.base, person, { autoPong: false })
  for (let beat = 0; beat < 3; beat++) {
    const pinged = once(lively.socket, 'ping')
    vi.advanceTimersByTime(WS_HEARTBEAT_MS)
    await pinged
    // once the reply to a later frame arrives, the pong has arrived too
    const answered = once(lively.socket, 'message')
    lively.say({ type: 'ping' })
    await answered
  }
  // cut without a close frame, which no one would read
  expect(await dead.closed).toBe(1006)
  expect(lively.socket.readyState).toBe(lively.socket.OPEN)
  lively.socket.close()
})

it('answers the browser’s own ping, as a browser cannot see the server’s', async () => {
  const { socket, say } = await connect(server.base, await server.as('reviewer'))
  const answers: string[] = []
  socket.on('message', (data) => answers.push(data.toString()))
  say({ type: 'ping' })
  await expect.poll(() => answers).toContain('{"type":"pong"}')
  socket.close()
})
