// Hidden products of a preset or permission set: listed, and removed with one press.
import { Alert, Button, Form } from 'antd'
import type { HiddenProduct } from '#contract/members/hidden-products.ts'
import { Status } from '#web/kit/table/status.tsx'

/** Alert for a form with a field `productIds`. */
export function HiddenProducts({ hidden }: { hidden: readonly HiddenProduct[] }) {
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<readonly string[] | undefined>('productIds', { form, preserve: true }) ?? []
  const held = hidden.filter(({ id }) => chosen.includes(id))
  if (held.length === 0) return null
  const handleRemove = () =>
    form.setFieldValue(
      'productIds',
      chosen.filter((id) => !held.some((each) => each.id === id)),
    )
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={`已隐藏的产品授权时会跳过：${held.map(({ name }) => name).join('、')}`}
      action={
        <Button size="small" onClick={handleRemove}>
          移除已隐藏的产品
        </Button>
      }
    />
  )
}

/** List cell: `text`, and the number of hidden products. */
export function ProductsWithHidden({ text, hidden }: { text: string; hidden: number }) {
  if (hidden === 0) return text
  return (
    <>
      {text} <Status tone="warning">{`${hidden} 个已隐藏`}</Status>
    </>
  )
}
