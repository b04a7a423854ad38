// Mail through an SMTP server: a small connection pool, one message to one recipient at a time.
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Outbound } from '../../http/outbound.ts'
import { isMailAddress } from '../../mail/mail-fields.ts'
import { type BounceBox, bounceAddress } from '../bounces.rules.ts'
import type { Ready } from '../compose.ts'
import { type Outcome, type Provider, reasonOf } from '../provider.ts'
import { type MailServer, SmtpLink } from './smtp-link.ts'

export type MailSettings = {
  server: MailServer
  /** `名称 <address>` or an address. */
  from: string
  /** Messages a second. */
  rate: number
  /** Where bounces go: each message has an envelope sender of its own. */
  bounce: BounceBox | null
  dkim: { domain: string; selector: string; keyFile: string } | null
}

/** A file of a message. */
export type MailFile = { name: string; type: string; content: Buffer }

const CONNECTIONS = 4
/** Idle connections are closed after this, ms. */
const IDLE_MS = 20_000
/** Without a reply for so long the connection counts as lost, ms. */
const TIMEOUT_MS = 60_000
/** All files of a message at most, bytes: what most servers take, before it is encoded. */
const FILES_BYTES = 20 * 1_048_576
/** What a signature covers: one-click unsubscribing counts only where it covers both of its headers (RFC 8058). */
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post'
/** A push has a picture for each of its charts, and files. */
const FILES = 20

const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

export function mailProvider(
  settings: MailSettings,
  outbound: Outbound,
  fileOf: (id: string) => Promise<MailFile | undefined>,
  timeoutMs = TIMEOUT_MS,
): Provider {
  const { server, from, rate, bounce, dkim } = settings
  const own = addressIn(from)
  const signer = dkim
    ? new DKIM({
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: readFileSync(dkim.keyFile, 'utf8'),
        headerFieldNames: SIGNED,
      })
    : null
  const idle: { link: SmtpLink; timer: NodeJS.Timeout }[] = []
  /** Files of the last few pushes: each recipient's message carries them. */
  const files = new Map<string, Promise<MailFile | undefined>>()
  let isClosed = false

  function readFileOnce(id: string): Promise<MailFile | undefined> {
    const known = files.get(id)
    if (known !== undefined) return known
    const found = fileOf(id)
    files.set(id, found)
    found.catch(() => files.delete(id))
    for (const oldest of files.keys()) if (files.size > FILES) files.delete(oldest)
    return found
  }

  async function filesOf(ids: readonly string[]): Promise<MailFile[]> {
    const found: MailFile[] = []
    for (const id of ids) {
      const file = await readFileOnce(id)
      if (!file) throw new Error('附件已不存在')
      found.push(file)
    }
    return found
  }

  async function write(message: Ready): Promise<Buffer> {
    const names = Object.keys(message.pictures)
    const attached = await filesOf(message.attachmentIds)
    const pictures = await filesOf(Object.values(message.pictures))
    const bytes = [...attached, ...pictures].reduce((sum, { content }) => sum + content.length, 0)
    if (bytes > FILES_BYTES) throw new Error(`附件共 ${Math.ceil(bytes / 1_048_576)} MB，超过 20 MB`)
    const one = ({ name, type, content }: MailFile) => ({ filename: name, contentType: type, content })
    const { unsubscribe, senderName, replyTo } = message
    const composer = new MailComposer({
      from: senderName === '' ? from : { name: senderName, address: own },
      ...(isMailAddress(replyTo) && { replyTo }),
      to: { name: message.recipientName, address: message.address },
      subject: message.subject,
      text: message.text,
      ...(message.html !== '' && { html: message.html }),
      // the same for each try, so that a receiver can drop a duplicate
      messageId: `<message-${message.id}@${domainOf(own)}>`,
      attachments: [
        ...attached.map(one),
        ...pictures.map((file, at) => ({ ...one(file), cid: names[at], contentDisposition: 'inline' })),
      ],
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe && {
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const written = await new Promise<Buffer>((resolve, reject) =>
      composer.compile().build((error, built) => (error || !built ? reject(error) : resolve(built))),
    )
    return signer ? await buffer(signer.sign(written)) : written
  }

  async function acquireLink(): Promise<SmtpLink> {
    for (let pooled = idle.pop(); pooled; pooled = idle.pop()) {
      clearTimeout(pooled.timer)
      if (pooled.link.isOpen) return pooled.link
    }
    return await SmtpLink.open(server, outbound, domainOf(own), timeoutMs)
  }

  function giveBack(link: SmtpLink): void {
    if (!link.isOpen) return
    if (isClosed) {
      link.close()
      return
    }
    const timer = setTimeout(() => {
      const at = idle.findIndex((each) => each.link === link)
      if (at >= 0) idle.splice(at, 1)
      link.close()
    }, IDLE_MS).unref()
    idle.push({ link, timer })
  }

  return {
    name: 'mail',
    channel: 'mail',
    addresses: null,
    rate,
    burst: Math.max(1, Math.round(rate)),
    atOnce: CONNECTIONS,
    pack: 1,
    spacingMs: 0,
    repeatableMs: 0,
    send: async ([message]): Promise<Outcome> => {
      if (!message || !isMailAddress(message.address)) return { kind: 'failed', reason: '邮箱地址不正确' }
      let written: Buffer
      try {
        written = await write(message)
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) }
      }
      let link: SmtpLink
      try {
        link = await acquireLink()
      } catch (error) {
        return { kind: 'rest', reason: `连接不上邮件服务器：${reasonOf(error)}` }
      }
      const sender = bounce ? bounceAddress(bounce, message.id) : own
      const outcome = await link.send({ from: sender, to: message.address }, written)
      giveBack(link)
      return outcome
    },
    close: () => {
      isClosed = true
      for (const { link, timer } of idle.splice(0)) {
        clearTimeout(timer)
        link.close()
      }
    },
  }
}
