// Builds the browser part, and the server in one file, where sources have changed since the last build; `npm run build`, with
// GALLERY=on for tests.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, say, seconds } from './run.mjs'

const browserStamp = join(root, 'dist', '.sources')
const serverStamp = join(root, 'build', '.sources')

/** @param {string} stamp */
const stampIn = (stamp) => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '')

/**
 * Returns whether there is a browser part to serve. The gallery is for tests: a build for use does without it, and takes one
 * that has it.
 * @param {{ withGallery?: boolean }} [options]
 */
export async function buildBrowserPart({ withGallery = false } = {}) {
  const GALLERY = withGallery ? 'on' : 'off'
  const sourcesNow = fingerprint(['web', 'contract', 'package-lock.json'])
  const stamped = stampIn(browserStamp)
  if (stamped === `${sourcesNow} gallery on` || (!withGallery && stamped === `${sourcesNow} gallery off`)) return true
  const since = Date.now()
  say('正在构建浏览器端……')
  // also in development of the server: the library's own checks cost the browser half its speed
  const env = { ...process.env, NODE_ENV: 'production', GALLERY }
  for (const page of ['', 'checkin']) {
    const { code, output } = await viteBuild('web/vite.config.ts', { ...env, PAGE: page })
    if (code !== 0) {
      say(output)
      return false
    }
  }
  writeFileSync(browserStamp, `${sourcesNow} gallery ${GALLERY}`)
  say(`浏览器端已构建（${seconds(since)}）`)
  return true
}

/** Returns whether there is a server to run: `server/main.mjs --built`. */
export async function buildServer() {
  const sourcesNow = fingerprint(['server', 'contract', 'scripts/server.vite.config.ts', 'package-lock.json'])
  if (stampIn(serverStamp) === sourcesNow) return true
  const since = Date.now()
  const { code, output } = await viteBuild('scripts/server.vite.config.ts', process.env)
  if (code !== 0) {
    say(output)
    return false
  }
  writeFileSync(serverStamp, sourcesNow)
  say(`服务端已构建（${seconds(since)}）`)
  return true
}

/** @param {string} config @param {NodeJS.ProcessEnv} env */
const viteBuild = (config, env) =>
  run(node, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', config], {
    isQuiet: true,
    env,
  })

/** Names, sizes and times instead of contents: this runs at every start. @param {readonly string[]} sources */
function fingerprint(sources) {
  /** @type {string[]} */
  const lines = []
  /** @param {string} path */
  const visit = (path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    lines.push(`${path} ${size} ${mtimeMs}`)
  }
  for (const source of sources) {
    if (!statSync(join(root, source)).isDirectory()) visit(source)
    else
      for (const entry of readdirSync(join(root, source), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) visit(join(entry.parentPath, entry.name).slice(root.length + 1))
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

if (process.argv[1] === import.meta.filename)
  process.exitCode =
    (await buildBrowserPart({ withGallery: process.env.GALLERY === 'on' })) && (await buildServer()) ? 0 : 1
