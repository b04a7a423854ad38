// The outbox over HTTP: its messages, decisions of people, and the state of the providers.
import type { RowOutcome } from '#contract/envelope.ts'
import { type MessageChannel, messageChannels } from '#contract/outbox/message-labels.ts'
import {
  type ChannelHealth,
  clearBounces,
  decideMessages,
  getOutboxHealth,
  getOutboxMessage,
  listMessages,
  resendMessages,
  withholdMessages,
} from '#contract/outbox/messages.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, personNameOf, transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { causeLabels } from '#server/core/outbox/causes.ts'
import type { Tx } from '#server/db/connection.ts'
import { WEBHOOKS_PER_S } from '#server/features/entitlements/webhooks/webhooks.rules.ts'
import {
  channelOf,
  clearMarks,
  decide,
  findMessageDetails,
  pageOfMessages,
  readFigures,
  readResting,
  sendAgain,
  withhold,
} from './messages.queries.ts'

/** The settings of each channel, and its rate per minute where it is configured. */
const setUp: Readonly<Record<MessageChannel, { settings: string[]; rate: (config: Config) => number | null }>> = {
  mail: { settings: ['SMTP_URL', 'MAIL_FROM'], rate: ({ mail }) => (mail ? mail.rate * 60 : null) },
  sms: {
    settings: ['SMS_PROVIDER', 'SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN_NAME'],
    rate: ({ sms }) => (sms ? sms.rate * 60 : null),
  },
  wecomApplication: {
    settings: ['WECOM_CORP_ID', 'WECOM_SECRET', 'WECOM_AGENT_ID'],
    rate: ({ wecomApplication }) => (wecomApplication ? 1_200 : null),
  },
  wecomRobot: {
    settings: ['WECOM_ROBOT_URLS'],
    rate: ({ robots }) => (robots.length > 0 ? robots.length * 20 : null),
  },
  bell: { settings: [], rate: () => null },
  webhook: { settings: [], rate: () => WEBHOOKS_PER_S * 60 },
}

type Acting = { core: Core; by: Author }

async function onEach(
  { core, by }: Acting,
  verb: string,
  act: (tx: Tx) => Promise<RowOutcome[]>,
  after: object = {},
): Promise<null> {
  return outcomes(
    await transact(core, async (tx) => {
      const rows = await act(tx)
      const done = rows.filter(({ ok }) => ok)
      if (done.length > 0) {
        await audit(tx, by, {
          action: `message.${verb}`,
          targetType: 'message',
          targetId: done.length === 1 ? (done[0]?.id ?? '') : '',
          after: { rows: done.length, ...after },
        })
      }
      return rows
    }),
  )
}

export const routes = [
  serve(listMessages, async ({ body, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    return await pageOfMessages(db, body)
  }),
  serve(getOutboxMessage, ({ body: { id }, core }) => findMessageDetails(core, id)),
  serve(resendMessages, ({ body: { ids }, core, by }) => onEach({ core, by }, 'resend', (tx) => sendAgain(tx, ids))),
  serve(withholdMessages, ({ body: { ids }, core, by }) =>
    onEach({ core, by }, 'withhold', (tx) => withhold(tx, ids, personNameOf(by))),
  ),
  serve(decideMessages, ({ body: { ids, hasArrived }, core, by }) =>
    onEach({ core, by }, 'decide', (tx) => decide(tx, ids, hasArrived, personNameOf(by)), { hasArrived }),
  ),
  serve(clearBounces, ({ body: { ids }, core, by }) =>
    onEach({ core, by }, 'clearBounces', (tx) => clearMarks(tx, ids)),
  ),
  serve(getOutboxHealth, async ({ core, db }) => {
    const [figures, resting] = await Promise.all([readFigures(db), readResting(db)])
    const channels = messageChannels.map((channel): ChannelHealth => {
      const { settings, rate } = setUp[channel]
      const known = figures.find((each) => each.channel === channel)
      const rests = resting.find(({ provider }) => channelOf(provider) === channel)
      const perMinute = rate(core.config)
      return {
        sentLastMinute: 0,
        sentLastDay: 0,
        failedLastDay: 0,
        queued: 0,
        later: 0,
        oldestS: 0,
        unsure: 0,
        ...known,
        channel,
        isSetUp: channel === 'bell' || perMinute !== null,
        settings,
        rate: perMinute,
        resting: rests ? { until: rests.until, reason: rests.reason } : null,
      }
    })
    return { channels, causes: [...causeLabels].map(([value, label]) => ({ value, label })) }
  }),
]
