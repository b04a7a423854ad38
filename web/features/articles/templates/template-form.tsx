// Edits a template: text with fields, and a preview filled with a day's prices.
import { Alert, Button, Form, Select, Space } from 'antd'
import { useDeferredValue, useRef, useState } from 'react'
import { emptyBody } from '#contract/articles/body.ts'
import { readTemplate } from '#contract/articles/template-text.ts'
import {
  addTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  previewTemplate,
  type Template,
  type TemplateForm as Values,
} from '#contract/articles/templates.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { differencesBy, type Labels } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '#web/kit/form/row-form.tsx'
import { rowLabels } from '#web/kit/form/row-labels.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { keyed } from '#web/lib/keyed.ts'
import { useCall } from '#web/lib/query.ts'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { ProductPicker, ProductsPicker } from '#web/pickers/product-picker.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { channelNames, channelOptions } from '../article-labels.tsx'
import { ArticleText, ArticleView } from '../editor/article-text.tsx'
import { CaptionTool } from '../editor/caption-tool.tsx'
import { FindBar } from '../editor/find-bar.tsx'
import { PreviewDialog } from '../editor/preview-dialog.tsx'
import { FieldPanel } from './field-panel.tsx'
import '../editor/article-editor.css'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const empty: Values = {
  name: '',
  edition: 'zh',
  kind: 'daily',
  newsCategoryId: null,
  productIds: [],
  remark: '',
  note: '',
  title: '{{产品}}{{日期}}日评',
  summary: '',
  keywords: [],
  channels: [],
  source: '',
  body: emptyBody,
}

const valuesOf = (stored: Template): Values => ({
  name: stored.name,
  edition: stored.edition,
  kind: stored.kind,
  newsCategoryId: stored.newsCategoryId,
  productIds: stored.productIds,
  remark: stored.remark,
  note: '',
  title: stored.title,
  summary: stored.summary,
  keywords: stored.keywords,
  channels: stored.channels as Values['channels'],
  source: stored.source,
  body: stored.body,
})

const names: Record<keyof Values, string> = {
  name: '模板名称',
  edition: '语种',
  kind: '类型',
  newsCategoryId: '资讯分类',
  productIds: '适用产品',
  remark: '备注',
  note: '版本说明',
  title: '标题',
  summary: '摘要',
  keywords: '关键词',
  channels: '发布渠道',
  source: '来源',
  body: '正文',
}
const say = {
  channels: ['发布渠道', channelNames],
  body: ['正文', () => '正文已改动'],
}
const inputs = { newsCategoryId: <NewsCategoryPicker />, productIds: <ProductsPicker /> }
const differencesOf = differencesBy(rowLabels(editTemplate, names, { inputs, say }) as Labels<Values>)

type PreviewProps = { values: Values; stored: Template | undefined; onClosed: () => void }

function Preview({ values, stored, onClosed }: PreviewProps) {
  const [productId, setProductId] = useState(values.productIds[0] ?? null)
  const [day, setDay] = useState(serverToday())
  const { title, summary, body, edition } = values
  const { data } = useCall(
    previewTemplate,
    { title, summary, body, edition, productId: productId ?? '0', day, ...(stored && { id: stored.id }) },
    { enabled: productId !== null },
  )
  const missing = data?.missing ?? []
  const filled = data ?? { title, summary, body }
  return (
    <PreviewDialog
      note={
        productId === null
          ? '请选择产品'
          : missing.length === 0
            ? '所有字段都有当日已发布的价格'
            : `缺少 ${missing.length} 处：${missing
                .slice(0, 3)
                .map(({ message }) => message)
                .join('；')}`
      }
      head={
        <Space>
          <ProductPicker aria-label="预览产品" value={productId} onChange={setProductId} />
          <DayInput aria-label="价格日期" allowClear={false} value={day} onChange={(next) => next && setDay(next)} />
        </Space>
      }
      onClosed={onClosed}
    >
      {(width) => (
        <div className="article-preview" style={{ width }}>
          <h1>{filled.title}</h1>
          {filled.summary && <blockquote>{filled.summary}</blockquote>}
          <ArticleView label="预览正文" body={filled.body} />
        </div>
      )}
    </PreviewDialog>
  )
}

