// The form of one contact of a customer, and the reads that show contacts.
import { Input, Select, Switch } from 'antd'
import { type Contact, queryContacts, saveContact } from '#contract/members/contacts.ts'
import { getEnterprise, queryEnterprises } from '#contract/members/customers.ts'
import { type ContactRole, contactRoleLabels } from '#contract/members/members.ts'
import { getFollowChoices } from '#contract/service/follow-ups.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { actText } from '#web/lib/act-toast.ts'
import { DictionaryInput } from '#web/pickers/dictionary-input.tsx'
import { CUSTOMERS } from './customer-labels.tsx'

export const contactReads = [queryContacts, getEnterprise, queryEnterprises, getFollowChoices]

const roleOptions = optionsOf(contactRoleLabels)

export const CONTACTS_PAGE = `${CUSTOMERS}/enterpriseContact`

type Values = Omit<Contact, 'id' | 'version' | 'leftOn' | 'role'> & { role?: ContactRole | null | undefined }

const empty: Values = {
  name: '',
  position: '',
  role: null,
  mobile: '',
  wechat: '',
  email: '',
  remark: '',
  isMain: false,
}

/** A row of the list has more fields. */
const valuesOf = ({ name, position, role, mobile, wechat, email, isMain, remark }: Contact): Values => ({
  name,
  position,
  role,
  mobile,
  wechat,
  email,
  isMain,
  remark,
})

const words: Labels<Values> = {
  name: ['联系人', textOrDash],
  position: ['职务', textOrDash],
  role: ['角色', (role) => (role ? contactRoleLabels[role] : '—')],
  mobile: ['联系电话', textOrDash],
  wechat: ['微信', textOrDash],
  email: ['邮箱', textOrDash],
  remark: ['备注', textOrDash],
  isMain: ['主要联系人', (isMain) => (isMain ? '是' : '否')],
}

type ContactFormProps = {
  enterpriseId: string
  contact: Contact | undefined
  /** Of the enterprise. */
  hasMain: boolean
  onClosed: () => void
}

export function ContactForm({ enterpriseId, contact, hasMain, onClosed }: ContactFormProps) {
  const of = contact ? { id: contact.id, version: contact.version } : {}
  return (
    <FormDialog
      title={contact ? `编辑联系人：${contact.name}` : '新增联系人'}
      endpoint={saveContact}
      initial={contact ? valuesOf(contact) : { ...empty, isMain: !hasMain }}
      stored={contact && { row: contact, valuesOf, labels: words }}
      input={({ role = null, ...values }) => ({ ...values, role, ...of, enterpriseId })}
      success={actText(contact ? 'edit' : 'add')}
      verb="保存"
      invalidates={contactReads}
      onClosed={onClosed}
    >
      <Field of={saveContact} name="name" />
      <Field of={saveContact} name="role" hint="在采购我们的服务时起什么作用。">
        <Select options={roleOptions} allowClear placeholder="不清楚可不选" />
      </Field>
      <Field of={saveContact} name="position">
        <DictionaryInput dictionary="position" maxLength={32} />
      </Field>
      <Field of={saveContact} name="mobile" hint="手机号码，或带区号的座机。" />
      <Field of={saveContact} name="wechat" />
      <Field of={saveContact} name="email">
        <Input maxLength={128} inputMode="email" autoComplete="off" />
      </Field>
      <Field of={saveContact} name="isMain" isRequired={false} hint="每个客户只有一位，设为主要联系人后将替换原来的。">
        {/* another one can replace the main contact, but it cannot be switched off; who left cannot be it */}
        <Switch disabled={contact ? contact.isMain || contact.leftOn !== null : !hasMain} />
      </Field>
      <Field of={saveContact} name="remark" />
    </FormDialog>
  )
}
