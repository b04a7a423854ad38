// The browser part: immutable assets compressed at build, and HTML pages with a fresh nonce each time.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import { frameSources } from '#server/frame-allow.ts'
import { refuse } from './refusal.ts'

const built = join(import.meta.dirname, '../../../dist')
const NONCE = '__NONCE__'
const ASSET_NAME = /^[\w.-]+$/

/** The scripts and sheets that a page loads before it shows anything. */
function filesOf(dist: string, page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8')
  return [...html.matchAll(/ (?:src|href)="(\/backend\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
}

/** What the first page needs is fetched while the person types their name. */
function prefetchLinks(dist: string): string {
  const loaded = new Set(filesOf(dist, 'login.html'))
  const needed = filesOf(dist, 'index.html').filter((file) => !loaded.has(file))
  return needed.map((file) => `<link rel="prefetch" href="${file}">`).join('')
}

const attribute = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Names the release: the page names its files, and their names follow what is in them. */
const releaseOf = (dist: string) => hash('sha256', readFileSync(join(dist, 'index.html')), 'base64url').slice(0, 8)

/** The page in pieces, to be joined with a nonce. */
function pieces(dist: string, file: string, config: Config, links = ''): string[] {
  const { productKey, clientId, clientSecret } = config
  return readFileSync(join(dist, file), 'utf8')
    .replaceAll('__PRODUCT__', attribute(productKey))
    .replaceAll('__RELEASE__', releaseOf(dist))
    .replaceAll('__CLIENT_ID__', attribute(clientId))
    .replaceAll('__CLIENT_SECRET__', attribute(clientSecret))
    .replace('</head>', `${links}</head>`)
    .split(NONCE)
}

/** What the build writes, in the order in which it does: without the last it has not ended. */
const NEEDED = ['index.html', 'login.html', 'checkin.html', 'checkin-worker.js']

/** @param dist the folder of the build */
export function servePages(app: FastifyInstance, config: Config, dist = built): void {
  if (!NEEDED.every((file) => existsSync(join(dist, file)))) {
    app.get('/backend/*', async (_request, reply) =>
      reply.status(503).type('text/plain').send('浏览器端尚未构建：npm run build'),
    )
    return
  }
  // read at once: a build that begins meanwhile takes the files away
  const release = releaseOf(dist)
  const index = pieces(dist, 'index.html', config)
  const login = pieces(dist, 'login.html', config, prefetchLinks(dist))
  const checkIn = pieces(dist, 'checkin.html', config)
  const worker = readFileSync(join(dist, 'checkin-worker.js'))
  app.register((pages, _options, done) => {
    pages.register(helmet, {
      enableCSPNonces: true,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          // its own: the frame in which a mail is shown
          frameSrc: ["'self'", ...frameSources(config.frameAllow)],
          frameAncestors: ["'none'"],
        },
      },
      // http.ts sets these on every reply
      strictTransportSecurity: false,
      xFrameOptions: false,
      referrerPolicy: { policy: 'same-origin' },
    })
    // open pages ask for the header to learn that a newer release is there
    const headers = { 'cache-control': 'no-store', 'x-release': release }
    const send = (reply: FastifyReply, page: string[]) => {
      // helmet writes to the raw reply, and Fastify's headers would win over it
      for (const name of ['content-security-policy', 'referrer-policy']) reply.header(name, reply.raw.getHeader(name))
      return reply.type('text/html; charset=utf-8').headers(headers).send(page.join(reply.cspNonce.style))
    }
    pages.get('/backend/login', async (_request, reply) => send(reply, login))
    pages.get('/backend/checkin', async (_request, reply) => send(reply, checkIn))
    // a service worker may fetch what its own policy allows, not that of the page
    const workerHeaders = {
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    }
    pages.get('/backend/checkin-worker.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').headers(workerHeaders).send(worker),
    )
    // built for tests and measurements alone
    if (config.nodeEnv !== 'production' && existsSync(join(dist, 'gallery.html'))) {
      const gallery = pieces(dist, 'gallery.html', config)
      pages.get('/backend/gallery', async (_request, reply) => send(reply, gallery))
    }
    pages.get('/backend/*', async (_request, reply) => send(reply, index))
    pages.get('/backend', async (_request, reply) => reply.redirect('/backend/'))
    pages.get('/', async (_request, reply) => reply.redirect('/backend/'))
    done()
  })
  const cached = { immutable: true, maxAge: '365d' }
  app.register(staticFiles, { root: join(dist, 'assets'), serve: false, preCompressed: true, ...cached })
  // the library's own route lists the whole folder for each request, and a page asks for some 150 files
  app.get<{ Params: { name: string } }>(
    '/backend/assets/:name',
    { logLevel: 'silent', schema: { hide: true } },
    ({ params: { name } }, reply) => {
      if (!ASSET_NAME.test(name)) throw refuse('invalid')
      return reply.sendFile(name)
    },
  )
}
