import { addWebhook, editWebhook, listWebhooks, type WebhookRow } from '#contract/entitlements/webhooks.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

type Values = Pick<WebhookRow, 'name' | 'url'>

const valuesOf = ({ name, url }: WebhookRow): Values => ({ name, url })
const labels: Labels<Values> = { name: ['名称', textOrDash], url: ['推送地址', textOrDash] }

const fields = (
  <>
    <Field of={addWebhook} name="name" hint="用来区分，如“生产环境”。" />
    <Field
      of={addWebhook}
      name="url"
      hint="账号权益变更时通知此地址；接收方再来查询变更后的权益。"
      placeholder="https://…"
    />
  </>
)

type WebhookDialogProps = {
  subProduct: SubProductKey
  /** Undefined for a new one. */
  stored: WebhookRow | undefined
  onMade: (secret: string) => void
  onClosed: () => void
}

export function WebhookDialog({ subProduct, stored, onMade, onClosed }: WebhookDialogProps) {
  const invalidates = [listWebhooks]
  if (!stored) {
    return (
      <FormDialog<typeof addWebhook, Values>
        title="新增推送地址"
        endpoint={addWebhook}
        initial={{ name: '', url: '' }}
        input={(values) => ({ subProduct, ...values })}
        success="新增成功"
        invalidates={invalidates}
        verb="新增"
        onDone={({ secret }) => onMade(secret)}
        onClosed={onClosed}
      >
        {fields}
      </FormDialog>
    )
  }
  const { id, version, name } = stored
  return (
    <FormDialog<typeof editWebhook, Values, WebhookRow>
      title={`编辑推送地址：${name}`}
      endpoint={editWebhook}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      input={(values) => ({ id, version, ...values })}
      success="编辑成功"
      invalidates={invalidates}
      verb="保存"
      onClosed={onClosed}
    >
      {fields}
    </FormDialog>
  )
}
