// The fields of a follow-up, in the order in which they are typed.
import './follow-ups.css'
import { Alert, Button, Form, Radio, Select } from 'antd'
import { addDays, addMonths, dayNumber, dayText } from '#contract/days.ts'
import type { FollowMood, FollowResult, FollowWay } from '#contract/service/follow-up-labels.ts'
import { addFollowUp, FOLLOW_UP_FILES, type FollowUpRow, getFollowChoices } from '#contract/service/follow-ups.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayInput, type DayInputProps } from '#web/kit/form/day-input.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { FileUpload } from '#web/kit/upload/upload-files.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { moodOptions, NextDay } from './follow-up-labels.tsx'

export type FollowUpValues = {
  enterpriseId: string | null
  contactId: string | null
  way: FollowWay
  at: string
  result: FollowResult
  /** Empty: not said. */
  mood: FollowMood | ''
  content: string
  nextOn: string | null
  nextText: string
  nextUserId: string | null
  files: UploadedFile[]
}

type PickerProps = { id?: string; value?: string | null; onChange?: (id: string | null) => void }

/** Another customer has other contacts. */
function CustomerInput({ onChange, ...rest }: PickerProps) {
  const form = Form.useFormInstance<FollowUpValues>()
  const handleChange = (id: string | null) => {
    form.setFieldValue('contactId', null)
    onChange?.(id)
  }
  return <EnterprisePicker {...rest} placeholder="请选择客户" onChange={handleChange} />
}

const nextDays = [
  { label: '明天', from: (today: string) => addDays(today, 1) },
  { label: '3 天后', from: (today: string) => addDays(today, 3) },
  { label: '一周后', from: (today: string) => addDays(today, 7) },
  { label: '一个月后', from: (today: string) => dayText(addMonths(dayNumber(today), 1)) },
]

/** A day, with buttons for the usual ones. */
export function NextDayInput({ onChange, ...rest }: DayInputProps) {
  return (
    <div className="follow-next">
      <DayInput {...rest} {...(onChange && { onChange })} />
      {nextDays.map(({ label, from }) => (
        <Button key={label} size="small" onClick={() => onChange?.(from(serverToday()))}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** What to do, and by whom, belongs to a day. */
function NextFields({ ownerName }: { ownerName: string | undefined }) {
  const hasNext = Boolean(Form.useWatch('nextOn', Form.useFormInstance<FollowUpValues>()))
  return (
    <>
      <Field of={addFollowUp} name="nextOn">
        <NextDayInput />
      </Field>
      {hasNext && (
        <>
          <Field of={addFollowUp} name="nextText" />
          <Field of={addFollowUp} name="nextUserId">
            <UserPicker placeholder={ownerName ? `客户归属人（${ownerName}）` : '客户归属人'} />
          </Field>
        </>
      )}
    </>
  )
}

type FieldsProps = {
  /** A customer that is not chosen here. */
  enterprise?: { id: string; name: string } | undefined
  /** The record that is edited. */
  stored?: FollowUpRow | undefined
}

export function FollowUpFields({ enterprise, stored }: FieldsProps) {
  const form = Form.useFormInstance<FollowUpValues>()
  const chosenId = Form.useWatch('enterpriseId', form)
  const enterpriseId = enterprise?.id ?? chosenId ?? ''
  const { data, isFetching } = useCall(
    getFollowChoices,
    { enterpriseId },
    { enabled: enterpriseId !== '', call: { hideErrorMsg: true }, staleTime: 0 },
  )
  const contacts = (data?.contacts ?? []).map(({ id, name, position, isMain }) => ({
    value: id,
    label: [name, position, isMain && '主要'].filter(Boolean).join(' · '),
  }))
  // the record's contact may have left since
  const former =
    stored?.contactId && !contacts.some(({ value }) => value === stored.contactId)
      ? [{ value: stored.contactId, label: stored.contactName }]
      : []
  const ends = stored ? null : data?.open
  const isEnded = stored !== undefined && stored.nextOn !== null && !stored.isOpen
  return (
    <>
      {enterprise ? (
        <Form.Item label="客户">{enterprise.name}</Form.Item>
      ) : (
        <Field of={addFollowUp} name="enterpriseId">
          <CustomerInput />
        </Field>
      )}
      <Field of={addFollowUp} name="contactId">
        <Select
          allowClear
          showSearch={byLabel}
          placeholder="不指定"
          loading={isFetching}
          options={[...contacts, ...former]}
          notFoundContent={enterpriseId === '' ? '请先选择客户' : isFetching ? '加载中' : '客户还没有联系人'}
        />
      </Field>
      <ChoiceField of={addFollowUp} name="way" />
      <Field of={addFollowUp} name="at">
        <MomentInput isPast />
      </Field>
      <ChoiceField of={addFollowUp} name="result" />
      <Field of={addFollowUp} name="mood">
        <Radio.Group options={[{ value: '', label: '未记' }, ...moodOptions]} />
      </Field>
      <Field of={addFollowUp} name="content" rows={3} />
      {ends && (
        <Alert
          className="follow-ends"
          type="info"
          showIcon
          title={`保存后，${ends.nextOn} 的待跟进${ends.nextText && `“${ends.nextText}”`}随之完成（补录更早的跟进除外）`}
        />
      )}
      <Form.Item name="files" label="附件">
        <FileUpload aria-label="附件" max={FOLLOW_UP_FILES} />
      </Form.Item>
      {isEnded ? (
        <Form.Item label="下次跟进" extra="已由之后的跟进完成，下次跟进请在最近一条记录中修改。">
          <NextDay {...stored} />
        </Form.Item>
      ) : (
        <NextFields ownerName={data?.ownerName} />
      )}
    </>
  )
}
