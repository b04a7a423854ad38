// The build of the browser part: the console, its sign-in page, and the gallery where GALLERY=on asks for it, compressed at build time.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { antdStyles } from './antd-styles.ts'

const web = import.meta.dirname
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/
/** Smaller files are not worth a second copy, bytes. */
const MIN_BYTES = 512

/** Writes `.br` and `.gz` beside each asset; the server sends them as they are. The pages get a nonce and are not compressed. */
function preCompress(): Plugin {
  return {
    name: 'pre-compress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const files = await readdir(join(dir, 'assets'))
      const work = files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(dir, 'assets', file)))
      await Promise.all(work)
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
 * Puts first-paint.js before everything that paints: as a file of its own that blocks, since the Content-Security-Policy
 * allows no script in the page, and a module would run after the first picture.
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

/** In development Vite answers `/backend/login` and `/backend/gallery` with their own pages, as the server does. */
function ownPages(): Plugin {
  return {
    name: 'own-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, name] = /^\/backend\/(login|gallery)\/?(?:\?|$)/.exec(request.url ?? '') ?? []
        if (name) request.url = `/backend/${name}.html`
        next()
      })
    },
  }
}

/**
 * Scripts that are made on purpose, each with all that it rests on and no script before it has; the rest follows the imports,
 * which alone made 150 scripts of a list. None may hold an entry: what loads it would run it.
 */
const scripts = [
  // the sign-in page; the console needs all of it, too
  {
    name: 'base',
    test: /\/web\/(?:features\/identity\/sign-in-page|shell\/settings\/themed|lib\/(?:style-nonce|errors\/error-report|session\/session))\.tsx?$|\/antd\/es\/(?:form|input|grid)\/|\/@rc-component\/(?:form|input)\//,
  },
  // what the sign-in page fetches when it is asked for: here, lest it fetch more of the console
  {
    name: 'sign-in',
    test: /\/web\/(?:features\/identity\/(?:next-step|provider-buttons)|lib\/errors\/error-sender)\.tsx?$/,
  },
  // the console around its pages, and its first page
  {
    name: 'console',
    test: /\/web\/(?:pages|shell\/(?:console|notices\/(?:live-bar|notifier)|pages\/open-pages)|features\/home\/home-page|lib\/(?:query|session\/menus))\.tsx?$|\/antd\/es\/(?:app\/|locale\/(?:en_US|zh_CN))|\/@tanstack\/react-query\/|\/react-router\//,
  },
  // the page for those who have no account yet
  { name: 'register', test: /\/register-page\.tsx$/ },
  // what many pages share
  { name: 'shared', test: /\/node_modules\/|\/web\/(?:kit|lib)\/|\/contract\//, minShareCount: 12 },
]

export default defineConfig({
  root: web,
  base: '/backend/',
  plugins: [react(), ownPages(), antdStyles(), firstPaint(), preCompress()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(web, '../dist'),
    emptyOutDir: true,
    target: 'es2022',
    // the Content-Security-Policy allows no data: script, and a font or picture of its own is cached better
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // a page's scripts are found by its imports: naming them in the entry too made that a fifth larger with 120 pages
      resolveDependencies: (_url, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
    rolldownOptions: {
      input: {
        index: join(web, 'index.html'),
        login: join(web, 'login.html'),
        // every reusable part in every state: for tests and measurements
        ...(process.env.GALLERY === 'on' && { gallery: join(web, 'gallery.html') }),
      },
      output: {
        codeSplitting: { groups: scripts },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/admin': server, '/healthz': server },
  },
})
