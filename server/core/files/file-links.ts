// Links to files, for one person or API key: valid for 12 h, or until the account or key is disabled. The link itself is the
// right to read.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { FILE_LINK_S } from '#contract/limits.ts'

/** Links of one half hour are the same, so that the browser keeps the picture behind them, s. */
const STEP_S = 1_800

export type LinkParts = { id: string; user: string; expires: number }

const sign = (secretKey: string, { id, user, expires }: LinkParts) =>
  createHmac('sha256', secretKey).update(`file-link:${id}:${user}:${expires}`).digest()

export function makeLink(secretKey: string, id: string, user: string, now = Date.now()): string {
  const expires = Math.floor(now / 1000 / STEP_S) * STEP_S + FILE_LINK_S
  const signature = sign(secretKey, { id, user, expires }).toString('base64url')
  return `/api/backend/file/${id}?user=${user}&expires=${expires}&signature=${signature}`
}

/** The `user` of links that an API key gets: they are good as long as the key is. */
export const linkUserOfKey = (keyId: string) => `key${keyId}`
export const keyOfLink = (user: string): string | null => (user.startsWith('key') ? user.slice(3) : null)

export function isLinkGood(secretKey: string, parts: LinkParts, signature: string, now = Date.now()): boolean {
  const actual = Buffer.from(signature, 'base64url')
  const expected = sign(secretKey, parts)
  return actual.length === expected.length && timingSafeEqual(actual, expected) && parts.expires * 1000 > now
}
