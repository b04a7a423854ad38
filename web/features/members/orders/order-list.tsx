// Orders of a sub-product: list, put on sale, change, close, export.
import { useState } from 'react'
import { changeOrderSalesman, exportOrders, type OrderRow, queryOrders } from '#contract/members/orders.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useOrderActs } from './order-acts.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderStatus, stateOptions } from './order-labels.tsx'

const filters = [
  textFilter('number', '订单号', 64),
  textFilter('enterprise', '企业', 100),
  selectFilter('state', '状态', stateOptions),
]

const advanced = [
  textFilter('loginName', '登录名', 64),
  textFilter('item', '购买内容', 100),
  userFilter('salesmanId', '销售'),
  dayRangeFilter('days', '下单日期', 'from', 'to'),
]

const columns: readonly Column<OrderRow>[] = [
  { key: 'number', label: '订单号', width: 190, opens: true },
  { key: 'enterprise', label: '企业', width: 220 },
  { key: 'loginName', label: '登录名', width: 130 },
  { key: 'item', label: '购买内容', width: 200 },
  { key: 'months', label: '月数', width: 70, align: 'right' },
  {
    key: 'amount',
    label: '金额（元）',
    width: 120,
    align: 'right',
    render: ({ amount }) => formatFigure(amount),
    summary: { of: ({ amount }) => amount },
  },
  { key: 'state', label: '状态', width: 100, render: OrderStatus },
  { key: 'salesmanName', label: '销售', width: 100 },
  { key: 'createdAt', label: '下单时间', width: 150, render: ({ createdAt }) => formatMoment(createdAt) },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
  { key: 'closeReason', label: '关闭原因', width: 180 },
]

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
