// Build of the browser part: console, sign-in page, and the gallery with GALLERY=on; with PAGE=checkin the check-in page, which shares
// no scripts with them, so that neither is larger for the other. Assets are pre-compressed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { antdStyles } from './antd-styles.ts'

const web = import.meta.dirname
const isCheckIn = process.env.PAGE === 'checkin'
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/
/** Smaller files are not pre-compressed, bytes. */
const MIN_BYTES = 512

/** Writes `.br` and `.gz` beside each asset for the server to send. HTML gets a nonce per request, so it has none. */
function preCompress(): Plugin {
  return {
    name: 'pre-compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith('assets/') && COMPRESSIBLE.test(file))
      await Promise.all(files.map((file) => compress(join(dir, file))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    writeFile(`${file}.br`, await brotli(bytes, quality)),
    writeFile(`${file}.gz`, await zip(bytes, { level: constants.Z_BEST_COMPRESSION })),
  ])
}

/**
 * Adds first-paint.js as a blocking script: the Content-Security-Policy forbids inline scripts, and a module would run
 * after the first paint.
 */
function firstPaint(): Plugin {
  const source = readFileSync(join(web, 'first-paint.js'), 'utf8')
  const fileName = `assets/first-paint-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  let isBuild = true
  return {
    name: 'first-paint',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [
      isBuild
        ? { tag: 'script', attrs: { src: `/backend/${fileName}` }, injectTo: 'head' }
        : { tag: 'script', children: source, injectTo: 'head' },
    ],
  }
}

/** In development, serves `/backend/login`, `/backend/checkin` and `/backend/gallery` from their own HTML files, as the server does. */
function ownPages(): Plugin {
  return {
    name: 'own-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, name] = /^\/backend\/(login|checkin|gallery)\/?(?:\?|$)/.exec(request.url ?? '') ?? []
        if (name) request.url = `/backend/${name}.html`
        next()
      })
    },
  }
}

/** The service worker of the check-in page keeps its name, as browsers look for a newer one under it. */
function checkInWorker(): Plugin {
  const source = readFileSync(join(web, 'check-in/service-worker.js'), 'utf8')
  return {
    name: 'check-in-worker',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'checkin-worker.js', source })
    },
  }
}

/**
 * Manual chunks, each with its dependencies that are in no earlier one; other modules are split by imports, which alone
 * gave 150 scripts for one list page. None may contain an entry module, since loading the chunk would run it.
 */
const scripts = [
  // the sign-in page; the console needs all of it as well
  {
    name: 'base',
    test: /\/web\/(?:features\/identity\/sign-in-page|shell\/settings\/themed|lib\/(?:load-again|style-nonce|errors\/error-report|session\/session))\.tsx?$|\/antd\/es\/(?:form|input|grid)\/|\/@rc-component\/(?:form|input)\//,
  },
  // lazy parts of the sign-in page, so that they do not pull in chunks of the console
  {
    name: 'sign-in',
    test: /\/web\/(?:features\/identity\/(?:next-step|provider-buttons)|lib\/errors\/error-sender)\.tsx?$/,
  },
  // the shell and the home page
  {
    name: 'console',
    test: /\/web\/(?:pages|shell\/(?:console|notices\/(?:live-bar|notifier)|pages\/open-pages)|features\/home\/home-page|lib\/(?:query|session\/menus))\.tsx?$|\/antd\/es\/(?:app\/|locale\/(?:en_US|zh_CN))|\/@tanstack\/react-query\/|\/react-router\//,
  },
  // public registration page
  { name: 'register', test: /\/register-page\.tsx$/ },
  // modules shared by many pages
  { name: 'shared', test: /\/node_modules\/|\/web\/(?:kit|lib)\/|\/contract\//, minShareCount: 12 },
]

export default defineConfig({
  root: web,
  base: '/backend/',
  plugins: [react(), ownPages(), firstPaint(), ...(isCheckIn ? [checkInWorker()] : [antdStyles()]), preCompress()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(web, '../dist'),
    emptyOutDir: !isCheckIn,
    target: 'es2022',
    // the Content-Security-Policy forbids data: URLs, and separate files are cached better
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // preload only style sheets: script lists for 120 pages made the entry a fifth larger
      resolveDependencies: (_url, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
    rolldownOptions: {
      input: isCheckIn
        ? { checkin: join(web, 'checkin.html') }
        : {
            index: join(web, 'index.html'),
            login: join(web, 'login.html'),
            // reusable components in every state, for tests and measurements
            ...(process.env.GALLERY === 'on' && { gallery: join(web, 'gallery.html') }),
          },
      ...(!isCheckIn && { output: { codeSplitting: { groups: scripts } } }),
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/admin': server, '/healthz': server },
  },
})
