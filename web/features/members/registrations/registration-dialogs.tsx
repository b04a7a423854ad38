// Small dialogs of registrations: log a call, mark as invalid with a reason, assign.
import { Form, Input } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  assignRegistrations,
  contactRegistration,
  getRegistration,
  queryRegistrationHandlers,
  type RegistrationRow,
  rejectRegistrations,
} from '#contract/members/registration-handling.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useFormLayout } from '#web/kit/form/form-layout.ts'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { DictionaryInput } from '#web/pickers/dictionary-input.tsx'
import { HandlerPicker } from './handler-picker.tsx'
import './registration.css'

type OfOne = { row: RegistrationRow; invalidates: readonly Endpoint[]; onClosed: () => void }

const ROWS = 4

export function ContactDialog({ row, invalidates, onClosed }: OfOne) {
  const { data } = useCall(getRegistration, { id: row.id }, { call: { hideErrorMsg: true } })
  const mobile = data?.mobile ?? row.mobile
  return (
    <FormDialog
      title={`联系：${row.company}`}
      endpoint={contactRegistration}
      initial={{ remark: '' }}
      input={({ remark }) => ({ id: row.id, remark })}
      success="联系情况已记录"
      invalidates={invalidates}
      verb="记录"
      onClosed={onClosed}
    >
      <Form.Item label="联系人">
        {row.contact} <a href={`tel:${mobile}`}>{mobile}</a>
        {row.ownerId === null && <div className="registration-hint">尚未分配，记录后由您负责。</div>}
      </Form.Item>
      <Field of={contactRegistration} name="remark" rows={ROWS} />
    </FormDialog>
  )
}

const titleOf = (act: string, rows: readonly RegistrationRow[]) =>
  rows.length === 1 ? `${act}：${rows[0]?.company}` : `${act} ${rows.length} 条注册`

type OfMany = {
  rows: readonly RegistrationRow[]
  invalidates: readonly Endpoint[]
  onClosed: () => void
}

type Rejecting = OfMany & {
  /** Called once all of them are invalid. */
  onDone: (() => void) | undefined
}

export function RejectDialog({ rows, invalidates, onDone, onClosed }: Rejecting) {
  return (
    <FormDialog
      title={titleOf('标记无效', rows)}
      endpoint={rejectRegistrations}
      initial={{ reason: '' }}
      input={({ reason }) => ({ ids: rows.map(({ id }) => id), reason })}
      success={rows.length === 1 ? '已标记为无效' : `${rows.length} 条注册已标记为无效`}
      invalidates={invalidates}
      verb="标记无效"
      onDone={() => onDone?.()}
      onClosed={onClosed}
    >
      <Field of={rejectRegistrations} name="reason" hint="之后可以重新打开。">
        <DictionaryInput dictionary="registrationInvalid" maxLength={200} />
      </Field>
    </FormDialog>
  )
}

type Assigning = OfMany & {
  /** Called once all of them have the new owner. */
  onDone: (name: string) => void
}

export function AssignDialog({ rows, invalidates, onDone, onClosed }: Assigning) {
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const layout = useFormLayout()
  const handlers = useCall(queryRegistrationHandlers, undefined, { call: { hideErrorMsg: true } })
  const title = titleOf('分配', rows)
  const act = useConfirmed(assignRegistrations, { title, verb: '分配', invalidates, onPartly: onClosed })
  const handleSave = async () => {
    if (ownerId === null) {
      notify.warning('请选择负责人')
      return false
    }
    const done = await act.run({ ids: rows.map(({ id }) => id), ownerId, remark: remark.trim() })
    if (done === undefined) return false
    onDone(handlers.data?.find(({ id }) => id === ownerId)?.realName ?? '')
    return true
  }
  return (
    <>
      <ChooseDialog
        title={title}
        width={480}
        verb="分配"
        read={handlers}
        isChanged={ownerId !== null || remark !== ''}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <Form {...layout} component="div">
          <Form.Item label="负责人" htmlFor="registration-owner" required>
            <HandlerPicker
              id="registration-owner"
              handlers={handlers.data ?? []}
              value={ownerId}
              onChange={setOwnerId}
            />
          </Form.Item>
          <Form.Item label="说明" htmlFor="registration-remark" style={{ marginBottom: 0 }}>
            <Input
              id="registration-remark"
              maxLength={200}
              placeholder="选填，记入处理记录"
              value={remark}
              onChange={(event) => setRemark(event.target.value)}
            />
          </Form.Item>
        </Form>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
