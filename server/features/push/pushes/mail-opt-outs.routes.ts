// Mail addresses that opted out of a topic, and restoring them, over HTTP.

import { sql } from 'drizzle-orm'
import { mailTopicLabels } from '#contract/outbox/message-labels.ts'
import { type MailOptOutQuery, type MailOptOutRow, mailOptOutCalls } from '#contract/push/mail-opt-outs.ts'
import { audit } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import { lockOptOut, restoreOptOut } from '#server/core/outbox/opt-outs.queries.ts'
import { minute } from '#server/core/sheets/sheet-cells.ts'
import { messageOptOuts } from '#server/db/schema/core/outbox.ts'

const hidden = sql<string>`regexp_replace(${messageOptOuts.address}, '^(.).*@', '\\1***@')`
const row = {
  id: sql<string>`${hidden} || ' ' || ${messageOptOuts.topic} || ' ' || ${messageOptOuts.at}`,
  address: hidden,
  topic: sql<MailOptOutRow['topic']>`${messageOptOuts.topic}`,
  reason: messageOptOuts.reason,
  at: messageOptOuts.at,
  restoredAt: messageOptOuts.restoredAt,
  restoredByName: messageOptOuts.restoredByName,
  restoreReason: messageOptOuts.restoreReason,
}

const listOptOuts = list<MailOptOutRow, MailOptOutQuery>({
  name: 'mail_opt_outs',
  always: sql`${messageOptOuts.channel} = 'mail' and ${messageOptOuts.topic} <> 'all'`,
  filters: {
    address: { where: sql`${messageOptOuts.address} = lower(${sql.placeholder('address')})` },
    topic: equals(messageOptOuts.topic, 'topic'),
    isRestored: { where: sql`(${messageOptOuts.restoredAt} is not null) = ${sql.placeholder('isRestored')}` },
  },
  sorts: { at: messageOptOuts.at },
  usual: sql`${messageOptOuts.at} desc, ${messageOptOuts.topic}`,
  tie: messageOptOuts.address,
  fields: row,
  rows: (db) => db.select(row).from(messageOptOuts),
  matches: (db, where) => db.select({ n: sql`1` }).from(messageOptOuts).where(where),
})

export const routes = [
  serve(mailOptOutCalls.list, ({ body, db }) => listOptOuts(db, body)),

  serveAct(mailOptOutCalls.restore, async ({ tx, ...context }) => {
    const { topic } = context.body
    const restoreReason = context.body.restoreReason.trim()
    const key = { channel: 'mail' as const, address: context.body.address.toLowerCase(), topic }
    const label = mailTopicLabels[topic]
    const found = await lockOptOut(tx, key)
    checkFields({
      address: !found ? `这个邮箱没有退订${label}` : found.restoredAt === null ? null : `这个邮箱已经恢复接收${label}`,
    })
    if (!found) throw refuse('notFound')
    const { at, reason } = found
    await confirmed(tx, context, {
      preview: {
        text: `${key.address} 于 ${minute(at)} 退订${label}${reason && `（${reason}）`}。恢复后，${label}邮件会再次发给它。`,
        groups: [],
      },
    })
    await restoreOptOut(tx, key, personNameOf(context.by), restoreReason)
    const act = { action: 'mailOptOut.restore', targetType: 'mailOptOut', targetId: key.address }
    await audit(tx, context.by, { ...act, before: { topic, reason }, after: { topic, restoreReason } })
    return null
  }),
]
