// Acts on a contact of a customer, with their dialogs.
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  type Contact,
  type ContactRow,
  mergeContacts,
  removeContact,
  saveContact,
  setContactLeft,
} from '#contract/members/contacts.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { ContactForm, contactReads } from './contact-form.tsx'
import { ContactMerge } from './contact-merge.tsx'

/** Deletes a contact, once confirmed. */
export function useContactRemoval() {
  const [confirm, confirmation] = useConfirm()
  const removal = useAct(removeContact, {
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
    invalidates: contactReads,
  })
  const ask = ({ id, name }: Contact) =>
    confirm({
      title: `删除联系人“${name}”？`,
      content: '删除后不能恢复，跟进记录会保留。',
      verb: '删除',
      run: () => removal.run({ id }),
    })
  return { ask, confirmation }
}

type LeaveProps = { contact: ContactRow; onLeft: () => void; onClosed: () => void }

function Leave({ contact: { id, name, isMain }, onLeft, onClosed }: LeaveProps) {
  const today = serverToday()
  const check = (day: string) => (day === '' ? '请选择离职日期' : day > today ? '离职日期不能晚于今天' : null)
  return (
    <FormDialog
      title={`标记离职：${name}`}
      endpoint={setContactLeft}
      initial={{ leftOn: today as string | null }}
      input={({ leftOn }) => ({ id, leftOn })}
      verb="保存"
      invalidates={contactReads}
      onDone={onLeft}
      onClosed={onClosed}
    >
      <DayField
        of={setContactLeft}
        name="leftOn"
        check={check}
        hint={isMain ? '离职后由下一位联系人作为主要联系人。' : '离职后不再出现在新跟进的联系人里。'}
        allowClear={false}
      />
    </FormDialog>
  )
}

type Shown = { dialog: 'edit' | 'leave' | 'merge'; contact: ContactRow }

export type ContactActs = { actionsOf: (contact: ContactRow) => RowAction[]; add: () => void; dialogs: ReactNode }

/** @param contacts all of the customer */
export function useContactActs(enterpriseId: string, contacts: readonly Contact[]): ContactActs {
  const [shown, setShown] = useState<Shown | 'add'>()
  const removal = useContactRemoval()
  const marking = useAct(setContactLeft, { invalidates: contactReads })
  const choosing = useAct(saveContact, { success: '已设为主要联系人', invalidates: contactReads })
  const close = () => setShown(undefined)

  const bring = async ({ id, leftOn }: ContactRow) => {
    const done = await marking.run({ id, leftOn: null })
    if (done !== undefined) notify.undoable('已恢复在职', () => void marking.run({ id, leftOn }))
  }
  const noteLeft = ({ id, isMain }: ContactRow) =>
    notify.undoable('已标记离职', () => void marking.run({ id, leftOn: null, isMain }))

  const actionsOf = (contact: ContactRow): RowAction[] => {
    const { id, version, name, isMain, leftOn, doubles } = contact
    const opens = (dialog: Shown['dialog']) => () => setShown({ dialog, contact })
    const merge: RowAction = { label: '合并', call: mergeContacts, run: opens('merge') }
    const choose: RowAction = {
      label: '设为主要',
      call: saveContact,
      run: () => void choosing.run({ id, version, enterpriseId, name, isMain: true }),
    }
    return [
      ...(doubles.length > 0 ? [merge] : []),
      { label: '编辑', call: saveContact, run: opens('edit') },
      leftOn === null
        ? { label: '离职', call: setContactLeft, run: opens('leave') }
        : { label: '恢复在职', call: setContactLeft, run: () => void bring(contact) },
      ...(isMain || leftOn !== null ? [] : [choose]),
      ...(doubles.length > 0 || contacts.length < 2 ? [] : [merge]),
      { label: '删除', call: removeContact, isDanger: true, run: () => removal.ask(contact) },
    ]
  }

  const edited = shown === 'add' ? undefined : shown?.contact
  const dialogs = (
    <>
      {(shown === 'add' || shown?.dialog === 'edit') && (
        <ContactForm
          enterpriseId={enterpriseId}
          contact={edited}
          hasMain={contacts.some(({ isMain }) => isMain)}
          onClosed={close}
        />
      )}
      {shown !== 'add' && shown?.dialog === 'leave' && (
        <Leave contact={shown.contact} onLeft={() => noteLeft(shown.contact)} onClosed={close} />
      )}
      {shown !== 'add' && shown?.dialog === 'merge' && (
        <ContactMerge contact={shown.contact} contacts={contacts} onClosed={close} />
      )}
      {removal.confirmation}
    </>
  )
  return { actionsOf, add: () => setShown('add'), dialogs }
}
