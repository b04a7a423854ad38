// Labels of pushes.
import { type MessageState, messageStateLabels } from '#contract/outbox/message-labels.ts'
import { type PushState, type PushTiming, pushStateLabels } from '#contract/push/push-labels.ts'
import type { PushRow } from '#contract/push/pushes.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'

export const pushTones: Readonly<Record<PushState, Tone>> = {
  draft: 'idle',
  reviewing: 'warning',
  scheduled: 'warning',
  sending: 'good',
  held: 'bad',
  stopped: 'bad',
  finished: 'good',
}

export const PushStatus = ({ state }: { state: PushState }) => (
  <Status tone={pushTones[state]}>{pushStateLabels[state]}</Status>
)

export const stateOptions = optionsOf(pushStateLabels)

const messageTones: Readonly<Record<MessageState, Tone>> = {
  queued: 'idle',
  sending: 'warning',
  sent: 'good',
  failed: 'bad',
  undelivered: 'bad',
  withheld: 'idle',
  unsure: 'warning',
}

export const MessageStatus = ({ state }: { state: MessageState }) => (
  <Status tone={messageTones[state]}>{messageStateLabels[state]}</Status>
)

export const messageOptions = optionsOf(messageStateLabels)

type Timed = { timing: PushTiming; sendAt?: string | null; nextAt: string | null; sendTime?: string }
/** Label of when a push is sent. */
export function whenOf({ timing, sendAt, nextAt, sendTime }: Timed): string {
  if (timing === 'workday') return `每个工作日${sendTime ? ` ${sendTime}` : ''}`
  if (timing === 'verified') return '每日核价后'
  if (timing === 'at') return formatMoment(nextAt ?? sendAt ?? null)
  return '提交后立即'
}

/** `已发送 12 / 20`, followed by counts of failed and withheld messages. */
export function countsOf({ counts }: Pick<PushRow, 'counts'>): string {
  if (!counts) return '—'
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const bad = counts.failed + counts.undelivered + counts.unsure
  const parts = [`已发送 ${counts.sent} / ${total}`]
  if (bad > 0) parts.push(`异常 ${bad}`)
  if (counts.withheld > 0) parts.push(`未发送 ${counts.withheld}`)
  return parts.join('，')
}
