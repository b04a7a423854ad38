// Third parties that read a sub-product's data in their own programs.
import { useState } from 'react'
import { readThirdPower, type ThirdPowerRow, thirdPowerCalls } from '#contract/members/third-powers.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { describeDay, describeList, labelModules } from '../form-labels.ts'
import { EndingStatus } from './ending-status.tsx'

const filters = filtersOf(thirdPowerCalls.list, ['name', 'appId', 'status'])

const columns = columnsOf(thirdPowerCalls.list, {
  name: { width: 180 },
  appId: { width: 180 },
  products: { width: 80 },
  modules: { width: 200, render: ({ modules }) => labelModules(modules) },
  addresses: { width: 200, render: ({ addresses }) => describeList(addresses, '不限') },
  status: { width: 90, render: EndingStatus },
  endsOn: { render: ({ endsOn }) => describeDay(endsOn) },
  remark: { width: 160 },
  updatedAt: {},
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
            items={factsOf(readThirdPower, power, {
              appId: {},
              status: { render: EndingStatus },
              endsOn: { empty: '长期' },
              modules: { render: ({ modules }) => labelModules(modules) },
              productNames: {
                label: `产品（${power.products}）`,
                render: ({ productNames }) => describeList(productNames),
              },
              addresses: { render: ({ addresses }) => describeList(addresses, '不限') },
              remark: {},
              updatedAt: {},
            })}
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
