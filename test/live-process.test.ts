// The live channel of the real server, as a process: what its log holds, and its goodbye.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Envelope } from '../contract/envelope.ts'
import { getUserInfo } from '../contract/own-account.ts'
import { kill, makeDataDir, type ServerProcess, signIn, startProcess } from './processes.ts'
import { connect, refusal } from './socket.ts'

const { dataDir, remove } = makeDataDir()
let server: ServerProcess

beforeAll(async () => {
  server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' })
}, 60_000)
afterAll(async () => {
  await kill(server)
  remove()
})

it('SIGTERM closes connections politely, and the token was never logged', async () => {
  const token = await signIn(server.base)
  const reply = await fetch(`${server.base}${getUserInfo.path}`, { headers: { 'console-auth': token } })
  const { data } = (await reply.json()) as Envelope<{ user: { id: string } }>
  const holder = { id: data.user.id, token }
  const open = await Promise.all(Array.from({ length: 20 }, () => connect(server.base, holder)))
  expect(await refusal(server.base, { ...holder, id: '999' })).toBe(403)
  const broken = await connect(server.base, holder)
  broken.socket.send('x'.repeat(100_000))
  expect(await broken.closed).toBe(1009)

  const ended = kill(server, 'SIGTERM')
  expect(await Promise.all(open.map(({ closed }) => closed))).toEqual(open.map(() => 1001))
  expect(await ended).toBe(0)
  expect(server.output()).toContain('pushMessage')
  expect(server.output()).not.toContain(token)
}, 60_000)
