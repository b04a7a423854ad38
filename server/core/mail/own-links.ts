// Links from a mail back to the console.
import type { Config } from '#server/config.ts'
import type { OwnLinks } from '../outbox/compose.ts'
import { trackingFields } from './tracking.ts'
import { unsubscribeLink } from './unsubscribe.ts'

export const ownLinks = (
  config: Pick<Config, 'secretKey' | 'publicUrl' | 'host' | 'port' | 'mailTracking'>,
): OwnLinks => ({
  unsubscribe: (address, topic) => unsubscribeLink(config, address, topic),
  tracking: (id, links) => trackingFields(config, id, links),
})
