// The built files as they are sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { serveAssets } from './assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'assets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function serving(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const app = Fastify()
  serveAssets(app, folder)
  return (name: string, headers = {}) => app.inject({ method: 'GET', url: `/backend/assets/${name}`, headers })
}

describe('built files', () => {
  const get = serving({ 'a-1.js': 'plain', 'a-1.js.br': 'brotli', 'a-1.js.gz': 'gzipped', 'b-1.css': 'b{}' })

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['gzip;q=1, BR;q=0.5', 'br', 'brotli'],
    ['br;q=0, gzip', 'gzip', 'gzipped'],
    ['br; q=0.000, gzip;q=0', undefined, 'plain'],
    ['brotli', undefined, 'plain'],
    ['', undefined, 'plain'],
  ])('for %j come as %s', async (accepted, encoding, body) => {
    const reply = await get('a-1.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(body.length) })
    expect(reply.body).toBe(body)
  })

  it('come as they are where they are not compressed, each as what it is', async () => {
    const reply = await get('b-1.css', { 'accept-encoding': 'br' })
    expect(reply.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' })
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect((await get('a-1.js')).headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8' })
  })

  it('are kept for a year, and not sent again to who has them', async () => {
    const first = await get('a-1.js', { 'accept-encoding': 'br' })
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const etag = String(first.headers.etag)
    const again = await get('a-1.js', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    expect((await get('a-1.js', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200)
  })

  it.each(['none.js', 'a-1.js.br', '..%2fassets.test.ts', '.'])('are the only ones: no %s', async (name) => {
    expect((await get(name)).statusCode).not.toBe(200)
  })

  it('stop the start where their type is not known', () => {
    expect(() => serving({ 'c-1.wasm': '' })).toThrow('no type for c-1.wasm')
  })
})
