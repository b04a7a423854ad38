import { useCall } from '#web/lib/query.ts'
import './push.css'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useSearchParams } from 'react-router'
import { grantKindLabels } from '#contract/members/members.ts'
import { mailTopicLabels } from '#contract/outbox/message-labels.ts'
import { findQuoteItems } from '#contract/prices/quote-items.ts'
import { type PushCalls, pushCalls } from '#contract/push/push-calls.ts'
import {
  mailTopicOf,
  type PushKind,
  pushFields,
  pushPages,
  pushRenderingLabels,
  pushTimingLabels,
  trackingLabels,
} from '#contract/push/push-labels.ts'
import {
  PUSH_ACCOUNTS_MAX,
  PUSH_ARTICLES_MAX,
  PUSH_CHARTS_MAX,
  PUSH_FILES_MAX,
  PUSH_ITEMS_MAX,
  type PushDetail,
} from '#contract/push/pushes.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { differencesBy, type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import { ClockInput, MomentInput } from '#web/kit/form/moment-input.tsx'
import { type EditorProps, RowForm } from '#web/kit/form/row-form.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { accountLabel, FoundMany, itemLabel } from './found-many.tsx'
import { RuleFields } from './push-audience.tsx'
import { PushChecks } from './push-checks.tsx'
import { formOf, freshPush, type PushValues, valuesOf } from './push-values.ts'
import { ListSelect, SaveList } from './saved-lists.tsx'

const count = (what: string) => (ids: readonly string[]) => `${ids.length} ${what}`
const labels: Labels<PushValues> = {
  title: ['推送名称', textOrDash],
  subject: ['邮件主题', textOrDash],
  text: ['正文', textOrDash],
  isAdvert: ['商业广告', (is) => (is ? '是' : '否')],
  isTracked: ['记录打开', (is) => (is ? '是' : '否')],
  productIds: ['报告产品', count('个产品')],
  quoteItemIds: ['报价项', count('个报价项')],
  chartDays: ['走势图', (days) => `${days} 天`],
  rendering: ['价格取值', (rendering) => pushRenderingLabels[rendering]],
  articleIds: ['资讯', count('篇')],
  files: ['附件', (files) => files.map(({ name }) => name).join('、')],
  reach: ['收件人范围', (reach) => (reach === 'rule' ? '按条件' : '指定')],
  ruleProducts: ['授权产品', count('个产品')],
  kinds: ['授权类型', (kinds) => kinds.map((kind) => grantKindLabels[kind]).join('、')],
  levels: ['客户级别', (levels) => levels.join('、')],
  ownerIds: ['归属人', count('人')],
  listIds: ['名单', count('个名单')],
  accountIds: ['指定的人', count('人')],
  excludedIds: ['排除的人', count('人')],
  timing: ['发送时间', (timing) => pushTimingLabels[timing]],
  sendAt: ['定时时间', (moment) => formatMoment(moment)],
  sendTime: ['每日时间', textOrDash],
}

const articleLabel = (row: { id: string; title: string; publishedAt: string }) => ({
  value: row.id,
  label: `${row.title} · ${formatMoment(row.publishedAt)}`,
})

