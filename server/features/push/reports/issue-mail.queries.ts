// The mail of one issue of a customised report, with its file, to the contact of the order.
import { refuse } from '#server/core/http/refusal.ts'
import { headerText } from '#server/core/mail/mail-fields.ts'
import { mailHtml, mailText } from '#server/core/mail/mail-layout.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { attachedFiles, senderOf } from '../pushes/contents.queries.ts'
import type { StoredIssue, StoredOrder } from './reports.queries.ts'

/** Sent to a named contact who ordered it: no opt-out, and nothing to check at the claim. */
export const reportCause = cause({ name: 'push.customReport', label: '定制报告' })

/** Once for each issue, also when pressed twice: the outbox has a unique key. */
export async function queueIssue(
  tx: Tx,
  { issue, order }: { issue: StoredIssue; order: Pick<StoredOrder, 'title' | 'contactName' | 'contactEmail'> },
): Promise<string> {
  const [file] = await attachedFiles(tx, [issue.fileId])
  if (!file) throw refuse('conflict', { msg: '报告文件已不存在，请重新上传' })
  const sender = await senderOf(tx, issue.authorId)
  const mail = {
    title: issue.title,
    lead: issue.text.slice(0, 80),
    blocks: [
      { kind: 'text' as const, text: issue.text },
      { kind: 'files' as const, names: [file.name] },
    ],
    sender,
    reason: `您收到此邮件，是因为贵公司订购了“${order.title}”。`,
  }
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: headerText(issue.title),
      html: mailHtml(mail),
      text: mailText(mail),
      attachmentIds: [issue.fileId],
      senderName: headerText(sender.name),
      replyTo: sender.email,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  await tx.insert(fileUses).values({ fileId: issue.fileId, targetType: 'messageBody', targetId: body.id })
  await queueMessages(tx, [
    {
      key: `report:${issue.id}`,
      channel: 'mail',
      address: order.contactEmail,
      recipientKind: 'contact',
      recipientId: null,
      recipientName: order.contactName,
      bodyId: body.id,
      fields: {},
      cause: reportCause.name,
      about: issue.id,
    },
  ])
  return body.id
}
