// The dialog of an export: columns, format and reason.
import { Checkbox, Form, Input, Radio } from 'antd'
import type { Input as InputOf } from '#contract/endpoint.ts'
import type { ExportCall } from '#contract/exports.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { Field } from '../form/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import type { Exported } from './export-query.ts'
import './export.css'

type Values = { columns: string[]; format: 'xlsx' | 'csv'; reason: string }

type ExportDialogProps = Exported & { onClosed: () => void }

type ColumnChoiceProps = { call: ExportCall; value?: string[]; onChange?: (keys: string[]) => void }

/** Ignores the other props that a form passes to its controls: a group of checkboxes cannot have `aria-required`. */
function ColumnChoice({ call, value = [], onChange }: ColumnChoiceProps) {
  return (
    <Checkbox.Group
      className="export-columns"
      value={value}
      options={call.columns.map(({ key, header }) => ({ value: key, label: header }))}
      onChange={(keys) => onChange?.(keys)}
    />
  )
}

export default function ExportDialog({ call, query, total = 0, onClosed }: ExportDialogProps) {
  return (
    <FormDialog<ExportCall, Values>
      title={`导出${call.noun}`}
      endpoint={call}
      initial={{ columns: call.columns.map(({ key }) => key), format: 'xlsx', reason: '' }}
      input={(values) => ({ ...values, query }) as InputOf<ExportCall>}
      success="已开始导出，完成后在右上角的下载中心下载"
      invalidates={[queryOwnJobs]}
      verb="导出"
      onClosed={onClosed}
    >
      <p className="export-status">
        按当前的筛选条件和排序导出约 {total.toLocaleString('zh-CN')} 行。文件带有您的姓名和时间，保留 7
        天；导出会记入审计日志。
      </p>
      <Field of={call} name="columns">
        <ColumnChoice call={call} />
      </Field>
      <Field of={call} name="format">
        <Radio.Group
          options={[
            { value: 'xlsx', label: 'Excel（.xlsx）' },
            { value: 'csv', label: 'CSV（.csv）' },
          ]}
        />
      </Field>
      <Form.Item noStyle dependencies={['format']}>
        {({ getFieldValue }) =>
          getFieldValue('format') === 'csv' && (
            <p className="export-status" role="status">
              CSV 用 Excel 打开时，手机号码、信用代码等长数字会变成 1.23E+17；要用 Excel 打开，请选 xlsx。
            </p>
          )
        }
      </Form.Item>
      <Field of={call} name="reason">
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="用于什么，交给谁" />
      </Field>
    </FormDialog>
  )
}
