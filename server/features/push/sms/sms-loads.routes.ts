// What the provider of short messages was given, over HTTP.
import { smsLoadCalls } from '../../../../contract/push/sms-loads.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { wakeOutbox } from '../../../core/outbox/queue.ts'
import { listSmsLoads } from './sms-loads.queries.ts'
import { listOptOuts } from './sms-opt-outs.queries.ts'
import { listSmsMessages, queueDayAgain } from './sms-pushes.queries.ts'
import { replyAddressOf } from './sms-replies.routes.ts'

export const routes = [
  serve(smsLoadCalls.list, ({ body, db }) => listSmsLoads(db, body)),

  serve(smsLoadCalls.messages, ({ body, db, actor }) => listSmsMessages(db, body, scopeValues(actor))),

  serve(smsLoadCalls.optOuts, ({ body, db }) => listOptOuts(db, body)),
  serve(smsLoadCalls.replyAddress, async ({ core: { config } }) => ({
    address: config.sms ? replyAddressOf(config) : null,
  })),

  serve(smsLoadCalls.retry, ({ body, core, by }) =>
    transact(core, async (tx) => {
      const count = await queueDayAgain(tx, body)
      if (count === 0) throw refuse('conflict', { msg: '没有发送失败的短信' })
      await wakeOutbox(tx)
      const target = { targetType: 'smsClass', targetId: body.classId }
      await audit(tx, by, { action: 'smsClass.retry', ...target, after: { day: body.day, count } })
      return { count }
    }),
  ),
]