function Versions({ id, onRestore }: { id: string; onRestore: (template: Template) => void }) {
  const { data = [] } = useCall(listTemplateVersions, { id })
  const [versionId, setVersionId] = useState('')
  const chosen = useCall(getTemplate, { id, versionId }, { enabled: versionId !== '' })
  return (
    <FormSection title="历史版本">
      <Space>
        <Select
          aria-label="历史版本"
          style={{ width: 260 }}
          placeholder="请选择版本"
          options={data.map((each) => ({
            value: each.id,
            label: `第 ${each.number} 版 ${each.byName} ${formatMoment(each.at)} ${each.note}`,
          }))}
          value={versionId || null}
          onChange={setVersionId}
        />
        <Button disabled={!chosen.data} onClick={() => chosen.data && onRestore(chosen.data)}>
          恢复
        </Button>
      </Space>
    </FormSection>
  )
}

function Editor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<Template>) {
  const [form] = Form.useForm<Values>()
  const [initial] = useState(() => (stored ? valuesOf(stored) : empty))
  const typed = useDeferredValue((Form.useWatch([], form) as Values | undefined) ?? initial)
  const values = { ...initial, ...typed }
  const [isPreviewed, setPreviewed] = useState(false)
  const isBusy = useRef(false)
  const versions = useVersions<Template, Values>({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave<typeof addTemplate, typeof editTemplate>({
    add: addTemplate,
    edit: editTemplate,
    invalidates: [listTemplates, getTemplate, listTemplateVersions],
    versions,
  })
  const { problems } = readTemplate(values)
  return (
    <div className="article-editor">
      <FormPage<Values>
        form={form}
        initial={initial}
        isSaving={saving.isSaving}
        onSave={async (given) => !isBusy.current && saving.save({ ...initial, ...given })}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={`article-template-${stored?.id ?? 'new'}`}
      >
        <div className="article-columns">
          <div className="article-main">
            <Field of={addTemplate} name="title" />
            <Field of={addTemplate} name="summary" isRequired={false} rows={3} />
            <Form.Item name="body" noStyle>
              <ArticleText
                aria-label="模板正文"
                onBusy={(busy) => {
                  isBusy.current = busy
                }}
                tools={(editor) => (
                  <>
                    <FieldPanel editor={editor} />
                    <FindBar editor={editor} />
                    <CaptionTool editor={editor} />
                  </>
                )}
              />
            </Form.Item>
            {problems.length > 0 && (
              <Alert
                type="error"
                title={`${problems.length} 处写法有误`}
                description={keyed(problems.slice(0, 8), JSON.stringify).map(
                  ({ key, row: { paragraph, source, message } }) => (
                    <div key={key}>
                      {paragraph > 0 ? `第 ${paragraph} 段` : '标题或摘要'} <code>{source}</code>：{message}
                    </div>
                  ),
                )}
              />
            )}
          </div>
          <aside className="article-side">
            <Button onClick={() => setPreviewed(true)}>用当日价格预览</Button>
            <FormSection title="模板">
              <Field of={addTemplate} name="name" />
              <ChoiceField of={addTemplate} name="edition" isList />
              <ChoiceField of={addTemplate} name="kind" isList />
              <Field of={addTemplate} name="productIds" isRequired={false} hint="留空则所有产品都可以使用">
                <ProductsPicker />
              </Field>
              <Field of={addTemplate} name="newsCategoryId" isRequired={false}>
                <NewsCategoryPicker />
              </Field>
              <Field of={addTemplate} name="channels" isRequired={false}>
                <Select mode="multiple" options={channelOptions} showSearch={byLabel} />
              </Field>
              <Field of={addTemplate} name="keywords" isRequired={false}>
                <TextTags placeholder="输入后按回车" />
              </Field>
              <Field of={addTemplate} name="source" isRequired={false} />
              <Field of={addTemplate} name="remark" isRequired={false} />
              <Field of={addTemplate} name="note" isRequired={false} />
            </FormSection>
            {stored && (
              <Versions id={stored.id} onRestore={(template) => form.setFieldsValue(valuesOf(template) as never)} />
            )}
          </aside>
        </div>
      </FormPage>
      {isPreviewed && <Preview values={values} stored={stored} onClosed={() => setPreviewed(false)} />}
      {versions.conflict}
    </div>
  )
}

export default function TemplateFormPage({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getTemplate} list="/data/actciles/template">
      {(editor) => <Editor {...editor} />}
    </RowForm>
  )
}
