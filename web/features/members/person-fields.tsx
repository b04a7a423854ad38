// Fields of the person behind an account, shared by forms of several calls.
import { Input } from 'antd'
import type { saveAccount } from '#contract/members/accounts.ts'
import type { grantTrial } from '#contract/members/registration-handling.ts'
import type { saveSubAccount } from '#contract/members/sub-accounts.ts'
import { checkMobile } from '#contract/validation.ts'
import { Field } from '#web/kit/form/field.tsx'

export function PersonFields({ of }: { of: typeof saveAccount | typeof saveSubAccount | typeof grantTrial }) {
  const call = of as typeof saveAccount
  return (
    <>
      <Field of={call} name="loginName" isRequired>
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field of={call} name="realName" isRequired>
        <Input maxLength={32} />
      </Field>
      <Field of={call} name="mobile" isRequired check={checkMobile}>
        <Input maxLength={20} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field of={call} name="email" isRequired={false}>
        <Input maxLength={128} inputMode="email" autoComplete="off" />
      </Field>
    </>
  )
}
