// The form of a sub-account: a new one below a main account, or a stored one.
import { Form } from 'antd'
import { queryAccounts } from '#contract/members/accounts.ts'
import {
  addSubAccount,
  getSubMoves,
  type MainAccount,
  querySubAccounts,
  type SubAccount,
  saveSubAccount,
} from '#contract/members/sub-accounts.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { personLabels } from '../form-labels.ts'
import { PersonFields } from '../person-fields.tsx'
import { accountName } from './account-labels.tsx'
import { checkOptionalPassword, PASSWORD_HINT, PasswordInput } from './account-password.tsx'

const shownIn = [querySubAccounts, queryAccounts, getSubMoves]
const empty = { loginName: '', realName: '', mobile: '', email: '', remark: '' }
const withPassword = { ...empty, password: '' }

const valuesOf = ({ loginName, realName, mobile, email, remark }: SubAccount): typeof empty => ({
  loginName,
  realName,
  mobile,
  email,
  remark,
})

const words: Labels<typeof empty> = { ...personLabels, remark: ['备注', textOrDash] }

const Remark = () => <Field of={saveSubAccount} name="remark" isRequired={false} rows={2} />

/** Its rule depends on the login name in the same form. */
function NewPassword() {
  const form = Form.useFormInstance()
  return (
    <Field
      of={addSubAccount}
      name="password"
      hint={PASSWORD_HINT}
      check={(password) => checkOptionalPassword(password, form.getFieldValue('loginName') ?? '')}
    >
      <PasswordInput />
    </Field>
  )
}

type SubAccountFormProps = {
  onDone: (data: { password: string | null }) => void
  onClosed: () => void
} & ({ main: MainAccount; stored?: never } | { main?: never; stored: SubAccount })

export function SubAccountForm({ main, stored, onDone, onClosed }: SubAccountFormProps) {
  if (stored) {
    const { id, version, realName } = stored
    return (
      <FormDialog<typeof saveSubAccount, typeof empty, SubAccount>
        title={`编辑子账号：${realName}`}
        endpoint={saveSubAccount}
        initial={valuesOf(stored)}
        stored={{ row: stored, valuesOf, labels: words }}
        input={(values) => ({ ...values, id, version })}
        success={actText('edit')}
        invalidates={shownIn}
        verb="保存"
        onClosed={onClosed}
      >
        <PersonFields of={saveSubAccount} />
        <Remark />
      </FormDialog>
    )
  }
  return (
    <FormDialog<typeof addSubAccount, typeof withPassword>
      title={`新增子账号：${accountName(main)}`}
      endpoint={addSubAccount}
      initial={withPassword}
      input={(values) => ({ ...values, mainId: main.id })}
      success={actText('add')}
      invalidates={shownIn}
      verb="保存"
      onDone={onDone}
      onClosed={onClosed}
    >
      <Form.Item label="名额">
        已用 {main.subUsed}，共 {main.subQuota}
      </Form.Item>
      <PersonFields of={saveSubAccount} />
      <NewPassword />
      <Remark />
    </FormDialog>
  )
}
