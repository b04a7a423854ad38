// Mail addresses that opted out of a topic, for staff: what was sent there, and restoring it at the person's own request.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, listFields, Nullable, Required } from '#contract/fields.ts'
import { mailTopicLabels } from '#contract/outbox/message-labels.ts'
import { pushPages } from './push-labels.ts'

const root = '/api/backend/push/mailOptOut'
const { report, price } = pushPages

const Address = Type.String({
  title: '邮箱',
  pattern: '^\\S+@\\S+$',
  minLength: 1,
  maxLength: 128,
  messages: { required: '请输入邮箱', pattern: '请输入完整的邮箱' },
})
const Topic = Choice('主题', mailTopicLabels)

const Row = Type.Object({
  id: Type.String({ description: 'masked address, topic and time' }),
  address: Type.String({ description: 'w***@example.com' }),
  topic: Topic,
  reason: Type.String({ description: 'where it came from' }),
  at: Type.String(),
  restoredAt: Nullable(Type.String({ description: 'since when mails on the topic go there again' })),
  restoredByName: Type.String(),
  restoreReason: Type.String(),
})
export type MailOptOutRow = Static<typeof Row>

export const mailOptOutCalls = {
  /** The newest first. An address is found by the whole of it. */
  list: readCall('退订邮箱', `${root}/page`, anyOf(can(report.menu, 'view'), can(price.menu, 'view')), {
    body: Fields({
      ...listFields(['at']),
      address: Type.Optional(Address),
      topic: Type.Optional(Topic),
      isRestored: Type.Optional(Type.Boolean({ title: '状态' })),
    }),
    data: Paged(Row),
  }),
  /** The whole address is typed, as the list masks it. 600 with when and how it opted out. */
  restore: writeCall('邮件恢复接收', `${root}/restore`, anyOf(can(report.menu, 'open'), can(price.menu, 'open')), {
    body: Fields({ address: Address, topic: Topic, restoreReason: Required('恢复原因', 200) }),
  }),
}
export type MailOptOutQuery = BodyOf<typeof mailOptOutCalls.list>
