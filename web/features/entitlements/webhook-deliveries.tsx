// Deliveries to the webhooks of one sub-product, the newest first.
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import { type DeliveryRow, listDeliveries, listWebhooks, resendDeliveries } from '#contract/entitlements/webhooks.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { Act } from './row-act.tsx'

const REFRESH_MS = 5_000

const isUnderWay = ({ state }: DeliveryRow) => state === 'queued' || state === 'sending'
const isBad = ({ state, reason }: DeliveryRow) => state === 'failed' || state === 'unsure' || reason.startsWith('HTTP')
const subjectOf = ({ accountId, number }: DeliveryRow) =>
  accountId ? `账号 ${accountId} 的变更 ${number}` : '测试推送'

const columns: TableColumnsType<DeliveryRow> = [
  { key: 'at', title: '时间', width: 150, render: (_, { at }) => formatMoment(at) },
  { key: 'subject', title: '内容', width: 190, render: (_, row) => subjectOf(row) },
  { key: 'webhookName', title: '推送地址', dataIndex: 'webhookName', width: 140, ellipsis: true },
  {
    key: 'state',
    title: '状态',
    width: 100,
    render: (_, row) => (
      <Status tone={row.state === 'sent' ? 'good' : isBad(row) ? 'bad' : 'idle'}>
        {messageStateLabels[row.state]}
      </Status>
    ),
  },
  { key: 'status', title: 'HTTP', width: 70, render: (_, { status }) => status ?? '—' },
  { key: 'ms', title: '用时', width: 80, render: (_, { ms }) => (ms === null ? '—' : `${ms} 毫秒`) },
  { key: 'attempts', title: '次数', dataIndex: 'attempts', width: 60, align: 'right' },
  {
    key: 'answer',
    title: '答复',
    ellipsis: true,
    render: (_, { reason, answer }) => [reason, answer].filter(Boolean).join('：'),
  },
]

export function WebhookDeliveries({ subProduct }: { subProduct: SubProductKey }) {
  const [current, setCurrent] = useState(1)
  const isAllowed = useIsAllowed()
  const read = useCall(
    listDeliveries,
    { subProduct, current, size: PAGED_ROWS },
    {
      call: { hideErrorMsg: true },
      refetchInterval: ({ state: { data } }) => (data?.records.some(isUnderWay) ? REFRESH_MS : false),
    },
  )
  const resend = useAct(resendDeliveries, { invalidates: [listDeliveries, listWebhooks], success: '已加入推送队列' })
  const acts: TableColumnsType<DeliveryRow>[number] = {
    key: 'acts',
    title: '操作',
    width: 90,
    render: (_, row) =>
      !isUnderWay(row) && (
        <Act label="重新推送" of={subjectOf(row)} onClick={() => void resend.run({ ids: [row.id] })} />
      ),
  }
  return (
    <>
      <div className="sign-in-clients-head webhook-deliveries-head">
        <h2>推送记录</h2>
      </div>
      <PagedTable
        columns={isAllowed(resendDeliveries) ? [...columns, acts] : columns}
        minWidth={1_100}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText="还没有推送记录"
      />
    </>
  )
}
