// One third party, to be read.

import { Descriptions, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { readThirdPower, type ThirdPowerRow } from '../../../contract/third-powers.ts'
import { sayText } from '../../kit/differences.ts'
import { ErrorState } from '../../kit/page-state.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { EndingStatus } from './ending-status.tsx'
import { sayDay, sayList, sayModules } from './form-words.ts'

const WIDTH = 480

function Body({ id }: { id: string }) {
  const { data, error, refetch } = useCall(readThirdPower, { id }, { call: { hideErrorMsg: true } })
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton active />
  }
  return (
    <Descriptions
      column={1}
      size="small"
      colon={false}
      styles={{ label: { width: 88 } }}
      items={[
        { label: 'App ID', children: data.appId },
        { label: '状态', children: <EndingStatus {...data} /> },
        { label: '截止日期', children: sayDay(data.endsOn) },
        { label: '模块', children: sayModules(data.modules) },
        { label: `产品（${data.products}）`, children: sayList(data.productNames) },
        { label: '允许的地址', children: sayList(data.addresses, '不限') },
        { label: '备注', children: sayText(data.remark) },
        { label: '更新时间', children: formatMoment(data.updatedAt) },
      ]}
    />
  )
}

export function ThirdPowerDetails({ row, onClosed }: { row: ThirdPowerRow; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  return (
    <Drawer
      title={row.name}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Body id={row.id} />
    </Drawer>
  )
}
