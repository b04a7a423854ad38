// The providers that the environment sets up.
import { buffer } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import type { Core } from '../../core.ts'
import { findFile, openFile } from '../../files/files.ts'
import { createOutbound } from '../../http/outbound.ts'
import type { BounceBox } from '../bounces.rules.ts'
import type { Provider } from '../provider.ts'
import type { MailFile } from './mail.ts'
import { smsProvider } from './sms.ts'
import { applicationProvider, robotProvider } from './wecom.ts'

/** Null where bounces go to the sender's own address, which nobody reads here. */
export const bounceBoxOf = ({ mail, secretKey }: Pick<Config, 'mail' | 'secretKey'>): BounceBox | null =>
  mail?.bounce ? { address: mail.bounce, key: secretKey } : null

/** The one that has receipts. */
export const smsProviderOf = ({ config: { sms, outboundAllow } }: Pick<Core, 'config'>): Provider | null =>
  sms ? smsProvider(sms, createOutbound(outboundAllow)) : null

export async function providersOf(core: Pick<Core, 'config' | 'db'>): Promise<Provider[]> {
  const { mail: mailSettings, robots, wecomApplication, sms, outboundAllow, publicUrl } = core.config
  const bounce = bounceBoxOf(core.config)
  const mail = mailSettings && { ...mailSettings, bounce }
  const outbound = createOutbound(outboundAllow)
  const fileOf = async (id: string): Promise<MailFile | undefined> => {
    if (!(await findFile(core.db, id))) return undefined
    const { name, type, stream } = await openFile(core, id)
    return { name, type, content: await buffer(stream) }
  }
  return [
    // its libraries take 2 MB
    ...(mail ? [(await import('./mail.ts')).mailProvider(mail, outbound, fileOf)] : []),
    ...robots.map((robot, at) => robotProvider({ ...robot, isFirst: at === 0 }, outbound, publicUrl)),
    ...(wecomApplication ? [applicationProvider(wecomApplication, outbound, publicUrl)] : []),
    ...(sms ? [smsProvider(sms, outbound)] : []),
  ]
}
