// Details of one order: its facts and history.
import { getOrder, type OrderDetail, type OrderRow } from '#contract/members/orders.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useCall } from '#web/lib/query.ts'
import { OrderChanges } from './order-changes.tsx'
import { orderTones } from './order-labels.ts'

export function OrderFacts({ order, column }: { order: Omit<OrderDetail, 'changes'>; column: number }) {
  return (
    <Facts
      columns={column}
      items={factsOf(getOrder, order, {
        number: {},
        state: { tones: orderTones },
        enterprise: {},
        loginName: { label: '账号', render: ({ realName, loginName }) => `${realName}（${loginName}）` },
        mobile: {},
        item: {},
        months: { unit: '个月' },
        amount: { label: '金额', unit: '元' },
        salesmanName: {},
        createdAt: {},
        closeReason: { when: order.closeReason !== '' },
        remark: {},
      })}
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
