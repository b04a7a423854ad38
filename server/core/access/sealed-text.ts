// Secrets of others that have to be read again (second factors, keys of providers), encrypted at rest with AES-256-GCM.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const KEY_BYTES = 32
/** What GCM recommends. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `sealed-text ${VERSION}`, KEY_BYTES))

/** @param about where the text belongs, as in `secondFactor:7`: copied elsewhere it does not open. */
export function seal(secretKey: string, about: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** Throws where the text was altered, belongs elsewhere, or was sealed with another key. */
export function open(secretKey: string, about: string, sealed: string): string {
  const [version, packed = ''] = sealed.split('.')
  const bytes = Buffer.from(packed, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
