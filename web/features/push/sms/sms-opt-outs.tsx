// Opted-out numbers, restoring a number, and the address at which the provider reports opt-outs.
import { Button, Input, Select, type TableColumnsType, Typography } from 'antd'
import { useState } from 'react'
import { type SmsOptOutRow, smsLoadCalls } from '#contract/push/sms-loads.ts'
import { mobileOf } from '#contract/typed-text.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { OptOutState, optOutStates } from '../opt-out-state.tsx'

const columns: TableColumnsType<SmsOptOutRow> = [
  { title: '手机号码', dataIndex: 'mobile', width: 120 },
  { title: '来源', dataIndex: 'reason', width: 110 },
  { title: '退订时间', dataIndex: 'at', width: 150, render: (at: string) => formatMoment(at) },
  { title: '状态', key: 'state', render: (_, row) => <OptOutState {...row} /> },
]

function ReplyAddress() {
  const { data } = useCall(smsLoadCalls.replyAddress, {})
  if (!data) return null
  if (data.address === null) return <p className="field-hint">还没有设置短信服务商，退订号码可以从服务商的列表导入。</p>
  return (
    <p className="field-hint">
      在服务商控制台把“上行短信”（回复）推送到下面的地址，回复 R 的号码即刻退订。地址带有密钥，请勿外传。
      <Typography.Text copyable>{data.address}</Typography.Text>
    </p>
  )
}

type Restored = { row: SmsOptOutRow; mobile: string }
const startOf = (mobile: string) => mobile.slice(0, 3)
const endOf = (mobile: string) => mobile.slice(-4)

/** Restoring requires the whole number, which the list masks: the customer has to name it. */
function Restore({ row, mobile, onClosed }: Restored & { onClosed: () => void }) {
  const check = (typed: string) => {
    if (typed === '') return '请输入手机号码'
    const number = mobileOf(typed)
    const isOther = startOf(number) !== startOf(row.mobile) || endOf(number) !== endOf(row.mobile)
    return number.length === row.mobile.length && isOther ? `与所选的 ${row.mobile} 不是同一个号码` : null
  }
  return (
    <FormDialog<typeof smsLoadCalls.restore, { mobile: string; restoreReason: string }>
      title={`恢复接收：${row.mobile}`}
      endpoint={smsLoadCalls.restore}
      initial={{ mobile, restoreReason: '' }}
      input={(values) => values}
      success="已恢复接收"
      invalidates={[smsLoadCalls.optOuts]}
      verb="恢复接收"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field
        of={smsLoadCalls.restore}
        name="mobile"
        check={check}
        hint={`对方报出的完整号码，应与 ${row.mobile} 一致。`}
      >
        <Input inputMode="numeric" maxLength={20} autoComplete="off" />
      </Field>
      <Field
        of={smsLoadCalls.restore}
        name="restoreReason"
        hint="谁在何时、以什么方式要求恢复。退订期间没有发的短信不会补发；再次回复 R 会再次退订。"
        placeholder="例如：本人来电要求继续接收日价短信"
        rows={3}
      />
    </FormDialog>
  )
}

export function SmsOptOuts({ onClosed }: { onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const [mobile, setMobile] = useState('')
  const [state, setState] = useState<string>()
  const [restored, setRestoring] = useState<Restored>()
  const isAllowed = useIsAllowed()
  const read = useCall(smsLoadCalls.optOuts, {
    current,
    size: PAGED_ROWS,
    ...(mobile && { mobile }),
    ...(state && { isRestored: state === 'restored' }),
  })
  const acts: TableColumnsType<SmsOptOutRow> = [
    {
      title: '操作',
      key: 'acts',
      width: 90,
      render: (_, row) =>
        row.restoredAt === null && (
          <Button type="link" size="small" onClick={() => setRestoring({ row, mobile })}>
            恢复接收
          </Button>
        ),
    },
  ]
  return (
    <DetailsDrawer title="退订号码" size={720} onClosed={onClosed}>
      <div className="sms-details">
        {isAllowed(smsLoadCalls.replyAddress) && <ReplyAddress />}
        <div className="push-filter">
          <Input.Search
            aria-label="手机号码"
            placeholder="完整的手机号码"
            allowClear
            maxLength={20}
            style={{ width: 240 }}
            onSearch={(typed) => {
              setMobile(mobileOf(typed))
              setCurrent(1)
            }}
          />
          <Select
            aria-label="状态"
            placeholder="全部"
            allowClear
            style={{ width: 140 }}
            options={optOutStates}
            onChange={(next) => {
              setState(next)
              setCurrent(1)
            }}
          />
        </div>
        <PagedTable
          columns={isAllowed(smsLoadCalls.restore) ? [...columns, ...acts] : columns}
          minWidth={600}
          read={read}
          current={current}
          onTurn={setCurrent}
          emptyText={mobile ? '没有退订' : '还没有人退订'}
        />
      </div>
      {restored && <Restore {...restored} onClosed={() => setRestoring(undefined)} />}
    </DetailsDrawer>
  )
}
