// Whom to ask about a meeting, as rows of a form.
import { Input } from 'antd'
import { MEETING_CONTACTS_MAX, type MeetingContact } from '#contract/meetings/meetings.ts'
import { Phone } from '#contract/members/contacts.ts'
import { FormRows } from '#web/kit/form/form-rows.tsx'
import './meetings.css'

const parts = [
  { key: 'name', label: '姓名', max: 32 },
  { key: 'mobile', label: '电话', max: 20 },
  { key: 'email', label: '邮箱', max: 128 },
] as const

const phone = new RegExp((Phone as { pattern?: string }).pattern ?? '')
const email = /^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/

const isNobody = (contact: MeetingContact) => parts.every(({ key }) => contact[key].trim() === '')
/** Without rows that were left empty. */
export const contactsOf = (contacts: readonly MeetingContact[]) => contacts.filter((contact) => !isNobody(contact))

export function problemOfContacts(contacts: readonly MeetingContact[]): string | null {
  if (contactsOf(contacts).length === 0) return '请添加联系人'
  for (const [at, contact] of contacts.entries()) {
    if (isNobody(contact)) continue
    if (contact.name.trim() === '') return `请输入第 ${at + 1} 位联系人的姓名`
    if (!phone.test(contact.mobile.trim())) return `第 ${at + 1} 位联系人的电话应为11位手机号码或带区号的座机`
    if (!email.test(contact.email.trim())) return `第 ${at + 1} 位联系人的邮箱格式不正确`
  }
  return null
}

type Props = { id?: string; value?: MeetingContact[]; onChange?: (contacts: MeetingContact[]) => void }

export const ContactsInput = ({ id, value = [], onChange }: Props) => (
  <FormRows
    id={id}
    rows={value}
    blank={{ name: '', mobile: '', email: '' }}
    max={MEETING_CONTACTS_MAX}
    addText="添加联系人"
    removeText={(at) => `移除第 ${at + 1} 位联系人`}
    className="agenda-rows"
    rowClassName="meeting-contact"
    onChange={onChange}
    of={(contact, at, change) =>
      parts.map(({ key, label, max }) => (
        <Input
          key={key}
          aria-label={`第 ${at + 1} 位联系人${label}`}
          placeholder={label}
          maxLength={max}
          autoComplete="off"
          value={contact[key]}
          onChange={({ target }) => change({ [key]: target.value })}
        />
      ))
    }
  />
)
