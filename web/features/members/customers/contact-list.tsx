// The contacts of a customer: add, edit and remove in place.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Space, Tag } from 'antd'
import { useState } from 'react'
import { type Contact, saveContact } from '#contract/members/contacts.ts'
import type { EnterpriseRow } from '#contract/members/customers.ts'
import { contactRoleLabels } from '#contract/members/members.ts'
import { Can } from '#web/kit/can.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useContactRemoval } from './contact-acts.tsx'
import { CONTACTS_PAGE, ContactForm } from './contact-form.tsx'
import './customer.css'

type CustomerContactsProps = { customer: Pick<EnterpriseRow, 'id' | 'name'>; contacts: readonly Contact[] }

export function CustomerContacts({ customer: { id, name }, contacts }: CustomerContactsProps) {
  const openPage = useOpenPage()
  const [edited, setEdited] = useState<Contact | 'new'>()
  const removal = useContactRemoval()
  return (
    <section aria-label="联系人">
      <div className="customer-head">
        <h3>联系人</h3>
        <Space>
          <Button size="small" type="link" onClick={() => openPage(CONTACTS_PAGE, { id, tagName: name })}>
            全部联系人
          </Button>
          <Can call={saveContact}>
            <Button size="small" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
              新增联系人
            </Button>
          </Can>
        </Space>
      </div>
      {contacts.length === 0 ? (
        <p>还没有联系人。</p>
      ) : (
        <table className="customer-table" aria-label="联系人">
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">职务和角色</th>
              <th scope="col">联系电话</th>
              <th scope="col">微信</th>
              <th scope="col">邮箱</th>
              <th scope="col" aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact) => (
              <tr key={contact.id}>
                <td>
                  {contact.name} {contact.isMain && <Tag>主要</Tag>}
                  {contact.leftOn !== null && <Tag>已离职</Tag>}
                </td>
                <td>
                  {[contact.position, contact.role && contactRoleLabels[contact.role]].filter(Boolean).join(' · ') ||
                    '—'}
                </td>
                <td>{contact.mobile || '—'}</td>
                <td className="customer-address">{contact.wechat || '—'}</td>
                <td className="customer-address">{contact.email || '—'}</td>
                <td className="customer-row-acts">
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
                      onClick={() => removal.ask(contact)}
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
          enterpriseId={id}
          contact={edited === 'new' ? undefined : edited}
          hasMain={contacts.some(({ isMain }) => isMain)}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {removal.confirmation}
    </section>
  )
}
