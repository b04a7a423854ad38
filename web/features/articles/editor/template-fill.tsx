// Fills an article from a template, for a product and the prices of a day.
import { Alert, Form, Select } from 'antd'
import { useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { getTemplate, listTemplates, previewTemplate, type Template } from '#contract/articles/templates.ts'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import type { ArticleValues } from './article-values.ts'

export type FromTemplate = { values: Partial<ArticleValues>; templateVersionId: string }
type Props = {
  edition: Edition
  productId: string | undefined
  onFilled: (filled: FromTemplate) => void
  onClosed: () => void
}

const emptyBody = { type: 'doc', content: [{ type: 'paragraph' }] }
const textsOf = (template: Template | undefined) => ({
  title: template?.title ?? '',
  summary: template?.summary ?? '',
  body: template?.body ?? emptyBody,
})

export function TemplateFill({ edition, productId, onFilled, onClosed }: Props) {
  const dialog = useEditDialog(onClosed, () => false)
  const [id, setId] = useState('')
  const [chosen, setProduct] = useState(productId ?? null)
  const [day, setDay] = useState(serverToday())
  const templates = useCall(listTemplates, { edition, status: 'update', size: 100 })
  const template = useCall(getTemplate, { id }, { enabled: id !== '' })
  // a template for one product leaves nothing to choose
  const [only, another] = template.data?.productIds ?? []
  const product = chosen ?? (another === undefined ? (only ?? null) : null)
  const asked = { ...textsOf(template.data), id, edition, productId: product ?? '0', day }
  const isReady = template.data !== undefined && product !== null
  const filled = useCall(previewTemplate, asked, { enabled: isReady })
  const fill = () => {
    if (!filled.data || !template.data || product === null) return
    const { title, summary, bindings, body } = filled.data
    const { kind, newsCategoryId, keywords, channels, source, versionId } = template.data
    const values = { title, summary, bindings, body, kind, newsCategoryId, keywords, source, productIds: [product] }
    onFilled({
      values: { ...values, channels: channels as ArticleValues['channels'] },
      templateVersionId: versionId,
    })
    dialog.close()
  }
  const missing = filled.data?.missing ?? []
  return (
    <EditFrame
      dialog={dialog}
      title="由模板生成"
      width={600}
      verb="生成"
      isSaving={filled.isFetching}
      disabled={!isReady || !filled.data}
      onOk={fill}
    >
      <Form layout="vertical">
        <Form.Item label="模板">
          <Select
            aria-label="模板"
            showSearch={byLabel}
            loading={templates.isFetching}
            placeholder="请选择模板"
            options={(templates.data?.records ?? []).map((row) => ({
              value: row.id,
              label: row.isFavourite ? `★ ${row.name}` : row.name,
            }))}
            value={id || null}
            onChange={setId}
          />
        </Form.Item>
        <Form.Item label="产品">
          <ProductPicker aria-label="产品" value={product} onChange={setProduct} />
        </Form.Item>
        <Form.Item label="价格日期">
          <DayInput aria-label="价格日期" allowClear={false} value={day} onChange={(next) => next && setDay(next)} />
        </Form.Item>
      </Form>
      {missing.length > 0 && (
        <Alert
          type="warning"
          title={`有 ${missing.length} 处没有可用的价格，正文中以【待补】标出`}
          description={missing.slice(0, 5).map(({ source, message }) => (
            <div key={`${source}${message}`}>
              {source}：{message}
            </div>
          ))}
        />
      )}
    </EditFrame>
  )
}
