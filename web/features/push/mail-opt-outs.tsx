// Mail addresses that opted out of a topic, and restoring one.
import { Button, Input, Select, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { type MailTopic, mailTopicLabels } from '#contract/outbox/message-labels.ts'
import { type MailOptOutRow, mailOptOutCalls } from '#contract/push/mail-opt-outs.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { OptOutState, optOutStates } from './opt-out-state.tsx'

const columns: TableColumnsType<MailOptOutRow> = [
  { title: '邮箱', dataIndex: 'address', width: 190 },
  { title: '主题', dataIndex: 'topic', width: 70, render: (topic: MailTopic) => mailTopicLabels[topic] },
  { title: '来源', dataIndex: 'reason', width: 110, render: (reason: string) => reason || '邮件链接' },
  { title: '退订时间', dataIndex: 'at', width: 150, render: (at: string) => formatMoment(at) },
  { title: '状态', key: 'state', render: (_, row) => <OptOutState {...row} /> },
]
const topics = optionsOf(mailTopicLabels)
const isLike = (masked: string, typed: string) =>
  typed.at(0)?.toLowerCase() === masked.at(0) &&
  typed.slice(typed.indexOf('@')).toLowerCase() === masked.slice(masked.indexOf('@'))

type Restored = { row: MailOptOutRow; address: string }

/** Restoring requires the whole address, which the list masks: the reader has to name it. */
function Restore({ row, address, onClosed }: Restored & { onClosed: () => void }) {
  const check = (typed: string) => {
    if (typed === '') return '请输入邮箱'
    return typed.includes('@') && !isLike(row.address, typed) ? `与所选的 ${row.address} 不是同一个邮箱` : null
  }
  return (
    <FormDialog<typeof mailOptOutCalls.restore, { address: string; restoreReason: string }>
      title={`恢复接收${mailTopicLabels[row.topic]}：${row.address}`}
      endpoint={mailOptOutCalls.restore}
      initial={{ address, restoreReason: '' }}
      input={(values) => ({ ...values, address: values.address.trim(), topic: row.topic })}
      success="已恢复接收"
      invalidates={[mailOptOutCalls.list]}
      verb="恢复接收"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field
        of={mailOptOutCalls.restore}
        name="address"
        check={check}
        hint={`对方报出的完整邮箱，应与 ${row.address} 一致。`}
      />
      <Field
        of={mailOptOutCalls.restore}
        name="restoreReason"
        hint="谁在何时、以什么方式要求恢复。退订期间没有发的邮件不会补发。"
        placeholder="例如：本人来电要求继续接收周报"
        rows={3}
      />
    </FormDialog>
  )
}

export function MailOptOuts({ onClosed }: { onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const [address, setAddress] = useState('')
  const [topic, setTopic] = useState<MailTopic>()
  const [state, setState] = useState<string>()
  const [restored, setRestoring] = useState<Restored>()
  const isAllowed = useIsAllowed()
  const read = useCall(mailOptOutCalls.list, {
    current,
    size: PAGED_ROWS,
    ...(address && { address }),
    ...(topic && { topic }),
    ...(state && { isRestored: state === 'restored' }),
  })
  const acts: TableColumnsType<MailOptOutRow> = [
    {
      title: '操作',
      key: 'acts',
      width: 90,
      render: (_, row) =>
        row.restoredAt === null && (
          <Button type="link" size="small" onClick={() => setRestoring({ row, address })}>
            恢复接收
          </Button>
        ),
    },
  ]
  const first =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value)
      setCurrent(1)
    }
  return (
    <DetailsDrawer title="退订邮箱" size={820} onClosed={onClosed}>
      <div className="sms-details">
        <p className="field-hint">
          收件人在邮件中按主题退订；推送不会发到已退订其主题的邮箱。定制报告按合同发送，不受影响。
        </p>
        <div className="push-filter">
          <Input.Search
            aria-label="邮箱"
            placeholder="完整的邮箱"
            allowClear
            maxLength={128}
            style={{ width: 240 }}
            onSearch={(typed) => first(setAddress)(typed.trim())}
          />
          <Select
            aria-label="主题"
            placeholder="全部主题"
            allowClear
            style={{ width: 120 }}
            options={topics}
            onChange={first(setTopic)}
          />
          <Select
            aria-label="状态"
            placeholder="全部状态"
            allowClear
            style={{ width: 140 }}
            options={optOutStates}
            onChange={first(setState)}
          />
        </div>
        <PagedTable
          columns={isAllowed(mailOptOutCalls.restore) ? [...columns, ...acts] : columns}
          minWidth={720}
          read={read}
          current={current}
          onTurn={setCurrent}
          emptyText="没有退订的邮箱"
        />
      </div>
      {restored && <Restore {...restored} onClosed={() => setRestoring(undefined)} />}
    </DetailsDrawer>
  )
}