function Contents({ kind, calls }: { kind: PushKind; calls: PushCalls }) {
  const menuId = usePermissions(({ buttons }) => buttons.find(({ code }) => code === pushPages[kind].menu)?.id)
  const { data: tracking } = useCall(calls.tracking, {})
  return (
    <FormSection title="内容">
      <Field of={calls.add} name="title" hint="只在后台显示。">
        <Input maxLength={100} />
      </Field>
      <Field of={calls.add} name="subject">
        <Input maxLength={150} />
      </Field>
      <Field
        of={calls.add}
        name="text"
        hint={`可用字段：${pushFields.map((name) => `{{${name}}}`).join(' ')}。缺少值的收件人不发送。`}
      >
        <Input.TextArea rows={8} maxLength={10_000} />
      </Field>
      <Field
        of={calls.add}
        name="quoteItemIds"
        isRequired={kind === 'price'}
        hint={`价格表取已发布的价格，最多 ${PUSH_ITEMS_MAX} 项。`}
      >
        <FoundMany call={findQuoteItems} labelOf={itemLabel} max={PUSH_ITEMS_MAX} placeholder="按名称或编码查找" />
      </Field>
      <Field
        of={calls.add}
        name="chartDays"
        isRequired={false}
        hint={`前 ${PUSH_CHARTS_MAX} 个报价项配走势图，0 为不配。`}
      >
        <InputNumber min={0} max={366} precision={0} suffix="天" style={{ width: 160 }} />
      </Field>
      <ChoiceField of={calls.add} name="rendering" />
      <Field
        of={calls.add}
        name="articleIds"
        isRequired={false}
        hint={`已发布的资讯，最多 ${PUSH_ARTICLES_MAX} 篇；收件人须有其产品的有效授权。`}
      >
        <FoundMany call={calls.articles} labelOf={articleLabel} max={PUSH_ARTICLES_MAX} placeholder="按标题查找" />
      </Field>
      <Field
        of={calls.add}
        name="productIds"
        isRequired={false}
        hint="附件报告涉及的产品；收件人须有这些产品的有效授权。"
      >
        <ProductsPicker {...(menuId !== undefined && { menuId })} />
      </Field>
      <Form.Item name="files" label="附件" extra={<span className="field-hint">报告文件，合计不超过 10 MB。</span>}>
        <FileUpload aria-label="附件" max={PUSH_FILES_MAX} />
      </Form.Item>
      <Field
        of={calls.add}
        name="isAdvert"
        isRequired={false}
        hint={`广告在主题前注明，不发给退订“${mailTopicLabels.marketing}”的人；其他推送不发给退订“${mailTopicLabels[mailTopicOf(kind, false)]}”的人。“查看收件人”列出各有多少人。`}
      >
        <Switch />
      </Field>
      <Field of={calls.add} name="isTracked" isRequired={false} hint={tracking ? trackingLabels[tracking.state] : ''}>
        <Switch disabled={tracking?.state !== 'on'} />
      </Field>
    </FormSection>
  )
}

function Audience({ calls }: { calls: PushCalls }) {
  return (
    <FormSection title="收件人">
      <RuleFields namedLabel="只发给名单和指定的人" />
      <ListSelect calls={calls} />
      <Form.Item name="accountIds" label="指定的人">
        <FoundMany
          call={calls.candidates}
          labelOf={accountLabel}
          max={PUSH_ACCOUNTS_MAX}
          placeholder="按姓名、企业或登录名查找"
        />
      </Form.Item>
      <SaveList calls={calls} />
      <Form.Item name="excludedIds" label="排除的人">
        <FoundMany call={calls.candidates} labelOf={accountLabel} max={1_000} placeholder="按姓名、企业或登录名查找" />
      </Form.Item>
    </FormSection>
  )
}

function Timing({ calls }: { calls: PushCalls }) {
  const timing = Form.useWatch<PushValues['timing']>('timing')
  return (
    <FormSection title="发送">
      <ChoiceField of={calls.add} name="timing" />
      {timing === 'at' && (
        <Field of={calls.add} name="sendAt" isRequired>
          <MomentInput />
        </Field>
      )}
      {timing === 'workday' && (
        <Field of={calls.add} name="sendTime" isRequired hint="按国家法定工作日，调休上班的日子也发送。">
          <ClockInput />
        </Field>
      )}
      {timing === 'verified' && (
        <p className="field-hint">
          所选报价项中当日应发布的价格全部发布后，约 1 分钟内发送一次；当日没有应发布的价格则不发送。
        </p>
      )}
    </FormSection>
  )
}

function PushEditor({ kind, stored, onTakeTheirs, onSaved, onCancel }: EditorProps<PushDetail> & { kind: PushKind }) {
  const calls = pushCalls[kind]
  const [form] = Form.useForm<PushValues>()
  const versions = useVersions({
    form,
    stored,
    valuesOf,
    differencesOf: differencesBy<PushValues>(labels),
    onTakeTheirs,
  })
  const saving = useRowSave({
    add: calls.add,
    edit: calls.edit,
    invalidates: [calls.list, calls.get, calls.shown],
    versions,
  })
  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : freshPush}
        isSaving={saving.isSaving}
        onSave={() => saving.save(formOf(form.getFieldsValue(true) as PushValues), {})}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `push-${stored.id}` : `push-new-${kind}`}
      >
        <Contents kind={kind} calls={calls} />
        <Audience calls={calls} />
        <Timing calls={calls} />
        <PushChecks calls={calls} form={form} stored={stored} />
      </FormPage>
      {versions.conflict}
    </>
  )
}

export default function PushFormPage({ kind }: { kind: PushKind }) {
  const [address] = useSearchParams()
  return (
    <RowForm edit={address.has('id')} read={pushCalls[kind].get} list={pushPages[kind].list}>
      {(editor) => <PushEditor kind={kind} {...editor} />}
    </RowForm>
  )
}
