// The built files: read once, and sent from memory as the build has compressed them. A page asks for some 150, each of them
// under a name that follows what is in it, so browsers keep them for good.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

/** What the build makes; a page that brings something else names it here. */
const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** The preferred first: the build writes them beside each file, with these endings. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

/** A file as it stands, or compressed. */
type Copy = { encoding: string | undefined; body: Buffer; headers: Record<string, string> }

const copyOf = (file: string, type: string, encoding?: string): Copy => {
  const body = readFileSync(file)
  return {
    encoding,
    body,
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
      ...(encoding && { 'content-encoding': encoding }),
    },
  }
}

/** Each file with its copies, the preferred first. */
function readAssets(folder: string): Map<string, Copy[]> {
  const names = new Set(readdirSync(folder))
  const assets = new Map<string, Copy[]>()
  for (const name of names) {
    if (encodings.some(({ ending }) => name.endsWith(ending))) continue
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) throw new Error(`no type for ${name}`)
    const compressed = encodings.filter(({ ending }) => names.has(name + ending))
    assets.set(name, [
      ...compressed.map((encoding) => copyOf(join(folder, name + encoding.ending), type, encoding.name)),
      copyOf(join(folder, name), type),
    ])
  }
  return assets
}

/** What `accept-encoding` names and does not refuse (`br;q=0`). */
const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((each) => {
    const [name, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

export function serveAssets(app: FastifyInstance, folder: string): void {
  const assets = readAssets(folder)
  app.get<{ Params: { name: string } }>('/backend/assets/:name', { logLevel: 'silent' }, (request, reply) => {
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const copy = assets
      .get(request.params.name)
      ?.find(({ encoding }) => encoding === undefined || accepts(accepted, encoding))
    if (!copy) throw refuse('noSuchCall')
    reply.headers(copy.headers)
    return request.headers['if-none-match'] === copy.headers.etag ? reply.status(304).send() : reply.send(copy.body)
  })
}
