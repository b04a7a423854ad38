// A start whose port is taken: it names the setting, and leaves nothing running.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '#server/db/start-error.ts'
import { openTestServer, testConfig, testServer } from '#test/http.ts'
import { refuseTakenPorts } from './start.ts'

const server = testServer()
const taken = createServer()
let port = 0

beforeAll(async () => {
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  port = (taken.address() as AddressInfo).port
})
afterAll(() => taken.close())

const mail = (bouncePort: number) => ({
  server: { host: '127.0.0.1', port: 25, isSecure: false, user: '', password: '' },
  from: 'report@example.com',
  rate: 5,
  bounce: 'bounce@example.com',
  bouncePort,
  dkim: null,
})

describe('a port that is taken', () => {
  it.each(['PORT', 'MAIL_BOUNCE_PORT'])('ends the start with the name of %s', async (setting) => {
    const changes = setting === 'PORT' ? { port } : { mail: mail(port) }
    await expect(openTestServer(server().database, changes)).rejects.toThrow(
      new StartError(`端口 ${port} 已被占用：请停止占用它的程序，或用 ${setting} 指定另一个端口`),
    )
  })

  it.each(['PORT', 'MAIL_BOUNCE_PORT'])('§38 is found before anything is loaded: %s', async (setting) => {
    const config = testConfig(setting === 'PORT' ? { port } : { mail: mail(port) })
    await expect(refuseTakenPorts(config)).rejects.toThrow(`端口 ${port} 已被占用`)
    await refuseTakenPorts(testConfig())
  })

  it('a bind address of another machine is named as the cause', async () => {
    await expect(openTestServer(server().database, { host: '192.0.2.1' })).rejects.toThrow(
      'HOST 192.0.2.1 不是本机的地址',
    )
  })
})
