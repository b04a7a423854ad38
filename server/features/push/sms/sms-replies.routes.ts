// Replies to short messages, reported by the provider: acknowledged only once stored, and otherwise reported again.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { reportSmsReplies } from '#contract/push/sms-replies.ts'
import type { Config } from '#server/config.ts'
import { transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Route } from '#server/core/http/serve.ts'
import { checkInput } from '#server/core/http/validation.ts'
import { insertOptOuts } from '#server/core/outbox/opt-outs.queries.ts'
import { optOutOf } from './sms-opt-outs.queries.ts'
import { isOptOut, repliesIn } from './sms-replies.rules.ts'

const PER_MINUTE = 600

/** Providers do not sign their reports: the secret address authenticates them, and is configured only there. */
const tokenOf = ({ secretKey }: Pick<Config, 'secretKey'>): string =>
  createHmac('sha256', secretKey).update('sms replies').digest('hex')

export const replyAddressOf = (config: Pick<Config, 'secretKey' | 'publicUrl' | 'host' | 'port'>): string =>
  `${config.publicUrl ?? `http://${config.host}:${config.port}`}${reportSmsReplies.path}?token=${tokenOf(config)}`

export const routes: Route[] = [
  {
    endpoint: reportSmsReplies,
    options: { perMinute: PER_MINUTE },
    handle: async (request, reply, core) => {
      const { token } = checkInput(reportSmsReplies.query ?? {}, request.query, 'reading') as { token: string }
      const [actual, expected] = [Buffer.from(token, 'hex'), Buffer.from(tokenOf(core.config), 'hex')]
      if (!timingSafeEqual(actual, expected)) throw refuse('forbidden')
      const replies = repliesIn(request.body)
      if (!replies) throw refuse('invalid', { msg: '不是短信服务商的回复通知' })
      const optOuts = replies.filter(isOptOut)
      if (optOuts.length > 0)
        await transact(core, (tx) =>
          insertOptOuts(
            tx,
            optOuts.map(({ mobile, text }) => ({ ...optOutOf(mobile), reason: `回复“${text.trim().slice(0, 20)}”` })),
          ),
        )
      // the acknowledgement that both providers accept
      return reply.type('application/json').send('{"code":0,"result":0}')
    },
  },
]
