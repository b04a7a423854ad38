// A real SMTP server on loopback: records its mails, and misbehaves on demand.
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Mail = { from: string; to: string; body: string }

/**
 * Before the body: `busy` (421 to the connection's sender), `unknownRecipient` (550), `laterRecipient` (450), `cutBeforeData`.
 * With the body: `refuseBody` (554), `laterBody` (451), `cutAfterBody` (accepted, no answer), `silent` (accepted, never answers).
 */
export type Mood =
  | 'well'
  | 'busy'
  | 'unknownRecipient'
  | 'laterRecipient'
  | 'cutBeforeData'
  | 'refuseBody'
  | 'laterBody'
  | 'cutAfterBody'
  | 'silent'

export type MailServer = {
  port: number
  url: string
  /** Accepted mails, in order. */
  mails: Mail[]
  /** Behaviour for the next messages, one each; `well` once used up. */
  moods: Mood[]
  /** Called when a body has arrived, before it is answered. */
  onBody: (mail: Mail) => void | Promise<void>
  close: () => Promise<void>
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

export async function openMailServer(): Promise<MailServer> {
  const mailServer: MailServer = { port: 0, url: '', mails: [], moods: [], onBody: () => {}, close: async () => {} }
  const moodOf = new Map<string, Mood>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onMailFrom: (_address, session, done) => {
      const mood = mailServer.moods.shift() ?? 'well'
      moodOf.set(session.id, mood)
      done(mood === 'busy' ? refusal(421, 'try again later') : null)
    },
    onRcptTo: (_address, session, done) => {
      const mood = moodOf.get(session.id)
      if (mood === 'unknownRecipient') return done(refusal(550, 'no such user'))
      if (mood === 'laterRecipient') return done(refusal(450, 'greylisted'))
      if (mood === 'cutBeforeData') return void cut(session)
      done()
    },
    onData: (stream, session, done) => {
      void buffer(stream).then(async (body) => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = { from: mailFrom ? mailFrom.address : '', to: rcptTo[0]?.address ?? '', body: body.toString() }
        await mailServer.onBody(mail)
        const mood = moodOf.get(session.id)
        if (mood === 'refuseBody') return done(refusal(554, 'not wanted'))
        if (mood === 'laterBody') return done(refusal(451, 'try again'))
        mailServer.mails.push(mail)
        if (mood === 'cutAfterBody') return void cut(session)
        if (mood !== 'silent') done(null)
      }, done)
    },
  })
  const sockets = new Map<number | undefined, Socket>()
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  const cut = ({ remotePort }: { remotePort: number }) => sockets.get(remotePort)?.destroy()
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  mailServer.port = (server.server.address() as AddressInfo).port
  mailServer.url = `smtp://127.0.0.1:${mailServer.port}`
  mailServer.close = () => new Promise((resolve) => server.close(() => resolve()))
  return mailServer
}

/** A delivery status notification (RFC 3464). */
export const bounceReport = ({
  action = 'failed',
  status,
  diagnostic,
}: {
  action?: string
  status: string
  diagnostic: string
}) =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Status: 2.0.0 is what this text says',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; a@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: x',
    '',
    '--b--',
    '',
  ].join('\r\n')
