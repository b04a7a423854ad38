// One order, to be read: its facts and what has become of it.
import { Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import { getOrder, type OrderDetail, type OrderRow } from '../../../contract/orders.ts'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { ErrorState } from '../../kit/page-state.tsx'
import { MoreActions } from '../../kit/row-actions.tsx'
import type { RowAction } from '../../kit/row-use.ts'
import { useActive } from '../../lib/active.ts'
import { formatFigure, formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { OrderChanges } from './order-changes.tsx'
import { OrderStatus } from './order-words.tsx'

export function OrderFacts({ order, column }: { order: Omit<OrderDetail, 'changes'>; column: number }) {
  return (
    <Descriptions
      column={column}
      size="small"
      colon={false}
      styles={{ label: { width: 72 } }}
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
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isAllowed = useIsAllowed()
  const mayRead = isAllowed(getOrder, subProduct)
  const { data, error, refetch } = useCall(getOrder, { id: order.id }, { enabled: mayRead })
  // The row may be another one afterwards: what is done from here closes the drawer.
  const own = acts
    .filter(({ call }) => isAllowed(call, subProduct))
    .map((act) => ({
      ...act,
      run: () => {
        setOpen(false)
        act.run()
      },
    }))
  return (
    <Drawer
      title={`订单 ${order.number}`}
      open={isOpen && isActive}
      size={480}
      onClose={() => setOpen(false)}
      extra={own.length > 0 && <MoreActions name={order.number} actions={own} />}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <OrderFacts order={data ?? { ...order, accountId: '', mobile: '—', remark: '' }} column={1} />
      {data && <OrderChanges changes={data.changes} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Drawer>
  )
}
