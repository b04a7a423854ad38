// Calls to other servers: addresses that are refused before connecting, and replies that are refused.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutbound, isPrivate, OutboundRefused } from './outbound.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function listen(answer: RequestListener): Promise<{ port: number; requestCount: () => number }> {
  let count = 0
  const server = createServer((request, reply) => {
    count++
    answer(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, requestCount: () => count }
}

describe('an outbound address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true)
  })

  it.each(['8.8.8.8', '101.91.37.2', '172.32.0.1', '2408:8756:3af0::1', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPrivate(address)).toBe(false)
    },
  )

  it('is refused if it is private, in any notation, and nothing is sent', async () => {
    const { port, requestCount } = await listen((_request, reply) => reply.end('{}'))
    const { getJson } = createOutbound([])
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await expect(getJson(new URL(`http://${host}:${port}/`)), host).rejects.toThrow(OutboundRefused)
    expect(requestCount()).toBe(0)
  })

  it('is refused with another scheme or with a password in it', async () => {
    const { getJson } = createOutbound(['127.0.0.1'])
    for (const address of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://me:secret@127.0.0.1/'])
      await expect(getJson(new URL(address))).rejects.toThrow(OutboundRefused)
  })

  it('is allowed by its host, or only by host and port, as configured', async () => {
    const { port, requestCount } = await listen((_request, reply) => reply.end('{"a":1}'))
    const address = new URL(`http://127.0.0.1:${port}/`)
    expect(await createOutbound(['127.0.0.1']).getJson(address)).toEqual({ a: 1 })
    expect(await createOutbound([`127.0.0.1:${port}`]).getJson(address)).toEqual({ a: 1 })
    await expect(createOutbound(['127.0.0.1:1']).getJson(address)).rejects.toThrow(OutboundRefused)
    expect(requestCount()).toBe(2)
  })
})

describe('an outbound reply', () => {
  const { getJson } = createOutbound(['127.0.0.1'])

  it('that redirects is not followed', async () => {
    const target = await listen((_request, reply) => reply.end('{}'))
    const { port } = await listen((_request, reply) =>
      reply.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
    )
    await expect(getJson(new URL(`http://127.0.0.1:${port}/?secret=s3cret`))).rejects.toThrow(/HTTP 302/)
    expect(target.requestCount()).toBe(0)
  })

  it('that is no JSON, too large or an error is refused, and the error does not repeat the address', async () => {
    const answers: [RequestListener, RegExp][] = [
      [(_request, reply) => reply.end('<html>'), /no JSON/],
      [(_request, reply) => reply.end('"'.padEnd(300_000, 'x')), /too large/],
      [(_request, reply) => reply.writeHead(500).end('{}'), /HTTP 500/],
    ]
    for (const [answer, text] of answers) {
      const { port } = await listen(answer)
      const failure: unknown = await getJson(new URL(`http://127.0.0.1:${port}/?secret=s3cret`)).catch((error) => error)
      expect(String(failure)).toMatch(text)
      expect(String(failure)).not.toContain('s3cret')
    }
  })
})
