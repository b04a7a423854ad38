// The contacts of a customer: add, edit and remove in place.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Switch, Tag } from 'antd'
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import {
  type Contact,
  getEnterprise,
  queryEnterprises,
  removeContact,
  saveContact,
} from '../../../../contract/members/customers.ts'
import { Can } from '../../../kit/can.tsx'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import { type Labels, sayText } from '../../../kit/form/differences.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { actText } from '../../../lib/act-toast.ts'
import { useAct } from '../../../lib/query.ts'
import { DictionaryInput } from '../../../pickers/dictionary-input.tsx'
import './customer.css'

const empty = { name: '', position: '', mobile: '', email: '', remark: '', isMain: false }

const valuesOf = ({ name, position, mobile, email, remark, isMain }: Contact): typeof empty => ({
  name,
  position,
  mobile,
  email,
  remark,
  isMain,
})

const words: Labels<typeof empty> = {
  name: ['联系人', sayText],
  position: ['职务', sayText],
  mobile: ['联系电话', sayText],
  email: ['邮箱', sayText],
  remark: ['备注', sayText],
  isMain: ['主要联系人', (isMain) => (isMain ? '是' : '否')],
}

type ContactFormProps = { enterpriseId: string; contact: Contact | undefined; isFirst: boolean; onClosed: () => void }

function ContactForm({ enterpriseId, contact, isFirst, onClosed }: ContactFormProps) {
  const of = contact ? { id: contact.id, version: contact.version } : {}
  return (
    <FormDialog
      title={contact ? `编辑联系人：${contact.name}` : '新增联系人'}
      endpoint={saveContact}
      initial={contact ? valuesOf(contact) : { ...empty, isMain: isFirst }}
      stored={contact && { row: contact, valuesOf, words }}
      input={(values) => ({ ...values, ...of, enterpriseId })}
      success={actText(contact ? 'edit' : 'add')}
      verb="保存"
      invalidates={[getEnterprise, queryEnterprises]}
      onClosed={onClosed}
    >
      <Field of={saveContact} name="name">
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field of={saveContact} name="position">
        <DictionaryInput dictionary="position" maxLength={32} />
      </Field>
      <Field of={saveContact} name="mobile" hint="手机号码，或带区号的座机。">
        <Input maxLength={20} autoComplete="off" />
      </Field>
      <Field of={saveContact} name="email">
        <Input maxLength={128} inputMode="email" autoComplete="off" />
      </Field>
      <Field of={saveContact} name="isMain" isRequired={false} hint="只有一个；选为主要后，原来的不再是。">
        {/* there is always one main contact: another can replace it, but it cannot be switched off */}
        <Switch disabled={contact?.isMain ?? isFirst} />
      </Field>
      <Field of={saveContact} name="remark">
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

type CustomerContactsProps = { enterpriseId: string; contacts: readonly Contact[] }

export function CustomerContacts({ enterpriseId, contacts }: CustomerContactsProps) {
  const [edited, setEdited] = useState<Contact | 'new'>()
  const [confirm, confirmation] = useConfirm()
  const removal = useAct(removeContact, {
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
    invalidates: [getEnterprise, queryEnterprises],
  })
  const ask = ({ id, name }: Contact) =>
    confirm({
      title: `删除联系人“${name}”？`,
      content: '删除后不能恢复。',
      verb: '删除',
      run: () => removal.run({ id }),
    })
  return (
    <section aria-label="联系人">
      <div className="customer-head">
        <h3>联系人</h3>
        <Can call={saveContact}>
          <Button size="small" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            新增联系人
          </Button>
        </Can>
      </div>
      {contacts.length === 0 ? (
        <p>还没有联系人。</p>
      ) : (
        <table className="customer-table" aria-label="联系人">
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">职务</th>
              <th scope="col">联系电话</th>
              <th scope="col">邮箱</th>
              <th scope="col" aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact) => (
              <tr key={contact.id}>
                <td>
                  {contact.name} {contact.isMain && <Tag>主要</Tag>}
                </td>
                <td>{contact.position || '—'}</td>
                <td>{contact.mobile || '—'}</td>
                <td>{contact.email || '—'}</td>
                <td>
                  <Can call={saveContact}>
                    <Button
                      type="link"
                      size="small"
                      aria-label={`编辑 ${contact.name}`}
                      onClick={() => setEdited(contact)}
                    >
                      编辑
                    </Button>
                    <Button
                      type="link"
                      size="small"
                      danger
                      aria-label={`删除 ${contact.name}`}
                      onClick={() => ask(contact)}
                    >
                      删除
                    </Button>
                  </Can>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited && (
        <ContactForm
          enterpriseId={enterpriseId}
          contact={edited === 'new' ? undefined : edited}
          isFirst={contacts.length === 0}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {confirmation}
    </section>
  )
}
