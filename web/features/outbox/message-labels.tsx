// Labels of outbox messages.
import type { MessageState } from '#contract/outbox/message-labels.ts'
import { channelLabels, messageChannels } from '#contract/outbox/message-labels.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Tone } from '#web/kit/table/status.tsx'

export const channelOptions = optionsOf(channelLabels, messageChannels)

export const messageTones: Readonly<Record<MessageState, Tone>> = {
  queued: 'idle',
  sending: 'idle',
  sent: 'good',
  failed: 'bad',
  undelivered: 'bad',
  withheld: 'idle',
  unsure: 'warning',
}

const MINUTE_S = 60
const HOUR_S = 3_600

/** Waiting time as text. */
export function waitText(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} 秒`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} 分钟`
  return `${Math.floor(seconds / HOUR_S)} 小时`
}
