// The device cookie: failures from a browser in which a name has signed in before are counted apart, so that others
// behind the same address cannot lock it out (docs/decisions/037). The cookie only selects the counter: its holder
// still needs the password, and has five tries.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const LIFE_S = 180 * 86_400
const NONCE_BYTES = 12
/** Most names remembered for a browser, the latest first, as cookies must be small. */
const NAMES = 4
/** Format of an entry: `nonce.until.signature`; entries are joined by `~`. */
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

/** @param entry one in that format */
function deviceIn(entry: string, config: Config, userName: string): string | undefined {
  const [, nonce = '', until = '', signature = ''] = entryPattern.exec(entry) ?? []
  const right = sign(config, userName, nonce, until)
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  return isOurs && Number(until) * 1_000 > Date.now() ? nonce : undefined
}

/** The known device of this name; empty where it has none, or the cookie is not ours. */
export function deviceOf(request: FastifyRequest, config: Config, userName: string): string {
  for (const entry of entriesOf(request, config)) {
    const device = deviceIn(entry, config, userName)
    if (device !== undefined) return device
  }
  return ''
}

/** After a sign-in: sets a new device for this name, whose counter is empty, and keeps those of others. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, config: Config, userName: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const until = String(Math.floor(Date.now() / 1_000) + LIFE_S)
  const others = entriesOf(request, config).filter((entry) => deviceIn(entry, config, userName) === undefined)
  const value = [`${nonce}.${until}.${sign(config, userName, nonce, until)}`, ...others].slice(0, NAMES).join('~')
  const isSecure = config.publicUrl?.startsWith('https:') ?? request.protocol === 'https'
  const attributes = `Path=/api; Max-Age=${LIFE_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${cookieName(config)}=${value}; ${attributes}`)
}
