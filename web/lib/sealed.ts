// Text that only the holder of a key can read: drafts on computers that several people use. Not Web Crypto: it answers
// later, while a closing page stores its drafts at once, and browsers offer it on https only.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'

const NONCE_BYTES = 24

const toText = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
const toBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const keyBytes = (key: string): Uint8Array => toBytes(key.replaceAll('-', '+').replaceAll('_', '/'))

/**
 * @param key 32 bytes in base64url
 * @param name where the text stands: it cannot be read under another name
 */
export function seal(text: string, key: string, name: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const cipher = xchacha20poly1305(keyBytes(key), nonce, new TextEncoder().encode(name))
  return `${toText(nonce)}.${toText(cipher.encrypt(new TextEncoder().encode(text)))}`
}

/** Undefined for what was sealed with another key or name, or is no sealed text. */
export function unseal(sealed: string, key: string, name: string): string | undefined {
  const [nonce = '', content = ''] = sealed.split('.')
  try {
    const cipher = xchacha20poly1305(keyBytes(key), toBytes(nonce), new TextEncoder().encode(name))
    return new TextDecoder().decode(cipher.decrypt(toBytes(content)))
  } catch {
    return undefined
  }
}
