// A new customer, or a stored one: one form with an edit flag.
import { getEnterprise } from '#contract/members/customers.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { CustomerEditor } from './customer-editor.tsx'

const LIST = '/userControl/customerManagement/customerList'

export default function CustomerForm({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getEnterprise} list={LIST}>
      {(editor) => <CustomerEditor {...editor} />}
    </RowForm>
  )
}
