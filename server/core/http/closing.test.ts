// A server closes although somebody is connected who says nothing, or never all of it.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { closeInTime } from './closing.ts'

async function serve(withinMs: number, wait: Promise<void> = Promise.resolve()): Promise<FastifyInstance> {
  const app = Fastify()
  closeInTime(app, withinMs)
  app.get('/', async () => {
    await wait
    return 'whole'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

async function dial(app: FastifyInstance, said: string): Promise<{ socket: Socket; heard: () => string }> {
  const seen = once(app.server, 'connection') as Promise<[Socket]>
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      text += chunk
    })
  const [accepted] = await seen
  if (said) {
    socket.write(said)
    await expect.poll(() => accepted.bytesRead).toBe(said.length)
  }
  return { socket, heard: () => text }
}

it('at once where a connection never sent anything', async () => {
  const app = await serve(600_000)
  const { socket } = await dial(app, '')
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

it('after the time for running requests where one never arrives whole', async () => {
  const app = await serve(50)
  const { socket } = await dial(app, 'GET / HTTP/1.1\r\nhost: a')
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

it('and answers what runs', async () => {
  let finish = () => {}
  const app = await serve(
    600_000,
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  const { socket, heard } = await dial(app, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const closed = app.close()
  finish()
  await once(socket, 'close')
  await closed
  expect(heard()).toMatch(/^HTTP\/1.1 200 [\s\S]*whole$/)
})
