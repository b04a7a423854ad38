// Bounces: the envelope sender that ties a report to its message, and parsing of reports (RFC 3464, RFC 3463).
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `bounce@example.com`, and the key that signs its tags. */
export type BounceBox = { address: string; key: string }

const TAG_LENGTH = 12
/** The tag is a signature: nobody without the key can report a message as bounced. */
const tagOf = (key: string, id: string) =>
  createHmac('sha256', key).update(`bounce:${id}`).digest('hex').slice(0, TAG_LENGTH)

/** `bounce+17.0123456789ab@example.com` for message 17. */
export function bounceAddress({ address, key }: BounceBox, id: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${id}.${tagOf(key, id)}${address.slice(at)}`
}

/** The message of such an address; null without a valid signature. */
export function messageOfBounce({ address, key }: BounceBox, recipient: string): string | null {
  const [, name, id = '', tag = '', domain] = /^(.+)\+([1-9]\d{0,18})\.([0-9a-f]{12})@(.+)$/i.exec(recipient) ?? []
  if (`${name}@${domain}`.toLowerCase() !== address.toLowerCase()) return null
  const [actual, expected] = [tag.toLowerCase(), tagOf(key, id)].map((text) => Buffer.from(text))
  return actual && expected && timingSafeEqual(actual, expected) ? id : null
}

export type DeliveryReport = { isFailed: boolean; status: string; reason: string }

const field = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? ''

/** What a delivery status notification says; null for everything else, such as an automatic answer. */
export function readReport(raw: string): DeliveryReport | null {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1)
  if (!/multipart\/report/i.test(field(head, 'Content-Type'))) return null
  const [, part] = /^Content-Type:[ \t]*message\/(?:global-)?delivery-status.*?\r?\n\r?\n([\s\S]*)/im.exec(raw) ?? []
  if (part === undefined) return null
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(field(part, 'Status'))?.[0] ?? ''
  const diagnostic = field(part, 'Diagnostic-Code').replace(/^smtp;\s*/i, '')
  const isFailed = field(part, 'Action').toLowerCase() === 'failed' && !status.startsWith('4.')
  return { isFailed, status, reason: [status, diagnostic].filter(Boolean).join(' ').slice(0, 300) }
}

/**
 * Whether a refusal means that the mailbox does not exist or is disabled, rather than full, or that it rejected this mail or
 * this sender.
 */
export function isMailboxGone(reason: string): boolean {
  const detailed = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(reason)
  if (!detailed) return /\b55[013]\b/.test(reason)
  const [subject, detail] = [Number(detailed[1]), Number(detailed[2])]
  // 5.1.7 and 5.1.8 are about the sender
  if (subject === 1) return detail !== 7 && detail !== 8
  return (subject === 2 && detail === 1) || (subject === 0 && /\b55[013]\b/.test(reason))
}
