// Deletes imported figures of an account: a preview says how many before anything is lost.
import { Form, Select } from 'antd'
import { type SearchLevel, searchLevelLabels } from '#contract/operations/search-labels.ts'
import { removeSearchFigures } from '#contract/operations/search-marketing.ts'
import type { DateRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { actText } from '#web/lib/act-toast.ts'
import { accountReads } from './search-marketing-pages.ts'
import { useAccountOptions } from './search-terms.tsx'

type Values = { accountId?: string; days: DateRange; level?: SearchLevel }

type RemoveProps = { initial: { accountId?: string; from: string; to: string }; onClosed: () => void }

export function SearchRemove({ initial: { accountId, from, to }, onClosed }: RemoveProps) {
  const { options, isFetching } = useAccountOptions()
  return (
    <FormDialog<typeof removeSearchFigures, Values>
      title="删除推广数据"
      endpoint={removeSearchFigures}
      initial={{ ...(accountId && { accountId }), days: { start: from, end: to } }}
      input={({ accountId: chosen = '', days, level }) => ({
        accountId: chosen,
        from: days.start ?? '',
        to: days.end ?? '',
        ...(level && { level }),
      })}
      success={actText('delete')}
      invalidates={accountReads}
      verb="删除"
      onClosed={onClosed}
    >
      <Field of={removeSearchFigures} name="accountId">
        <Select options={options} loading={isFetching} placeholder="请选择" showSearch={byLabel} />
      </Field>
      <Form.Item
        name="days"
        label="日期"
        required
        rules={[
          {
            validator: async (_rule, { start, end }: DateRange) => {
              if (!start || !end) throw new Error('请选择日期')
            },
          },
        ]}
      >
        <DateRangePicker />
      </Form.Item>
      <Field of={removeSearchFigures} name="level" hint="不选则删除这些天的全部层级，含搜索词">
        <Select allowClear placeholder="全部层级" options={optionsOf(searchLevelLabels)} />
      </Field>
    </FormDialog>
  )
}
