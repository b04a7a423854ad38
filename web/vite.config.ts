// The build of the browser part: two entries (the sign-in page is one of its own), compressed at build time.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/** In development Vite answers `/backend/login` with its own page, as the server does in production. */
function signInPage(): Plugin {
  return {
    name: 'sign-in-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url && /^\/backend\/login(?:[/?]|$)/.test(request.url)) request.url = '/backend/login.html'
        next()
      })
    },
  }
}

export default defineConfig({
  root: web,
  base: '/backend/',
  plugins: [react(), signInPage(), preCompress()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(web, '../dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // the Content-Security-Policy allows no data: script, and a font or picture of its own is cached better
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(web, 'index.html'), login: join(web, 'login.html') },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true }, '/admin': server, '/healthz': server },
  },
})
