// Acts on an order by state, with their confirmations.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  changeOrderAmount,
  changeOrderSalesman,
  closeOrder,
  getOrder,
  type OrderRow,
  presaleOrder,
  queryOrders,
  sellOrder,
} from '#contract/members/orders.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatFigure } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { subProductPath } from '../presets/preset-labels.tsx'
import { refreshWhenStale } from '../stale.ts'
import { ChangeAmount, ChangeSalesman, CloseOrder } from './order-dialogs.tsx'

type Dialog =
  | { kind: 'amount' | 'close'; order: OrderRow }
  | { kind: 'salesman'; orders: readonly OrderRow[]; clear: () => void }

type Acts = {
  actionsOf: (order: OrderRow) => RowAction[]
  changeSalesman: (orders: readonly OrderRow[], clear: () => void) => void
  dialogs: ReactNode
}

export function useOrderActs(subProduct: SubProductKey): Acts {
  const openPage = useOpenPage()
  const [confirm, confirmation] = useConfirm()
  const [dialog, setDialog] = useState<Dialog>()
  const common = {
    invalidates: [queryOrders, getOrder],
    guardMs: DIALOG_GUARD_MS,
    onRefusal: refreshWhenStale(queryOrders, getOrder),
  }
  const presale = useAct(presaleOrder, { ...common, success: '预售成功' })
  const sell = useAct(sellOrder, { ...common, success: '开售成功' })
  const close = () => setDialog(undefined)
  const changeSalesman: Acts['changeSalesman'] = (orders, clear) => {
    const open = orders.filter(({ state }) => state !== 'closed')
    if (open.length === 0) return notify.warning('所选订单都已关闭')
    setDialog({ kind: 'salesman', orders, clear })
  }

  const whatOf = ({ enterprise, item, amount }: OrderRow) => `${enterprise}：${item}，${formatFigure(amount)} 元。`
  const actionsOf = (order: OrderRow): RowAction[] => {
    const { id, version, number, state } = order
    const history: RowAction = {
      label: '变更记录',
      call: getOrder,
      run: () => openPage(`${subProductPath(subProduct, 'orders')}/moduleHistory`, { id, tagName: number }),
    }
    if (state === 'closed') return [history]
    const toPresale: RowAction = {
      label: '预售',
      call: presaleOrder,
      run: () =>
        confirm({
          title: `订单 ${number} 改为预售？`,
          content: whatOf(order),
          verb: '预售',
          run: () => presale.run({ id, version }),
        }),
    }
    const toSale: RowAction = {
      label: '开售',
      call: sellOrder,
      run: () =>
        confirm({
          title: `订单 ${number} 开售？`,
          content: `${whatOf(order)}开售后不能再改回预售。`,
          verb: '开售',
          run: () => sell.run({ id, version }),
        }),
    }
    return [
      ...(state === 'created' ? [toPresale] : []),
      ...(state === 'forSale' ? [] : [toSale]),
      { label: '改金额', call: changeOrderAmount, run: () => setDialog({ kind: 'amount', order }) },
      { label: '更换销售', call: changeOrderSalesman, run: () => changeSalesman([order], () => undefined) },
      history,
      { label: '关闭', call: closeOrder, isDanger: true, run: () => setDialog({ kind: 'close', order }) },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {dialog?.kind === 'amount' && <ChangeAmount order={dialog.order} onClosed={close} />}
      {dialog?.kind === 'close' && <CloseOrder order={dialog.order} onClosed={close} />}
      {dialog?.kind === 'salesman' && (
        <ChangeSalesman subProduct={subProduct} orders={dialog.orders} done={dialog.clear} onClosed={close} />
      )}
    </>
  )
  return { actionsOf, changeSalesman, dialogs }
}
