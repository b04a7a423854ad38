// The outbox: all messages, sent and waiting, and the health of the channels.
import { useMemo, useState } from 'react'
import {
  decideMessages,
  getOutboxHealth,
  getOutboxMessage,
  listMessages,
  type MessageRow,
  resendMessages,
  withholdMessages,
} from '#contract/outbox/messages.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { MessageDetails } from './message-details.tsx'
import { channelOptions, messageTones } from './message-labels.tsx'
import { OutboxHealth } from './outbox-health.tsx'
import { useMessageActs } from './use-message-acts.tsx'
import './outbox.css'

const POLL_MS = 5_000

const filters = [
  ...filtersOf(listMessages, ['state']),
  selectFilter('channel', '通道', channelOptions),
  ...filtersOf(listMessages, ['recipient']),
]

const columns = columnsOf(listMessages, {
  subject: { width: 260, opens: true },
  channel: { width: 130 },
  causeName: { width: 120 },
  recipientName: { width: 120, empty: '—' },
  address: { width: 180, empty: '—' },
  state: { width: 100, tones: messageTones },
  reason: { width: 220, empty: '—' },
  attempts: { width: 100 },
  createdAt: {},
  endedAt: {},
})

export default function MessageList() {
  const [shown, setShown] = useState<MessageRow>()
  const mayOpen = useIsAllowed()(getOutboxMessage)
  const { data } = useCall(getOutboxHealth, undefined, { refetchInterval: POLL_MS })
  const { actionsOf, resend, withhold, decide, dialogs } = useMessageActs()
  const causes = data?.causes
  // memo by content: each poll returns a new `causes` array, and a new filters array would reload the list
  const names = JSON.stringify(causes ?? [])
  const advanced = useMemo(
    () => [
      selectFilter('cause', '事由', JSON.parse(names) as { value: string; label: string }[]),
      dayRangeFilter('days', '日期', 'from', 'to'),
    ],
    [names],
  )
  return (
    <div className="outbox-page">
      <OutboxHealth channels={data?.channels} />
      <ListPage
        endpoint={listMessages}
        settings="messages"
        emptyHint="邮件、短信、企业微信和站内消息的每一次发送都会列在这里。"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ subject, id }) => `${subject || '消息'}（${id}）`}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        batchActs={[
          { label: '重新发送', call: resendMessages, run: resend },
          { label: '核实为已送达', call: decideMessages, run: decide(true) },
          { label: '取消发送', call: withholdMessages, isDanger: true, run: withhold },
        ]}
      />
      {shown && <MessageDetails message={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </div>
  )
}
