// Counts of messages handed to the provider of short messages, over HTTP.

import { smsLoadCalls } from '#contract/push/sms-loads.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { lockOptOut, restoreOptOut } from '#server/core/outbox/opt-outs.queries.ts'
import { wakeOutbox } from '#server/core/outbox/queue.ts'
import { minute } from '#server/core/sheets/sheet-cells.ts'
import { listSmsLoads } from './sms-loads.queries.ts'
import { listOptOuts, optOutOf } from './sms-opt-outs.queries.ts'
import { listSmsMessages, queueDayAgain } from './sms-pushes.queries.ts'
import { replyAddressOf } from './sms-replies.routes.ts'

export const routes = [
  serve(smsLoadCalls.list, ({ body, db }) => listSmsLoads(db, body)),

  serve(smsLoadCalls.messages, ({ body, db, actor }) => listSmsMessages(db, body, scopeValues(actor))),

  serve(smsLoadCalls.optOuts, ({ body, db }) => listOptOuts(db, body)),
  serveAct(smsLoadCalls.restore, async ({ tx, ...context }) => {
    const { mobile, restoreReason } = context.body
    const found = await lockOptOut(tx, optOutOf(mobile))
    checkFields({
      mobile: !found ? '这个号码没有退订' : found.restoredAt === null ? null : '这个号码已经恢复接收',
    })
    if (!found) throw refuse('notFound')
    const { at, reason } = found
    await confirmed(tx, context, {
      preview: {
        text: `${mobile} 于 ${minute(at)} 退订（${reason}）。恢复后，推送和商业广告短信会再次发给它。`,
        groups: [],
      },
    })
    await restoreOptOut(tx, optOutOf(mobile), personNameOf(context.by), restoreReason.trim())
    const act = { action: 'smsOptOut.restore', targetType: 'smsOptOut', targetId: mobile }
    await audit(tx, context.by, { ...act, before: { reason }, after: { restoreReason: restoreReason.trim() } })
  }),
  serve(smsLoadCalls.replyAddress, async ({ core: { config } }) => ({
    address: config.sms ? replyAddressOf(config) : null,
  })),

  serveAct(smsLoadCalls.retry, async ({ tx, body, by }) => {
    const count = await queueDayAgain(tx, body)
    if (count === 0) throw refuse('conflict', { msg: '没有发送失败的短信' })
    await wakeOutbox(tx)
    const target = { targetType: 'smsClass', targetId: body.classId }
    await audit(tx, by, { action: 'smsClass.retry', ...target, after: { day: body.day, count } })
    return { count }
  }),
]
