// Third parties that read a sub-product in their own programs.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addThirdPower, queryThirdPowers, type ThirdPowerRow } from '../../../../contract/members/third-powers.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { sayDay, sayList, sayModules } from '../form-words.ts'
import { EndingStatus, stateOptions } from './ending-status.tsx'
import { useThirdPowerActs } from './third-power-acts.tsx'
import { ThirdPowerDetails } from './third-power-details.tsx'

const filters = [
  textFilter('name', '第三方名称', 64),
  textFilter('appId', 'App ID', 64),
  selectFilter('status', '状态', stateOptions),
]

const columns: readonly Column<ThirdPowerRow>[] = [
  { key: 'name', label: '第三方名称', width: 180 },
  { key: 'appId', label: 'App ID', width: 180 },
  { key: 'products', label: '产品数', width: 80, align: 'right' },
  { key: 'modules', label: '模块', width: 200, render: ({ modules }) => sayModules(modules) },
  { key: 'addresses', label: '允许的地址', width: 200, render: ({ addresses }) => sayList(addresses, '不限') },
  { key: 'status', label: '状态', width: 90, render: EndingStatus },
  { key: 'endsOn', label: '截止日期', width: 110, render: ({ endsOn }) => sayDay(endsOn) },
  { key: 'remark', label: '备注', width: 160 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

/** `list` is the page's own address. */
type Props = { subProduct: SubProductKey; list: string }

export default function ThirdPowerList({ subProduct, list }: Props) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<ThirdPowerRow>()
  const { actionsOf, dialogs } = useThirdPowerActs(list, setShown)
  return (
    <>
      <ListPage
        endpoint={queryThirdPowers}
        settings={subProductMenu(subProduct, 'thirdPower')}
        given={{ subProduct }}
        on={subProduct}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        toolbar={
          <Can call={addThirdPower} on={subProduct}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(`${list}/addForm`)}>
              新增
            </Button>
          </Can>
        }
      />
      {shown && <ThirdPowerDetails row={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
