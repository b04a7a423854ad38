// Third parties that read a sub-product's data in their own programs.
import { useState } from 'react'
import { readThirdPower, type ThirdPowerRow, thirdPowerCalls } from '#contract/members/third-powers.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { textOrDash } from '#web/kit/form/differences.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { describeDay, describeList, labelModules } from '../form-labels.ts'
import { EndingStatus } from './ending-status.tsx'

const filters = filtersOf(thirdPowerCalls.list, ['name', 'appId', 'status'])

const columns = columnsOf(thirdPowerCalls.list, {
  name: { width: 180 },
  appId: { width: 180 },
  products: { label: '产品数', width: 80 },
  modules: { width: 200, render: ({ modules }) => labelModules(modules) },
  addresses: { width: 200, render: ({ addresses }) => describeList(addresses, '不限') },
  status: { width: 90, render: EndingStatus },
  endsOn: { render: ({ endsOn }) => describeDay(endsOn) },
  remark: { width: 160 },
  updatedAt: { label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
})

const WIDTH = 480

/** Details of one third party. */
function ThirdPowerDetails({ row, onClosed }: { row: ThirdPowerRow; onClosed: () => void }) {
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
              { label: '截止日期', children: describeDay(power.endsOn) },
              { label: '模块', children: labelModules(power.modules) },
              { label: `产品（${power.products}）`, children: describeList(power.productNames) },
              { label: '允许的地址', children: describeList(power.addresses, '不限') },
              { label: '备注', children: textOrDash(power.remark) },
              { label: '更新时间', children: formatMoment(power.updatedAt) },
            ]}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}

/** `list`: the page's own path. */
type Props = { subProduct: SubProductKey; list: string }

export default function ThirdPowerList({ subProduct, list }: Props) {
  const [shown, setShown] = useState<ThirdPowerRow>()
  return (
    <>
      <RowsPage
        calls={thirdPowerCalls}
        settings={subProductMenu(subProduct, 'thirdPower')}
        fixedFilters={{ subProduct }}
        on={subProduct}
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${list}/addForm`, edit: `${list}/editForm` } }}
        reads={[readThirdPower]}
        acts={(row) => [{ label: '详情', call: readThirdPower, run: () => setShown(row) }]}
        disabling={() => '该第三方的程序将立即不能读取数据，启用后恢复。'}
        removing={() => '该第三方的程序将立即不能读取数据，删除后不能恢复。'}
      />
      {shown && <ThirdPowerDetails row={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
