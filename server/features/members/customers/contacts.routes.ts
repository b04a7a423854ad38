// Contacts of a customer over HTTP.
import { removeContact, saveContact } from '../../../../contract/members/customers.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { clearMain, deleteContact, enterpriseOfContact, insertContact, updateContact } from './contacts.queries.ts'
import { requireEnterprise } from './customers.acts.ts'

const target = (enterpriseId: string) => ({ targetType: 'enterprise', targetId: enterpriseId })

export const routes = [
  serve(saveContact, ({ body, actor, core, by }) =>
    transact(core, async (tx) => {
      const { id, version, enterpriseId, name, position = '', mobile = '', email = '', remark = '' } = body
      const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
      const stored = contacts.find((each) => each.id === id)
      if (id !== undefined && !stored) throw refuse('notFound')
      checkFields({ version: stored && version === undefined ? '缺少版本，请刷新后重试' : null })
      if (stored && stored.version !== version) throw refuse('stale', { data: stored })
      // somebody is always the main one: the first, until another takes the place
      const isMain = body.isMain || stored?.isMain || contacts.length === 0
      const values = { name: name.trim(), position, mobile, email, remark, isMain }
      if (isMain && !stored?.isMain) await clearMain(tx, enterpriseId)
      const action = stored ? 'contact.edit' : 'contact.add'
      const before = stored && { ...stored }
      await audit(tx, by, { action, ...target(enterpriseId), before: before ?? null, after: values })
      if (stored) return { id: stored.id, version: await updateContact(tx, stored.id, values) }
      return { id: await insertContact(tx, { ...values, enterpriseId }), version: 1 }
    }),
  ),

  serve(removeContact, async ({ body: { id }, actor, core, by }) => {
    await transact(core, async (tx) => {
      const enterpriseId = await enterpriseOfContact(tx, id)
      if (enterpriseId === undefined) throw refuse('notFound')
      const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
      const stored = contacts.find((each) => each.id === id)
      if (!stored) throw refuse('notFound')
      await deleteContact(tx, id)
      const heir = contacts.find((each) => each.id !== id)
      if (stored.isMain && heir) await updateContact(tx, heir.id, { isMain: true })
      await audit(tx, by, { action: 'contact.delete', ...target(enterpriseId), before: { ...stored } })
    })
    return null
  }),
]
