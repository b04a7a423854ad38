// One reusable connection to a mail server: hands over one message at a time, and knows whether the server had accepted DATA
// when something failed.
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outbound } from '../../http/outbound.ts'
import { type Outcome, reasonOf } from '../provider.ts'

export type MailServer = {
  host: string
  port: number
  /** TLS from the start; otherwise STARTTLS where it is offered, and always where there is a password. */
  isSecure: boolean
  user: string
  password: string
}

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

const CONNECT_MS = 15_000

export type Envelope = { from: string; to: string }

/** A stream that reports its first read: nodemailer reads it once the server has answered DATA. */
function bodyOf(message: Buffer): { stream: Readable; wasRead: () => boolean } {
  let isRead = false
  const stream = new Readable({
    read() {
      isRead = true
      this.push(message)
      this.push(null)
    },
  })
  return { stream, wasRead: () => isRead }
}

/** The server's reply on one line, without the addresses that it usually repeats. */
const replyText = (error: SmtpError) => (error.response ?? reasonOf(error)).replace(/\s+/g, ' ').slice(0, 300)

function outcomeOf(error: SmtpError, wasRead: boolean): Outcome {
  const { responseCode = 0, command } = error
  const reason = replyText(error)
  // 421: the server closes; before the body nothing was accepted
  const isAnswered = responseCode >= 400 && responseCode !== 421
  if (wasRead && !isAnswered) return { kind: 'unsure', reason: `正文已交给邮件服务器，没有得到答复：${reason}` }
  if (responseCode === 421 || responseCode === 450 || responseCode === 451 || responseCode === 452)
    return { kind: 'again', reason }
  if (responseCode >= 500) return { kind: command === 'RCPT TO' ? 'undelivered' : 'failed', reason }
  return { kind: 'again', reason }
}

export class SmtpLink {
  readonly #connection: SMTPConnection
  #isOpen = true

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    connection.on('error', () => this.close())
    connection.on('end', () => {
      this.#isOpen = false
    })
  }

  /** Throws where the server does not answer or refuses the sign-in. */
  static async open(server: MailServer, outbound: Outbound, name: string, timeoutMs: number): Promise<SmtpLink> {
    const host = await outbound.examine(server.host, server.port)
    const connection = new SMTPConnection({
      host,
      port: server.port,
      secure: server.isSecure,
      requireTLS: !server.isSecure && server.password !== '',
      name,
      servername: server.host,
      tls: { servername: server.host },
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: timeoutMs,
      allowInternalNetworkInterfaces: true,
    })
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    const link = new SmtpLink(connection)
    if (server.user !== '') {
      await new Promise<void>((resolve, reject) =>
        connection.login({ user: server.user, pass: server.password }, (error) => (error ? reject(error) : resolve())),
      ).catch((error: unknown) => {
        link.close()
        throw error
      })
    }
    return link
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Afterwards it may be used again where it is open. */
  async send(envelope: Envelope, message: Buffer): Promise<Outcome> {
    const { stream, wasRead } = bodyOf(message)
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#connection.send({ ...envelope, size: message.length }, stream, (error, info) => {
        if (error) resolve(outcomeOf(error as SmtpError, wasRead()))
        else resolve({ kind: 'sent', ref: String(info?.response ?? '').slice(0, 200) })
      })
    })
    if (outcome.kind !== 'sent') this.close()
    return outcome
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#connection.close()
  }
}
