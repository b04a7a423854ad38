// Signatures, addresses and pauses of webhooks, without the database.
import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { URL_LENGTH } from '#contract/entitlements/webhooks.ts'
import { isPrivate } from '#server/core/http/outbound.ts'

/** All addresses together. */
export const WEBHOOKS_PER_S = 50

const SECRET_BYTES = 32
const PREFIX = 'whsec_'

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The headers of Standard Webhooks. @param secrets each signs: during a renewal the old one too. @param at seconds since 1970 */
export function signedHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  }
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets.map(signatureBy).join(' '),
  }
}

/**
 * What is wrong with an address; null: nothing. Names are looked up at each delivery (outbound.ts).
 * @param allowed hosts, as `host` or `host:port`, that may be private and without TLS
 */
export function urlFault(text: string, allowed: readonly string[]): string | null {
  const url = URL.parse(text)
  if (!url || text.length > URL_LENGTH || /[\s\\]/.test(text)) return '推送地址不正确'
  if (url.username !== '' || url.password !== '') return '推送地址不能带用户名和密码'
  if (url.hash !== '') return '推送地址不能带 #'
  if (allowed.includes(url.host) || allowed.includes(url.hostname)) {
    return /^https?:$/.test(url.protocol) ? null : '推送地址应以 https:// 开头'
  }
  if (url.protocol !== 'https:') return '推送地址应以 https:// 开头'
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  const isInside = isIP(bare) === 0 ? /(^|\.)localhost$/.test(bare) : isPrivate(bare)
  return isInside ? '推送地址不能是内网地址' : null
}

const REST_MS = 10_000
const REST_MOST_MS = 600_000

/** How long untried deliveries wait after so many failures in a row, ms. */
export const restAfter = (failures: number): number => Math.min(REST_MS * 2 ** (failures - 1), REST_MOST_MS)

/** Messages of one account to one address go in order: the outbox keeps the order at an address. */
export const addressOf = (webhookId: string, accountId: string | null): string => `${webhookId}/${accountId ?? 'test'}`
export const webhookIdOf = (address: string): string => address.split('/')[0] ?? ''
