// The link that ends mails to an address. It is signed: nobody else is taken off, and no account is needed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

type Needed = Pick<Config, 'secretKey' | 'publicUrl' | 'host' | 'port'>

/** A key derived for these links only. */
const keyOf = ({ secretKey }: Pick<Config, 'secretKey'>) =>
  createHmac('sha256', secretKey).update('unsubscribe').digest()

const sign = (config: Pick<Config, 'secretKey'>, address: string) =>
  createHmac('sha256', keyOf(config)).update(address.toLowerCase()).digest()

export function unsubscribeLink(config: Needed, address: string): string {
  const { publicUrl = `http://${config.host}:${config.port}` } = config
  const token = `${Buffer.from(address.toLowerCase()).toString('base64url')}.${sign(config, address).toString('hex')}`
  return `${publicUrl}/api/open/push/unsubscribe?token=${token}`
}

/** The address of a valid token, lower case; null otherwise. */
export function addressOf(config: Pick<Config, 'secretKey'>, token: string): string | null {
  const [encoded = '', signature = ''] = token.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  const [actual, expected] = [Buffer.from(signature, 'hex'), sign(config, address)]
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? address : null
}
