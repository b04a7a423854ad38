// The device cookie: a browser in which a name has signed in before is counted apart, so that wrong passwords of others
// behind the same address do not lock it out (docs/decisions/037). It says which count applies, and nothing else: whoever
// holds it still needs the password, and has five tries.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

const LIFE_S = 180 * 86_400
const NONCE_BYTES = 12
/** Names that one browser is remembered for, the last ones; a cookie has to stay small. */
const NAMES = 4
/** `nonce.until.signature`; several are joined by `~`. */
const entryPattern = /^([A-Za-z0-9_-]{16})\.(\d{10})\.([A-Za-z0-9_-]{43})$/

const cookieName = ({ productKey }: Config) => `${productKey}-device`

const sign = ({ secretKey }: Config, userName: string, nonce: string, until: string) =>
  createHmac('sha256', secretKey)
    .update(`device:${JSON.stringify([userName, nonce, until])}`)
    .digest('base64url')

function entriesOf(request: FastifyRequest, config: Config): string[] {
  const start = `${cookieName(config)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((each) => each.trim())
  const value = cookies.find((each) => each.startsWith(start))?.slice(start.length) ?? ''
  return value.split('~', NAMES).filter((entry) => entryPattern.test(entry))
}

/** @param entry one that has the form */
function deviceIn(entry: string, config: Config, userName: string): string | undefined {
  const [, nonce = '', until = '', signature = ''] = entryPattern.exec(entry) ?? []
  const right = sign(config, userName, nonce, until)
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  return isOurs && Number(until) * 1_000 > Date.now() ? nonce : undefined
}

/** The device that this name has signed in from before, or '' where it has not, or the cookie is not ours. */
export function deviceOf(request: FastifyRequest, config: Config, userName: string): string {
  for (const entry of entriesOf(request, config)) {
    const device = deviceIn(entry, config, userName)
    if (device !== undefined) return device
  }
  return ''
}

/** After a sign-in: the browser gets a new device for this name, whose count is empty, and keeps those of others. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, config: Config, userName: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const until = String(Math.floor(Date.now() / 1_000) + LIFE_S)
  const others = entriesOf(request, config).filter((entry) => deviceIn(entry, config, userName) === undefined)
  const value = [`${nonce}.${until}.${sign(config, userName, nonce, until)}`, ...others].slice(0, NAMES).join('~')
  const isSecure = config.publicUrl?.startsWith('https:') ?? request.protocol === 'https'
  const attributes = `Path=/api; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieName(config)}=${value}; ${attributes}`)
}
