// Details of one order: its facts and history.
import { getOrder, type OrderDetail, type OrderRow } from '#contract/members/orders.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { OrderChanges } from './order-changes.tsx'
import { OrderStatus } from './order-labels.tsx'

export function OrderFacts({ order, column }: { order: Omit<OrderDetail, 'changes'>; column: number }) {
  return (
    <Facts
      columns={column}
      items={[
        { label: '订单号', children: order.number },
        { label: '状态', children: <OrderStatus state={order.state} /> },
        { label: '企业', children: order.enterprise },
        { label: '账号', children: `${order.realName}（${order.loginName}）` },
        { label: '手机号码', children: order.mobile },
        { label: '购买内容', children: order.item },
        { label: '月数', children: `${order.months} 个月` },
        { label: '金额', children: `${formatFigure(order.amount)} 元` },
        { label: '销售', children: order.salesmanName ?? '—' },
        { label: '下单时间', children: formatMoment(order.createdAt) },
        ...(order.closeReason ? [{ label: '关闭原因', children: order.closeReason }] : []),
        { label: '备注', children: order.remark || '—' },
      ]}
    />
  )
}

type OrderDetailsProps = {
  subProduct: SubProductKey
  order: OrderRow
  acts: readonly RowAction[]
  onClosed: () => void
}

export function OrderDetails({ subProduct, order, acts, onClosed }: OrderDetailsProps) {
  const mayRead = useIsAllowed()(getOrder, subProduct)
  const read = useCall(getOrder, { id: order.id }, { enabled: mayRead })
  return (
    <DetailsDrawer
      title={`订单 ${order.number}`}
      size={480}
      acts={acts}
      on={subProduct}
      extra={(own) => own.length > 0 && <MoreActions name={order.number} actions={own} />}
      onClosed={onClosed}
    >
      <OrderFacts order={read.data ?? { ...order, accountId: '', mobile: '—', remark: '' }} column={1} />
      <Loaded read={read}>{({ changes }) => <OrderChanges changes={changes} />}</Loaded>
    </DetailsDrawer>
  )
}
