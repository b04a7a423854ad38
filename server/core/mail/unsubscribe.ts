// The link by which a recipient says which mails an address gets. It is signed: nobody else can, and no account is needed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailTopic, mailTopics } from '#contract/outbox/message-labels.ts'
import type { Config } from '#server/config.ts'

type Needed = Pick<Config, 'secretKey' | 'publicUrl' | 'host' | 'port'>

/** A key derived for these links only. */
const keyOf = ({ secretKey }: Pick<Config, 'secretKey'>) =>
  createHmac('sha256', secretKey).update('unsubscribe').digest()

const sign = (config: Pick<Config, 'secretKey'>, address: string, topic: MailTopic | null) =>
  createHmac('sha256', keyOf(config))
    .update(topic === null ? address : `${topic}\n${address}`)
    .digest()

/** @param topic what the mail is about; null: everything */
export function unsubscribeLink(config: Needed, to: string, topic: MailTopic | null): string {
  const { publicUrl = `http://${config.host}:${config.port}` } = config
  const address = to.toLowerCase()
  const encoded = Buffer.from(address).toString('base64url')
  const parts = [encoded, ...(topic === null ? [] : [topic]), sign(config, address, topic).toString('hex')]
  return `${publicUrl}/api/open/push/unsubscribe?token=${parts.join('.')}`
}

/** Address, lower case, and topic of a valid token; null otherwise. */
export function readUnsubscribe(
  config: Pick<Config, 'secretKey'>,
  token: string,
): { address: string; topic: MailTopic | null } | null {
  const parts = token.split('.')
  const address = Buffer.from(parts.at(0) ?? '', 'base64url').toString()
  const topic = mailTopics.find((each) => parts.length === 3 && each === parts[1]) ?? null
  if (parts.length !== (topic === null ? 2 : 3)) return null
  const [actual, expected] = [Buffer.from(parts.at(-1) ?? '', 'hex'), sign(config, address, topic)]
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? { address, topic } : null
}
