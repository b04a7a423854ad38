// Merges a contact with another one of the same customer, who may be the same person: both side by side, one is kept.
import { Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { type Contact, type ContactRow, doubleLabels, mergeContacts } from '#contract/members/contacts.ts'
import { contactRoleLabels } from '#contract/members/members.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { contactReads } from './contact-form.tsx'
import './customer.css'

const facts: readonly (readonly [label: string, say: (contact: Contact) => string])[] = [
  ['职务', ({ position }) => position],
  ['角色', ({ role }) => (role ? contactRoleLabels[role] : '')],
  ['联系电话', ({ mobile }) => mobile],
  ['微信', ({ wechat }) => wechat],
  ['邮箱', ({ email }) => email],
  ['离职日期', ({ leftOn }) => leftOn ?? ''],
  ['备注', ({ remark }) => remark],
]

type SidesProps = { sides: readonly Contact[]; keepId: string; onKeep: (id: string) => void }

function Sides({ sides, keepId, onKeep }: SidesProps) {
  return (
    <table className="customer-table" aria-label="两个联系人">
      <thead>
        <tr>
          <th scope="col">保留</th>
          {sides.map(({ id, name, isMain }) => (
            <th key={id} scope="col">
              <Radio name="keep" checked={id === keepId} onChange={() => onKeep(id)}>
                {isMain ? `${name}（主要）` : name}
              </Radio>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(([label, say]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {sides.map((contact) => (
              <td key={contact.id}>{say(contact) || '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ContactMergeProps = {
  contact: ContactRow
  /** All of the customer. */
  contacts: readonly Contact[]
  onClosed: () => void
}

export function ContactMerge({ contact, contacts, onClosed }: ContactMergeProps) {
  const others = contacts.filter(({ id }) => id !== contact.id)
  const [otherId, setOtherId] = useState(contact.doubles[0]?.id)
  const other = others.find(({ id }) => id === otherId)
  const [keepId, setKeepId] = useState(other?.isMain ? other.id : contact.id)
  const act = useConfirmed(mergeContacts, {
    title: `合并联系人：${contact.name}`,
    verb: '合并',
    success: '联系人已合并',
    invalidates: [...contactReads, queryFollowUps],
    onSuccess: onClosed,
  })
  const handleSave = async () => {
    if (!other) notify.warning('请选择另一个联系人')
    else await act.run({ keepId, dropId: keepId === contact.id ? other.id : contact.id })
    return false
  }
  const optionOf = ({ id, name, mobile }: Contact) => {
    const same = contact.doubles.find((double) => double.id === id)
    const text = mobile ? `${name}（${mobile}）` : name
    return { value: id, label: same ? `${text} · ${doubleLabels[same.by]}` : text }
  }
  return (
    <>
      <ChooseDialog
        title={`合并联系人：${contact.name}`}
        width={560}
        verb="下一步"
        nothing={others.length === 0 ? '该客户没有其他联系人' : undefined}
        isChanged={false}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <p>选择要保留的联系人：另一位的跟进记录归到所保留的联系人名下，并补全其空白项，随后删除另一位。</p>
        <Form.Item label="另一个联系人" colon={false} htmlFor="contact-merge" required>
          <Select
            id="contact-merge"
            placeholder="请选择"
            value={otherId ?? null}
            options={others.map(optionOf)}
            onChange={(next) => {
              setOtherId(next ?? undefined)
              setKeepId(contact.id)
            }}
          />
        </Form.Item>
        {other && <Sides sides={[contact, other]} keepId={keepId} onKeep={setKeepId} />}
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
