// One third party, to be read.
import { readThirdPower, type ThirdPowerRow } from '../../../../contract/members/third-powers.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../../kit/dialog/facts.tsx'
import { Loaded } from '../../../kit/dialog/loaded.tsx'
import { sayText } from '../../../kit/form/differences.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'
import { sayDay, sayList, sayModules } from '../form-labels.ts'
import { EndingStatus } from './ending-status.tsx'

const WIDTH = 480

export function ThirdPowerDetails({ row, onClosed }: { row: ThirdPowerRow; onClosed: () => void }) {
  const read = useCall(readThirdPower, { id: row.id }, { call: { hideErrorMsg: true } })
  return (
    <DetailsDrawer title={row.name} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read} rows={3}>
        {(power) => (
          <Facts
            labelWidth={88}
            items={[
              { label: 'App ID', children: power.appId },
              { label: '状态', children: <EndingStatus {...power} /> },
              { label: '截止日期', children: sayDay(power.endsOn) },
              { label: '模块', children: sayModules(power.modules) },
              { label: `产品（${power.products}）`, children: sayList(power.productNames) },
              { label: '允许的地址', children: sayList(power.addresses, '不限') },
              { label: '备注', children: sayText(power.remark) },
              { label: '更新时间', children: formatMoment(power.updatedAt) },
            ]}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
