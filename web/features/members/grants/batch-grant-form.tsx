// The form of a batch of grants: products and period, days to extend, or products to revoke.
import { Form, type FormInstance, Input, InputNumber, Select } from 'antd'
import type { BatchKind } from '#contract/members/grant-batches.ts'
import { checkPeriod } from '#contract/members/grants.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { useFormLayout } from '#web/kit/form/form-layout.ts'
import { CategoryCascader } from '#web/kit/picker/category-cascader.tsx'
import { kindOptions } from '../form-labels.ts'
import type { BatchValues } from './batch-grant.rules.ts'
import { inRange } from './grant-drafts.rules.ts'
import { useSoldProducts } from './grant-pick.tsx'
import { type GrantRange, QuickDays, QuickRanges, reasonHint, TrialKindChoice } from './quick-terms.tsx'

const QUOTA_MAX = 1_000_000
const DAYS_MAX = 3_660
const REASON_MAX = 200

type Props = {
  /** The form's id, to which the submit button refers. */
  name: string
  kind: BatchKind
  subProduct: SubProductKey
  /** Whether an extension asks what trials become. */
  asksTrials: boolean
  form: FormInstance<BatchValues>
  initial: BatchValues
  today: string
  onFinish: (values: BatchValues) => void
}

function Period({ form, today }: Pick<Props, 'form' | 'today'>) {
  const apply = (range: GrantRange) => {
    const { kind, startsOn, endsOn, quota } = form.getFieldsValue()
    const draft = { kind, startsOn, endsOn, quota, base: null, isRevoked: false }
    const row = { ...draft, key: '', productId: null, name: '', path: '', notice: '' }
    const next = inRange(row, range, today)
    form.setFieldsValue({ kind: next.kind, startsOn: next.startsOn, endsOn: next.endsOn })
  }
  return (
    <>
      <Form.Item label="快捷期限">
        <QuickRanges onPick={apply} />
      </Form.Item>
      <Form.Item name="kind" label="类型" required>
        <Select options={kindOptions} />
      </Form.Item>
      <Form.Item name="startsOn" label="开始日期" required>
        <DayInput allowClear={false} />
      </Form.Item>
      <Form.Item
        name="endsOn"
        label="截止日期"
        required
        dependencies={['startsOn']}
        rules={[
          {
            validator: async (_rule, endsOn: string) => {
              const wrong = checkPeriod(form.getFieldValue('startsOn'), endsOn, today)
              if (wrong) throw new Error(wrong)
              if (endsOn < today) throw new Error('截止日期不能早于今天')
            },
          },
        ]}
      >
        <DayInput allowClear={false} />
      </Form.Item>
      <Form.Item name="quota" label="每日额度">
        <InputNumber min={1} max={QUOTA_MAX} precision={0} placeholder="不限" style={{ width: '100%' }} />
      </Form.Item>
    </>
  )
}

export function BatchGrantForm({ name, kind, subProduct, asksTrials, form, initial, today, onFinish }: Props) {
  const layout = useFormLayout()
  const calls = useSoldProducts(subProduct)
  const isByProduct = subProductOf(subProduct).grantsBy === 'product'
  return (
    <Form<BatchValues>
      {...layout}
      className="batch-form"
      name={name}
      form={form}
      initialValues={initial}
      onFinish={onFinish}
    >
      {isByProduct && kind !== 'extend' && (
        <Form.Item
          name="values"
          label="产品"
          required={kind === 'grant'}
          extra={kind === 'revoke' ? '不选择时取消全部授权。' : '选择分类时授权其下全部产品。'}
          rules={kind === 'grant' ? [{ type: 'array', min: 1, message: '请选择要授权的产品' }] : []}
        >
          <CategoryCascader {...calls} aria-label="产品" choose="any" style={{ width: '100%' }} />
        </Form.Item>
      )}
      {kind === 'grant' && <Period form={form} today={today} />}
      {kind === 'extend' && (
        <>
          <Form.Item label="快捷天数">
            <QuickDays onPick={(days) => form.setFieldsValue({ days })} />
          </Form.Item>
          <Form.Item
            name="days"
            label="延长天数"
            required
            extra="从各授权的截止日期起算，已过期的从今天起算。"
            rules={[{ type: 'number', required: true, message: '请输入天数' }]}
          >
            <InputNumber min={1} max={DAYS_MAX} precision={0} style={{ width: '100%' }} />
          </Form.Item>
          {asksTrials && (
            <Form.Item
              name="trialKind"
              label="试用延期后"
              required
              extra="只用于试用授权，正式与赠送的类型不变。"
              rules={[{ required: true, message: '请选择试用延期后的类型' }]}
            >
              <TrialKindChoice />
            </Form.Item>
          )}
        </>
      )}
      <Form.Item
        name="reason"
        label="原因"
        required={kind === 'revoke'}
        rules={kind === 'revoke' ? [{ required: true, whitespace: true, message: '取消授权请填写原因' }] : []}
      >
        <Input maxLength={REASON_MAX} placeholder={reasonHint(kind === 'revoke')} />
      </Form.Item>
    </Form>
  )
}
