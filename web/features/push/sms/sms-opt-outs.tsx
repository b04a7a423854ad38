// Numbers that want no more short messages, and where the provider reports the next ones.
import { Input, type TableColumnsType, Typography } from 'antd'
import { useState } from 'react'
import { type SmsOptOutRow, smsLoadCalls } from '../../../../contract/push/sms-loads.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { PAGED_ROWS, PagedTable } from '../../../kit/list/paged-table.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'

const columns: TableColumnsType<SmsOptOutRow> = [
  { title: '手机号码', dataIndex: 'mobile', width: 130 },
  { title: '来源', dataIndex: 'reason', width: 160 },
  { title: '退订时间', dataIndex: 'at', width: 150, render: (at: string) => formatMoment(at) },
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

export function SmsOptOuts({ onClosed }: { onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const [mobile, setMobile] = useState('')
  const isAllowed = useIsAllowed()
  const read = useCall(smsLoadCalls.optOuts, { current, size: PAGED_ROWS, ...(mobile && { mobile }) })
  return (
    <DetailsDrawer title="退订号码" size={560} onClosed={onClosed}>
      <div className="sms-details">
        {isAllowed(smsLoadCalls.replyAddress) && <ReplyAddress />}
        <Input.Search
          aria-label="手机号码"
          placeholder="完整的手机号码"
          allowClear
          maxLength={11}
          style={{ width: 240 }}
          onSearch={(typed) => {
            setMobile(typed.trim())
            setCurrent(1)
          }}
        />
        <PagedTable
          columns={columns}
          minWidth={440}
          read={read}
          current={current}
          onTurn={setCurrent}
          emptyText={mobile ? '没有退订' : '还没有人退订'}
        />
      </div>
    </DetailsDrawer>
  )
}
