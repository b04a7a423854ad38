// Page for a new or a stored staff account: one form with an edit flag (spec §2).
import { getUserInfoById } from '#contract/organisation/users.ts'
import { RowForm } from '#web/kit/form/row-form.tsx'
import { AccountEditor } from './account-editor.tsx'

const LIST = '/userControl/accountCenter/userList'

export default function AccountForm({ edit }: { edit: boolean }) {
  return (
    <RowForm edit={edit} read={getUserInfoById} list={LIST}>
      {(editor) => <AccountEditor {...editor} />}
    </RowForm>
  )
}
