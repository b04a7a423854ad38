// The heartbeat of the live channel, on a clock of the test's own.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WS_HEARTBEAT_MS } from '../../../contract/limits.ts'
import { cloneDatabase } from '../../../test/database.ts'
import { openTestServer, type TestServer } from '../../../test/http.ts'
import { connect } from '../../../test/socket.ts'

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

it('asks every 30 s, keeps who answers and closes who misses it', async () => {
  const person = await server.as('reviewer')
  const lively = await connect(server.base, person)
  const dead = await connect(server.base, person, { autoPong: false })
  for (let beat = 0; beat < 3; beat++) {
    const asked = once(lively.socket, 'ping')
    vi.advanceTimersByTime(WS_HEARTBEAT_MS)
    await asked
    // Its answer has arrived when the answer to what it says after it has.
    const answered = once(lively.socket, 'message')
    lively.say({ type: 'ping' })
    await answered
  }
  // Cut, without the goodbye that nobody would hear.
  expect(await dead.closed).toBe(1006)
  expect(lively.socket.readyState).toBe(lively.socket.OPEN)
  lively.socket.close()
})

it('answers the browser’s half, for a browser cannot see the server’s', async () => {
  const { socket, say } = await connect(server.base, await server.as('reviewer'))
  const answers: string[] = []
  socket.on('message', (data) => answers.push(data.toString()))
  say({ type: 'ping' })
  await expect.poll(() => answers).toContain('{"type":"pong"}')
  socket.close()
})
