// The dialogs of an order: change the amount or the salesperson, close with a reason.
import { Input } from 'antd'
import {
  changeOrderAmount,
  changeOrderSalesman,
  closeOrder,
  getOrder,
  type OrderRow,
  queryOrders,
} from '#contract/members/orders.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { DictionaryInput } from '#web/pickers/dictionary-input.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'

const shownIn = [queryOrders, getOrder]

type OrderProps = { order: OrderRow; onClosed: () => void }

export function CloseOrder({ order, onClosed }: OrderProps) {
  return (
    <FormDialog<typeof closeOrder, { reason: string }>
      title={`关闭订单 ${order.number}`}
      endpoint={closeOrder}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id: order.id, version: order.version, reason })}
      success="订单已关闭"
      invalidates={shownIn}
      verb="关闭订单"
      onClosed={onClosed}
    >
      <Field of={closeOrder} name="reason" hint="关闭后不能再操作这个订单。">
        <DictionaryInput dictionary="orderClosed" maxLength={200} />
      </Field>
    </FormDialog>
  )
}

type AmountValues = { amount: string; reason: string }

export function ChangeAmount({ order, onClosed }: OrderProps) {
  return (
    <FormDialog<typeof changeOrderAmount, AmountValues>
      title={`修改订单 ${order.number} 的金额`}
      endpoint={changeOrderAmount}
      initial={{ amount: order.amount, reason: '' }}
      input={(values) => ({ id: order.id, version: order.version, ...values })}
      success="金额修改成功"
      invalidates={shownIn}
      verb="修改"
      confirmVerb="确认修改"
      onClosed={onClosed}
    >
      <Field of={changeOrderAmount} name="amount" hint={`当前金额为 ${formatFigure(order.amount)} 元`}>
        <Input suffix="元" inputMode="decimal" autoComplete="off" style={{ width: 200 }} />
      </Field>
      <Field of={changeOrderAmount} name="reason" rows={3} />
    </FormDialog>
  )
}

type SalesmanValues = { salesmanId: string | null; reason: string }
type ChangeSalesmanProps = {
  subProduct: SubProductKey
  orders: readonly OrderRow[]
  done: () => void
  onClosed: () => void
}

export function ChangeSalesman({ subProduct, orders, done, onClosed }: ChangeSalesmanProps) {
  const [first] = orders
  return (
    <FormDialog<typeof changeOrderSalesman, SalesmanValues>
      title={orders.length === 1 && first ? `更换订单 ${first.number} 的销售` : `更换 ${orders.length} 个订单的销售`}
      endpoint={changeOrderSalesman}
      initial={{ salesmanId: null, reason: '' }}
      input={({ salesmanId, reason }) => ({ ids: orders.map(({ id }) => id), salesmanId: salesmanId ?? '', reason })}
      success="销售更换成功"
      invalidates={shownIn}
      verb="更换"
      onDone={done}
      onClosed={onClosed}
    >
      <Field of={changeOrderSalesman} name="salesmanId">
        <UserPicker placeholder="请选择销售" work="orders" subProduct={subProduct} />
      </Field>
      <Field of={changeOrderSalesman} name="reason" isRequired={false} />
    </FormDialog>
  )
}
