// Details of one message: recipient, content and delivery.

import { channelLabels } from '#contract/outbox/message-labels.ts'
import { getOutboxMessage, type MessageRow } from '#contract/outbox/messages.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { MessageStatus } from './message-labels.tsx'

const WIDTH = 680

export function MessageDetails({ message, onClosed }: { message: MessageRow; onClosed: () => void }) {
  const read = useCall(getOutboxMessage, { id: message.id }, { staleTime: 0 })
  return (
    <DetailsDrawer title={message.subject || '消息'} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read}>
        {(found) => (
          <Facts
            labelWidth={88}
            items={[
              { label: '编号', children: found.id },
              { label: '通道', children: channelLabels[found.channel] },
              { label: '事由', children: found.causeName },
              { label: '收件人', children: found.recipientName || '—' },
              { label: '地址', children: found.address || '—' },
              { label: '状态', children: <MessageStatus state={found.state} /> },
              { label: '原因', children: found.reason || '—' },
              { label: '尝试次数', children: found.attempts },
              { label: '主题', children: found.subject || '—' },
              {
                label: '内容',
                children: (
                  <p className="outbox-text">{found.clearedAt ? '已过保存期，内容和地址已删除' : found.text || '—'}</p>
                ),
              },
              { label: '附件', children: found.attachments.join('、') || '—' },
              { label: '后台页面', children: found.link || '—' },
              { label: '服务商编号', children: found.providerRef || '—' },
              { label: '去重键', children: found.key },
              { label: '创建时间', children: formatMoment(found.createdAt) },
              ...(found.state === 'queued' ? [{ label: '最早发送', children: formatMoment(found.notBefore) }] : []),
              { label: '交出时间', children: found.handedAt ? formatMoment(found.handedAt) : '—' },
              ...(found.deliveredAt ? [{ label: '送达时间', children: formatMoment(found.deliveredAt) }] : []),
              { label: '结束时间', children: found.endedAt ? formatMoment(found.endedAt) : '—' },
            ]}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
