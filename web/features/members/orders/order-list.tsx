// Orders of a sub-product: list, put on sale, change, close, export.
import { useState } from 'react'
import { changeOrderSalesman, exportOrders, type OrderRow, queryOrders } from '#contract/members/orders.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useOrderActs } from './order-acts.tsx'
import { OrderDetails } from './order-details.tsx'
import { orderTones } from './order-labels.ts'

const filters = filtersOf(queryOrders, ['number', 'enterprise', 'state'])

const advanced = [
  ...filtersOf(queryOrders, ['loginName', 'item']),
  userFilter('salesmanId', '销售'),
  dayRangeFilter('days', '下单日期', 'from', 'to'),
]

const columns = columnsOf(queryOrders, {
  number: { width: 190, opens: true },
  enterprise: { width: 220 },
  loginName: { width: 130 },
  item: { width: 200 },
  months: { width: 70 },
  amount: { width: 120, sum: true },
  state: { width: 100, tones: orderTones },
  salesmanName: { width: 100 },
  createdAt: {},
  updatedAt: {},
  closeReason: { width: 180 },
})

export default function OrderList({ subProduct }: { subProduct: SubProductKey }) {
  const [shown, setShown] = useState<OrderRow>()
  const { actionsOf, changeSalesman, dialogs } = useOrderActs(subProduct)
  return (
    <>
      <ListPage
        endpoint={queryOrders}
        emptyHint="会员下单之后，会列在这里。"
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'orders')}
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ number }) => number}
        rowActions={actionsOf}
        onOpen={setShown}
        exportCall={exportOrders}
        batchActs={[{ label: '更换销售', call: changeOrderSalesman, run: changeSalesman }]}
      />
      {shown && (
        <OrderDetails
          subProduct={subProduct}
          order={shown}
          acts={actionsOf(shown)}
          onClosed={() => setShown(undefined)}
        />
      )}
      {dialogs}
    </>
  )
}
