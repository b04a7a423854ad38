// Bounces come back by SMTP: the company's mail server forwards mail for the bounce addresses to our port. A report updates its
// message; a mailbox that no longer exists is marked, and gets nothing until a person clears the mark.
import { SMTPServer } from 'smtp-server'
import type { Core } from '../core.ts'
import { settleBounce } from './bounces.queries.ts'
import { type BounceBox, messageOfBounce, readReport } from './bounces.rules.ts'

/** A report brings the mail that it is about back with it, its files too in some cases. */
const REPORT_BYTES = 30 * 1_048_576
/** Of which the beginning is kept and read. */
const KEPT_BYTES = 1_048_576
const CLIENTS = 20
/** A client that says nothing for so long is cut off. */
const IDLE_MS = 30_000

export type BounceServer = { port: number; close: () => Promise<void> }

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** The beginning of a mail, all of which is taken from the wire: whatever its sender said of its size, memory stays bounded. */
export async function beginningOf(mail: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of mail) {
    if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes))
    bytes += chunk.length
  }
  return Buffer.concat(kept).toString()
}

export async function listenForBounces(
  { db, log }: Pick<Core, 'db' | 'log'>,
  box: BounceBox,
  { host, port, idleMs = IDLE_MS }: { host: string; port: number; idleMs?: number },
): Promise<BounceServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    maxClients: CLIENTS,
    socketTimeout: idleMs,
    size: REPORT_BYTES,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(messageOfBounce(box, address) === null ? refusal(550, '5.1.1 no such address') : null),
    onData: (stream, { envelope }, done) => {
      const settle = async () => {
        const report = readReport(await beginningOf(stream as AsyncIterable<Buffer>))
        if (stream.sizeExceeded) return refusal(552, '5.3.4 message too big')
        if (!report) return null
        for (const { address } of envelope.rcptTo) {
          const id = messageOfBounce(box, address)
          if (id !== null) await settleBounce(db, id, report)
        }
        return null
      }
      settle().then(done, (error: unknown) => {
        log.warn({ err: error }, 'outbox: a bounce was not written')
        // the mail server keeps it and tries again
        done(refusal(451, '4.3.0 try again later'))
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.on('error', (error) => log.warn({ err: error }, 'outbox: a connection with a bounce failed'))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
