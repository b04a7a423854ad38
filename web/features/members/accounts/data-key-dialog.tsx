// The form of a data key: a new one, or the limits of an existing one.
import { InputNumber, Select } from 'antd'
import {
  createDataKey,
  type DataKeyRow,
  type DataSet,
  editDataKey,
  listDataKeys,
  QUOTA_MAX,
} from '#contract/members/data-keys.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { describeDay, describeList } from '../form-labels.ts'
import { dataSetOptions, describeDataSets } from './data-key-labels.tsx'

const USUAL_QUOTA = 10_000

type Values = {
  name: string
  dataSets: DataSet[]
  addresses: string[]
  dailyQuota: number
  endsOn: string | null
}

const valuesOf = ({ name, dataSets, addresses, dailyQuota, endsOn }: DataKeyRow): Values => ({
  name,
  dataSets,
  addresses,
  dailyQuota,
  endsOn,
})

const words: Labels<Values> = {
  name: ['密钥名称', textOrDash],
  dataSets: ['数据集', describeDataSets],
  addresses: ['允许的地址', (addresses) => describeList(addresses, '不限制')],
  dailyQuota: ['每日调用上限', String],
  endsOn: ['截止日期', describeDay],
}

const fields = (
  <>
    <Field of={createDataKey} name="name" hint="用来区分，如“生产环境”。" />
    <Field of={createDataKey} name="dataSets">
      <Select mode="multiple" options={dataSetOptions} showSearch={byLabel} placeholder="请选择数据集" />
    </Field>
    <Field
      of={createDataKey}
      name="addresses"
      isRequired={false}
      hint="IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。"
    >
      <TextTags placeholder="输入后按回车" />
    </Field>
    <Field of={createDataKey} name="dailyQuota">
      <InputNumber min={1} max={QUOTA_MAX} precision={0} changeOnWheel={false} suffix="次" style={{ width: 200 }} />
    </Field>
    <DayField of={createDataKey} name="endsOn" isRequired={false} hint="当日结束后失效；不填则长期有效。" />
  </>
)

type DataKeyDialogProps = {
  accountId: string
  /** Undefined for a new key. */
  stored: DataKeyRow | undefined
  onMade: (key: string) => void
  onClosed: () => void
}

export function DataKeyDialog({ accountId, stored, onMade, onClosed }: DataKeyDialogProps) {
  const invalidates = [listDataKeys]
  if (!stored) {
    const initial: Values = { name: '', dataSets: [], addresses: [], dailyQuota: USUAL_QUOTA, endsOn: null }
    return (
      <FormDialog<typeof createDataKey, Values>
        title="创建密钥"
        endpoint={createDataKey}
        initial={initial}
        input={(values) => ({ accountId, ...values })}
        success="创建成功"
        invalidates={invalidates}
        verb="创建"
        onDone={({ key }) => onMade(key)}
        onClosed={onClosed}
      >
        {fields}
      </FormDialog>
    )
  }
  const { id, version, name } = stored
  return (
    <FormDialog<typeof editDataKey, Values, DataKeyRow>
      title={`编辑密钥：${name}`}
      endpoint={editDataKey}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels: words }}
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
