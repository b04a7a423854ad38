// The dialogs of an order: another amount, another salesman, closed with a reason.
import { Form, Input, Modal } from 'antd'
import { useId } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import {
  changeOrderAmount,
  changeOrderSalesman,
  closeOrder,
  getOrder,
  type OrderRow,
  queryOrders,
} from '../../../../contract/members/orders.ts'
import { useGiveUp } from '../../../kit/dialog/give-up.ts'
import { showRefusal } from '../../../kit/dialog/show-refusal.ts'
import { useConfirmed } from '../../../kit/dialog/use-confirmed.tsx'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { useDialogGuard } from '../../../kit/dialog/use-dialog-guard.ts'
import { Field } from '../../../kit/form/field.tsx'
import { trimmed } from '../../../kit/form/field-rules.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useFormLayout } from '../../../kit/form/form-layout.ts'
import { isChangedFrom } from '../../../kit/form/use-draft.rules.ts'
import { formatFigure } from '../../../lib/format.ts'
import { DictionaryInput } from '../../../pickers/dictionary-input.tsx'
import { UserPicker } from '../../../pickers/user-picker.tsx'
import { refreshWhenStale } from '../stale.ts'

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

/** A great change is asked about once more (600), so that this is no `FormDialog`. */
export function ChangeAmount({ order, onClosed }: OrderProps) {
  const name = useId()
  const [form] = Form.useForm<AmountValues>()
  const initial: AmountValues = { amount: order.amount, reason: '' }
  const { isOpen, close, frame } = useDialog(onClosed)
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const title = `修改订单 ${order.number} 的金额`
  const act = useConfirmed(changeOrderAmount, {
    title,
    verb: '确认修改',
    success: '金额修改成功',
    invalidates: shownIn,
    guardMs: DIALOG_GUARD_MS,
    onSuccess: close,
    onRefusal: (refusal) => {
      if (refusal.code !== errors.stale.code) return showRefusal(form, refusal)
      refreshWhenStale(...shownIn)(refusal)
      // what was typed began from an amount that is no longer there
      close()
    },
  })
  const handleFinish = (values: AmountValues) =>
    guard(() => void act.run({ id: order.id, version: order.version, ...trimmed(values) }))
  const leave = useGiveUp(() => isOpen && isChangedFrom(initial, form.getFieldsValue(true)), '表单')
  return (
    <>
      <Modal
        title={title}
        {...frame}
        okText="修改"
        cancelText="取消"
        okButtonProps={{ htmlType: 'submit', form: name, loading: act.pending }}
        mask={{ closable: false }}
        onCancel={() => leave(close)}
      >
        <Form<AmountValues> {...layout} name={name} form={form} initialValues={initial} onFinish={handleFinish}>
          <Field of={changeOrderAmount} name="amount" hint={`现在是 ${formatFigure(order.amount)} 元`}>
            <Input suffix="元" inputMode="decimal" autoComplete="off" style={{ width: 200 }} />
          </Field>
          <Field of={changeOrderAmount} name="reason">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Field>
        </Form>
      </Modal>
      {act.dialogs}
    </>
  )
}

type SalesmanValues = { salesmanId: string | null; reason: string }
type ChangeSalesmanProps = { orders: readonly OrderRow[]; done: () => void; onClosed: () => void }

/** Some of many may be refused (602). */
export function ChangeSalesman({ orders, done, onClosed }: ChangeSalesmanProps) {
  const name = useId()
  const [form] = Form.useForm<SalesmanValues>()
  const initial: SalesmanValues = { salesmanId: null, reason: '' }
  const { isOpen, close, frame } = useDialog(onClosed)
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const [first] = orders
  const title = orders.length === 1 && first ? `更换订单 ${first.number} 的销售` : `更换 ${orders.length} 个订单的销售`
  const act = useConfirmed(changeOrderSalesman, {
    title,
    verb: '更换',
    success: '销售更换成功',
    invalidates: shownIn,
    onSuccess: () => {
      done()
      close()
    },
    onPartly: close,
    onRefusal: (refusal) => showRefusal(form, refusal),
  })
  const handleFinish = ({ salesmanId, reason }: SalesmanValues) =>
    guard(() => void act.run({ ids: orders.map(({ id }) => id), salesmanId: salesmanId ?? '', reason: reason.trim() }))
  const leave = useGiveUp(() => isOpen && isChangedFrom(initial, form.getFieldsValue(true)), '表单')
  return (
    <>
      <Modal
        title={title}
        {...frame}
        okText="更换"
        cancelText="取消"
        okButtonProps={{ htmlType: 'submit', form: name, loading: act.pending }}
        mask={{ closable: false }}
        onCancel={() => leave(close)}
      >
        <Form<SalesmanValues> {...layout} name={name} form={form} initialValues={initial} onFinish={handleFinish}>
          <Field of={changeOrderSalesman} name="salesmanId">
            <UserPicker placeholder="请选择销售" />
          </Field>
          <Field of={changeOrderSalesman} name="reason" isRequired={false}>
            <Input maxLength={200} />
          </Field>
        </Form>
      </Modal>
      {act.dialogs}
    </>
  )
}
