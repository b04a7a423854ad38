// Links a member, with their sub-accounts, to another enterprise.
import { Checkbox, Form } from 'antd'
import { type AccountRow, associateAccount, getAccount, queryAccounts } from '#contract/members/accounts.ts'
import { setMemberOwner } from '#contract/members/owners.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { accountName } from './account-labels.tsx'

type Values = { enterpriseId: string | null; takesOwner: boolean; reason: string }

export function AssociateAccount({ account, onClosed }: { account: AccountRow; onClosed: () => void }) {
  // the owner changes with the enterprise only if the person may set owners
  const mayGive = useIsAllowed()(setMemberOwner, account.subProduct)
  return (
    <FormDialog<typeof associateAccount, Values>
      title={`关联企业：${accountName(account)}`}
      endpoint={associateAccount}
      initial={{ enterpriseId: null, takesOwner: mayGive, reason: '' }}
      input={({ enterpriseId, ...rest }) => ({ id: account.id, enterpriseId: enterpriseId ?? '', ...rest })}
      success="已关联到企业"
      invalidates={[queryAccounts, getAccount]}
      verb="关联"
      onClosed={onClosed}
    >
      <Form.Item label="当前企业">{account.enterpriseName}</Form.Item>
      <Field of={associateAccount} name="enterpriseId" hint="会员与其子账号一并移到该企业，授权不变。">
        <EnterprisePicker />
      </Field>
      <Form.Item name="takesOwner" valuePropName="checked" label="归属" hidden={!mayGive}>
        <Checkbox>随企业的归属人，并记入归属变更</Checkbox>
      </Form.Item>
      <Field of={associateAccount} name="reason" rows={2} />
    </FormDialog>
  )
}
