// Random keys made in the browser.

const KEY_BYTES = 16

/** 32 hexadecimal digits. Not crypto.randomUUID: it needs a secure context, which intranets often lack. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
