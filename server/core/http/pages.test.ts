// The browser part as served: headers of every reply, and which pages there are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Config } from '#server/config.ts'
import { testServer } from '#test/http.ts'
import { createHttp } from './http.ts'
import { servePages } from './pages.ts'

const server = testServer()

function makeBuild(pages: string[]): string {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'assets/part-1.js'), 'export {}')
  writeFileSync(join(dist, 'checkin-worker.js'), 'self')
  for (const page of [...pages, 'checkin']) {
    writeFileSync(join(dist, `${page}.html`), `<head><script nonce="__NONCE__"></script></head>${page}`)
  }
  return dist
}

/** Asks an application that serves a build of these pages. */
function serving(pages: string[], changes: Partial<Config> = {}) {
  const { core } = server().server
  const config = { ...core.config, ...changes }
  const app = createHttp({ ...core, config }, [])
  servePages(app, config, makeBuild(pages))
  return (url: string) => app.inject({ method: 'GET', url })
}

describe('the headers of the browser part', () => {
  it.each([
    ['/', 302],
    ['/backend', 302],
    ['/backend/', 200],
    ['/backend/login', 200],
    ['/backend/checkin', 200],
    ['/backend/assets/part-1.js', 200],
    ['/backend/assets/none.js', 404],
    ['/backend/assets/..%2findex.html', 400],
    ['/none', 404],
    ['/backend/%zz', 400],
  ])('%s', async (url, status) => {
    const reply = await serving(['index', 'login'], { publicUrl: 'https://console.example.com' })(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
      'cache-control': status === 200 && url.includes('assets') ? 'public, max-age=31536000, immutable' : 'no-store',
    })
  })
})

it.each(['login.html', 'checkin.html', 'checkin-worker.js'])(
  'says that the browser part is not built, and starts, while %s is still to be written',
  async (file) => {
    const { core } = server().server
    const app = createHttp(core, [])
    const dist = makeBuild(['index', 'login'])
    rmSync(join(dist, file))
    servePages(app, core.config, dist)
    expect(await app.inject({ method: 'GET', url: '/backend/' })).toMatchObject({ statusCode: 503 })
  },
)

it('serves what it has read, though another build takes the files away before it is ready', async () => {
  const { core } = server().server
  const app = createHttp(core, [])
  const dist = makeBuild(['index', 'login'])
  servePages(app, core.config, dist)
  rmSync(join(dist, 'checkin.html'))
  expect(await app.inject({ method: 'GET', url: '/backend/checkin' })).toMatchObject({ statusCode: 200 })
})

describe('a page', () => {
  it('may load its own scripts, styles and pictures', async () => {
    const { headers } = await serving(['index', 'login'])('/backend/')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'self';script-src 'self' 'nonce-\w+';style-src 'self' /,
    )
    expect(headers['referrer-policy']).toBe('same-origin')
  })
})

describe('the worker of the check-in page', () => {
  it('may fetch from here: its own policy decides on that, not the page’s', async () => {
    const { headers } = await serving(['index', 'login'])('/backend/checkin-worker.js')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  })
})

describe('the gallery', () => {
  const shown = async (pages: string[], nodeEnv: Config['nodeEnv']) =>
    (await serving(pages, { nodeEnv })('/backend/gallery')).body.replace(/.*<\/head>/, '')

  it('§2 is served outside production alone, where it was built', async () => {
    expect(await shown(['index', 'login', 'gallery'], 'test')).toBe('gallery')
    expect(await shown(['index', 'login', 'gallery'], 'production')).toBe('index')
  })

  it('may be left out of a build', async () => {
    expect(await shown(['index', 'login'], 'test')).toBe('index')
  })
})
