// The link that ends mails to an address. It is signed: nobody else is taken off, and no account is needed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'

type Needed = Pick<Config, 'secretKey' | 'publicUrl' | 'host' | 'port'>

/** Good for these links alone. */
const keyOf = ({ secretKey }: Pick<Config, 'secretKey'>) =>
  createHmac('sha256', secretKey).update('unsubscribe').digest()

const sign = (config: Pick<Config, 'secretKey'>, address: string) =>
  createHmac('sha256', keyOf(config)).update(address.toLowerCase()).digest()

const before = ({ publicUrl, host, port }: Needed) =>
  `${publicUrl ?? `http://${host}:${port}`}/api/open/push/unsubscribe?token=`

export const unsubscribeLink = (config: Needed, address: string): string =>
  `${before(config)}${Buffer.from(address.toLowerCase()).toString('base64url')}.${sign(config, address).toString('hex')}`

const BLOCK = 64

/** The same for a column, so that the links of 100,000 recipients are made where the recipients are. */
export function unsubscribeLinks(config: Needed, address: SQL): SQL<string> {
  const key = Buffer.alloc(BLOCK)
  keyOf(config).copy(key)
  // HMAC by RFC 2104
  const padded = (pad: number) => sql`decode(${Buffer.from(key.map((byte) => byte ^ pad)).toString('hex')}, 'hex')`
  const bytes = sql`convert_to(lower(${address}), 'UTF8')`
  const signature = sql`encode(sha256(${padded(0x5c)} || sha256(${padded(0x36)} || ${bytes})), 'hex')`
  return sql<string>`${before(config)}::text || translate(encode(${bytes}, 'base64'), E'+/=\\n', '-_') || '.' || ${signature}`
}

/** The address of a good token, lower case; null where it was not made here. */
export function addressOf(config: Pick<Config, 'secretKey'>, token: string): string | null {
  const [encoded = '', signature = ''] = token.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  const [given, right] = [Buffer.from(signature, 'hex'), sign(config, address)]
  return given.length === right.length && timingSafeEqual(given, right) ? address : null
}
