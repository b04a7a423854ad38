// A process of its own that sends the outbox of a test's database, to be killed at each step of the handover.
// Arguments as JSON: the connection, and a `Through`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createLog } from '#server/core/http/log.ts'
import { createOutbound } from '#server/core/http/outbound.ts'
import { openBus } from '#server/core/live/bus.ts'
import { ownLinks } from '#server/core/mail/own-links.ts'
import { cause } from '#server/core/outbox/causes.ts'
import type { Provider } from '#server/core/outbox/provider.ts'
import { mailProvider } from '#server/core/outbox/providers/mail.ts'
import { smsProvider } from '#server/core/outbox/providers/sms.ts'
import { applicationProvider } from '#server/core/outbox/providers/wecom.ts'
import { startSender } from '#server/core/outbox/sender.ts'
import { type Connection, openPool } from '#server/db/connection.ts'
import { pushCause } from '#server/features/push/pushes/pushes.cause.ts'
import { quickLoading } from './processes.ts'

export const processCause = cause({ name: 'test.process', label: '测试' })

/** The providers; `dies`: the process kills itself once its claim is committed, or once the provider has answered. */
export type Through = { smtpPort?: number; url?: string; rate?: number; dies?: 'claimed' | 'answered' }

export const sending = { pollMs: 100, leaseMs: 800, graceMs: 500, restMs: 200 }

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

const dying = (provider: Provider, dies: Through['dies']): Provider => ({
  ...provider,
  send: async (messages) => {
    if (dies === 'claimed') return await die()
    const outcome = await provider.send(messages)
    return dies === 'answered' ? await die() : outcome
  },
})

export function providersThrough({ smtpPort, url = '', rate = 1_000 }: Through): Provider[] {
  const outbound = createOutbound(['127.0.0.1'])
  if (smtpPort !== undefined) {
    const server = { host: '127.0.0.1', port: smtpPort, isSecure: false, user: '', password: '' }
    const settings = {
      server,
      from: 'report@example.com',
      rate,
      bounce: { address: 'bounce@example.com', key: 'a key' },
      dkim: null,
    }
    return [mailProvider(settings, outbound, async () => undefined)]
  }
  const sms = { kind: 'aliyun' as const, keyId: 'key', keySecret: 'secret', signName: '价格中心', appId: '' }
  const application = { corpId: 'corp', secret: 'secret', agentId: '1000002', apiUrl: url }
  return [smsProvider({ ...sms, apiUrl: url, rate }, outbound), applicationProvider(application, outbound, undefined)]
}

export type SenderProcess = ChildProcess

/** Starts the process. Resolves when its sender runs. */
export async function startSenderProcess(connection: Connection, through: Through): Promise<SenderProcess> {
  const args = [...quickLoading, import.meta.filename, JSON.stringify(connection), JSON.stringify(through)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('ready')) break
  }
  return child
}

/** Ends the process; with `SIGKILL`, claimed messages stay as they are. */
export async function endSender(child: SenderProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

async function main([connection = '', through = '']: string[]): Promise<void> {
  const { log } = createLog('silent')
  const { db, pool } = openPool(JSON.parse(connection) as Connection, 5)
  const bus = await openBus(JSON.parse(connection) as Connection, log)
  const scenario = JSON.parse(through) as Through
  const providers = providersThrough(scenario).map((each) => dying(each, scenario.dies))
  const own = ownLinks({ secretKey: 'a key', publicUrl: undefined, host: '127.0.0.1', port: 1, mailTracking: false })
  const sender = startSender(
    { db, bus, log },
    { providers, causes: [processCause, pushCause], quiet: null, options: sending, own },
  )
  // A real server stays alive by its open port.
  const alive = setInterval(() => {}, 60_000)
  process.on('SIGTERM', () => {
    void sender.stop().then(async () => {
      clearInterval(alive)
      await bus.close()
      await pool.end()
    })
  })
  process.stdout.write('ready\n')
}

if (import.meta.main) await main(process.argv.slice(2))
