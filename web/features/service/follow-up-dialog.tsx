import { followMoodLabels, followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { addFollowUp, editFollowUp, type FollowUpRow, getFollowChoices } from '#contract/service/follow-ups.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { usePersonNames } from '#web/pickers/use-person-names.ts'
import { FollowUpFields, type FollowUpValues, NextDayInput } from './follow-up-fields.tsx'
import { followUpReads } from './follow-up-labels.tsx'

const valuesOf = (row: FollowUpRow): FollowUpValues => ({
  enterpriseId: row.enterpriseId,
  contactId: row.contactId,
  way: row.way,
  at: row.at,
  result: row.result,
  mood: row.mood ?? '',
  content: row.content,
  nextOn: row.nextOn,
  nextText: row.nextText,
  nextUserId: row.nextUserId,
  files: row.files,
})

/** Without a next day there is nothing to do and nobody to do it. */
const inputOf = ({ nextOn, nextText, nextUserId, ...said }: FollowUpValues) => ({
  contactId: said.contactId ?? null,
  way: said.way,
  at: said.at,
  result: said.result,
  mood: said.mood || null,
  content: said.content,
  attachmentIds: said.files.map(({ id }) => id),
  ...(nextOn ? { nextOn, nextText: nextText ?? '', nextUserId: nextUserId ?? null } : { nextOn: null }),
})

const empty = (enterpriseId: string | null): FollowUpValues => ({
  enterpriseId,
  contactId: null,
  way: 'phone',
  at: new Date(serverNow()).toISOString(),
  result: 'reached',
  mood: '',
  content: '',
  nextOn: null,
  nextText: '',
  nextUserId: null,
  files: [],
})

type AddProps = {
  /** A fixed customer; without it one is chosen. */
  enterprise?: { id: string; name: string } | undefined
  onClosed: () => void
}

export function FollowUpDialog({ enterprise, onClosed }: AddProps) {
  return (
    <FormDialog<typeof addFollowUp, FollowUpValues>
      title={enterprise ? `新增跟进记录：${enterprise.name}` : '新增跟进记录'}
      endpoint={addFollowUp}
      initial={empty(enterprise?.id ?? null)}
      input={(values) => ({ enterpriseId: enterprise?.id ?? values.enterpriseId ?? '', ...inputOf(values) })}
      success={actText('add')}
      invalidates={followUpReads}
      verb="保存"
      onClosed={onClosed}
    >
      <FollowUpFields enterprise={enterprise} />
    </FormDialog>
  )
}

export function EditFollowUp({ row, onClosed }: { row: FollowUpRow; onClosed: () => void }) {
  const personName = usePersonNames()
  const { data } = useCall(getFollowChoices, { enterpriseId: row.enterpriseId }, { call: { hideErrorMsg: true } })
  const contactName = (id: string | null) =>
    data?.contacts.find((contact) => contact.id === id)?.name ?? (id === row.contactId ? row.contactName : '')
  const words: Labels<FollowUpValues> = {
    enterpriseId: ['客户', () => row.enterpriseName],
    contactId: ['联系人', (id) => textOrDash(contactName(id))],
    way: ['方式', (way) => followWayLabels[way]],
    at: ['跟进时间', formatMoment],
    result: ['结果', (result) => followResultLabels[result]],
    mood: ['态度', (mood) => (mood === '' ? '未记' : followMoodLabels[mood])],
    content: ['跟进内容', textOrDash],
    nextOn: ['下次跟进', textOrDash],
    nextText: ['下次要做', textOrDash],
    nextUserId: ['由谁跟进', (id) => (id === null ? '客户归属人' : (personName(id) ?? '—'))],
    files: ['附件', (files) => textOrDash(files.map(({ name }) => name).join('、'))],
  }
  return (
    <FormDialog<typeof editFollowUp, FollowUpValues, FollowUpRow>
      title={`编辑跟进记录：${row.enterpriseName}`}
      endpoint={editFollowUp}
      initial={valuesOf(row)}
      stored={{ row, valuesOf, labels: words }}
      input={(values) => ({ id: row.id, ...inputOf({ ...valuesOf(row), ...values }) })}
      success={actText('edit')}
      invalidates={followUpReads}
      verb="保存"
      onClosed={onClosed}
    >
      <FollowUpFields enterprise={{ id: row.enterpriseId, name: row.enterpriseName }} stored={row} />
    </FormDialog>
  )
}

type NextValues = Pick<FollowUpValues, 'nextOn' | 'nextText'>

/** Moves the reminder to another day; the rest of the record stays. */
export function MoveReminder({ row, onClosed }: { row: FollowUpRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof editFollowUp, NextValues>
      title={`改期：${row.enterpriseName}`}
      endpoint={editFollowUp}
      initial={{ nextOn: row.nextOn, nextText: row.nextText }}
      input={(values) => ({ id: row.id, version: row.version, ...inputOf({ ...valuesOf(row), ...values }) })}
      success="已改期"
      invalidates={followUpReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={editFollowUp} name="nextOn" isRequired>
        <NextDayInput />
      </Field>
      <Field of={editFollowUp} name="nextText" />
    </FormDialog>
  )
}
