// Messages to customers, a page at a time: those of a push, or of a day and class.
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import type { MessageState } from '#contract/outbox/message-labels.ts'
import { smsLoadCalls } from '#contract/push/sms-loads.ts'
import { type SmsMessage, smsPushCalls } from '#contract/push/sms-pushes.ts'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { MessageStatus } from '../push-labels.tsx'
import { RecipientFilter } from '../recipient-filter.tsx'

const columns: TableColumnsType<SmsMessage> = [
  { title: '姓名', dataIndex: 'name', width: 80 },
  { title: '企业', dataIndex: 'enterprise', width: 150 },
  { title: '手机号码', dataIndex: 'address', width: 120 },
  { title: '状态', dataIndex: 'state', width: 90, render: (state: MessageState) => <MessageStatus state={state} /> },
  { title: '原因', dataIndex: 'reason', width: 120, render: (reason: string) => reason || '—' },
  { title: '内容', dataIndex: 'text', width: 270 },
  { title: '条数', dataIndex: 'parts', width: 60, align: 'right' },
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string | null) => formatMoment(at) },
]

type Of = { pushId: string } | { day: string; classId: string }

/** @param every refetch interval, ms */
export function SmsMessages({ of, every }: { of: Of; every?: number }) {
  const [current, setCurrent] = useState(1)
  const [state, setState] = useState<MessageState>()
  const [name, setName] = useState('')
  const query = { ...of, current, size: PAGED_ROWS, ...(state && { state }), ...(name && { name }) }
  const call = 'pushId' in of ? smsPushCalls.messages : smsLoadCalls.messages
  const read = useCall(call as typeof smsPushCalls.messages, query as never, every ? { refetchInterval: every } : {})
  return (
    <>
      <RecipientFilter
        label="短信状态"
        placeholder="姓名"
        onState={(next) => {
          setState(next)
          setCurrent(1)
        }}
        onText={(next) => {
          setName(next)
          setCurrent(1)
        }}
      />
      <PagedTable
        columns={columns}
        minWidth={1030}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText="没有短信"
      />
    </>
  )
}
