// Builds the browser part when its sources have changed since the last build; `npm run build`, with GALLERY=on for tests.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run, say, seconds } from './run.mjs'

const sources = ['web', 'contract', 'package-lock.json']
const stamp = join(root, 'dist', '.sources')

/**
 * Returns whether there is a browser part to serve. The gallery is for tests: a build for use does without it, and takes one
 * that has it.
 * @param {{ withGallery?: boolean }} [options]
 */
export async function buildBrowserPart({ withGallery = false } = {}) {
  const GALLERY = withGallery ? 'on' : 'off'
  const sourcesNow = fingerprint()
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (stamped === `${sourcesNow} gallery on` || (!withGallery && stamped === `${sourcesNow} gallery off`)) return true
  const since = Date.now()
  say('正在构建浏览器端……')
  // also in development of the server: the library's own checks cost the browser half its speed
  const env = { ...process.env, NODE_ENV: 'production', GALLERY }
  for (const page of ['', 'checkin']) {
    const { code, output } = await run(node, viteBuild, { isQuiet: true, env: { ...env, PAGE: page } })
    if (code !== 0) {
      say(output)
      return false
    }
  }
  writeFileSync(stamp, `${sourcesNow} gallery ${GALLERY}`)
  say(`浏览器端已构建（${seconds(since)}）`)
  return true
}

const viteBuild = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', 'web/vite.config.ts']

/** Names, sizes and times instead of contents: this runs at every start. */
function fingerprint() {
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
  process.exitCode = (await buildBrowserPart({ withGallery: process.env.GALLERY === 'on' })) ? 0 : 1
