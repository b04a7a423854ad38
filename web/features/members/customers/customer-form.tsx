// A new customer, or a stored one: one form with an edit flag.
import { getEnterprise } from '#contract/members/customers.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { CustomerEditor } from './customer-editor.tsx'
import { CUSTOMERS } from './customer-labels.tsx'

export default function CustomerForm({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getEnterprise} list={CUSTOMERS}>
      {(editor) => <CustomerEditor {...editor} />}
    </RowForm>
  )
}
