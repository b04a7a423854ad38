// Dialogs of complaints: entered, handled, given to somebody else.
import './follow-ups.css'
import { Form, Select } from 'antd'
import { type ComplaintAct, complaintStepLabels } from '#contract/service/complaint-labels.ts'
import {
  addComplaint,
  assignComplaint,
  type ComplaintRow,
  getComplaint,
  handleComplaint,
  queryComplaints,
} from '#contract/service/complaints.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import type { FollowWay } from '#contract/service/follow-up-labels.ts'
import { getFollowChoices } from '#contract/service/follow-ups.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { actText } from '#web/lib/act-toast.ts'
import { useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'

/** Reads that every act on a complaint invalidates. */
const complaintReads = [queryComplaints, getComplaint, queryCustomerStream]

type Values = {
  enterpriseId: string | null
  contactId: string | null
  way: FollowWay
  at: string
  content: string
  ownerId: string | null
  solveBy: string | null
}

type PickerProps = { id?: string; value?: string | null; onChange?: (id: string | null) => void }

/** Another customer has other contacts. */
function CustomerInput({ onChange, ...rest }: PickerProps) {
  const form = Form.useFormInstance<Values>()
  const handleChange = (id: string | null) => {
    form.setFieldValue('contactId', null)
    onChange?.(id)
  }
  return <EnterprisePicker {...rest} placeholder="请选择客户" onChange={handleChange} />
}

/** Contacts of the chosen customer, and who would handle it. */
function OfCustomer({ enterprise }: Pick<AddProps, 'enterprise'>) {
  const chosenId = Form.useWatch('enterpriseId', Form.useFormInstance<Values>())
  const enterpriseId = enterprise?.id ?? chosenId ?? ''
  const { data, isFetching } = useCall(
    getFollowChoices,
    { enterpriseId },
    { enabled: enterpriseId !== '', call: { hideErrorMsg: true }, staleTime: 0 },
  )
  const contacts = (data?.contacts ?? []).map(({ id, name, position }) => ({
    value: id,
    label: [name, position].filter(Boolean).join(' · '),
  }))
  return (
    <>
      <Field of={addComplaint} name="contactId">
        <Select
          allowClear
          showSearch={byLabel}
          placeholder="不指定"
          loading={isFetching}
          options={contacts}
          notFoundContent={enterpriseId === '' ? '请先选择客户' : isFetching ? '加载中' : '客户还没有联系人'}
        />
      </Field>
      <Field of={addComplaint} name="ownerId">
        <UserPicker
          work="complaints"
          placeholder={data?.ownerName ? `客户归属人（${data.ownerName}）` : '客户归属人，公海客户由自己处理'}
        />
      </Field>
    </>
  )
}

type AddProps = {
  /** A fixed customer; without it one is chosen. */
  enterprise?: { id: string; name: string } | undefined
  onClosed: () => void
}

export function ComplaintDialog({ enterprise, onClosed }: AddProps) {
  return (
    <FormDialog<typeof addComplaint, Values>
      title={enterprise ? `登记投诉：${enterprise.name}` : '登记投诉'}
      endpoint={addComplaint}
      initial={{
        enterpriseId: enterprise?.id ?? null,
        contactId: null,
        way: 'phone',
        at: new Date(serverNow()).toISOString(),
        content: '',
        ownerId: null,
        solveBy: null,
      }}
      input={(values) => ({ ...values, enterpriseId: enterprise?.id ?? values.enterpriseId ?? '' })}
      success={actText('add')}
      invalidates={complaintReads}
      verb="保存"
      onClosed={onClosed}
    >
      {enterprise ? (
        <Form.Item label="客户">{enterprise.name}</Form.Item>
      ) : (
        <Field of={addComplaint} name="enterpriseId">
          <CustomerInput />
        </Field>
      )}
      <ChoiceField of={addComplaint} name="way" />
      <Field of={addComplaint} name="at">
        <MomentInput isPast />
      </Field>
      <Field of={addComplaint} name="content" rows={4} />
      <OfCustomer enterprise={enterprise} />
      <DayField of={addComplaint} name="solveBy" />
    </FormDialog>
  )
}

const hints: Readonly<Record<ComplaintAct, string>> = {
  start: '填写处理计划。',
  note: '填写处理进展和客户的答复。',
  solve: '填写解决方法，以及客户是否认可；登记人会收到通知。',
  reopen: '填写重新处理的原因。',
}

type HandleProps = { row: ComplaintRow; act: ComplaintAct; onClosed: () => void }

export function HandleComplaint({ row: { id, version, enterpriseName }, act, onClosed }: HandleProps) {
  return (
    <FormDialog<typeof handleComplaint, { note: string }>
      title={`${complaintStepLabels[act]}：${enterpriseName}`}
      endpoint={handleComplaint}
      initial={{ note: '' }}
      input={({ note }) => ({ id, version, act, note })}
      success={actText('edit')}
      invalidates={complaintReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={handleComplaint} name="note" hint={hints[act]} rows={4} />
    </FormDialog>
  )
}

type AssignValues = { ownerId: string | null; solveBy: string | null; note: string }

export function AssignComplaint({ row, onClosed }: { row: ComplaintRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof assignComplaint, AssignValues>
      title={`更换处理人：${row.enterpriseName}`}
      endpoint={assignComplaint}
      initial={{ ownerId: row.ownerId, solveBy: row.solveBy, note: '' }}
      input={({ ownerId, ...values }) => ({ id: row.id, version: row.version, ownerId: ownerId ?? '', ...values })}
      success={actText('edit')}
      invalidates={complaintReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={assignComplaint} name="ownerId">
        <UserPicker work="complaints" placeholder="请选择处理人" />
      </Field>
      <DayField of={assignComplaint} name="solveBy" />
      <Field of={assignComplaint} name="note" />
    </FormDialog>
  )
}
