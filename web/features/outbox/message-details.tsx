// Details of one message: recipient, content and delivery.

import { getOutboxMessage, type MessageRow } from '#contract/outbox/messages.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useCall } from '#web/lib/query.ts'
import { messageTones } from './message-labels.tsx'

const WIDTH = 680

export function MessageDetails({ message, onClosed }: { message: MessageRow; onClosed: () => void }) {
  const read = useCall(getOutboxMessage, { id: message.id }, { staleTime: 0 })
  return (
    <DetailsDrawer title={message.subject || '消息'} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read}>
        {(found) => (
          <Facts
            labelWidth={88}
            items={factsOf(getOutboxMessage, found, {
              id: { label: '编号' },
              channel: {},
              causeName: {},
              recipientName: {},
              address: {},
              state: { tones: messageTones },
              reason: {},
              attempts: {},
              subject: {},
              text: {
                render: ({ clearedAt, text }) => (
                  <p className="outbox-text">{clearedAt ? '已过保存期，内容和地址已删除' : text || '—'}</p>
                ),
              },
              attachments: { render: ({ attachments }) => attachments.join('、') || '—' },
              link: {},
              providerRef: {},
              key: {},
              createdAt: {},
              notBefore: { when: found.state === 'queued' },
              handedAt: {},
              deliveredAt: { when: found.deliveredAt !== null },
              endedAt: {},
            })}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
