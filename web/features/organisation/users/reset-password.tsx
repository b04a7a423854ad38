// Sets another person's password.
import { queryUserList, type UserRow, updateUserPasswordById } from '../../../../contract/organisation/users.ts'
import { checkGivenPassword } from '../../../../contract/validation.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { GivenPassword } from './given-password.tsx'

export function ResetPassword({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  return (
    <FormDialog
      title={`重置密码：${user.realName}（${user.userName}）`}
      endpoint={updateUserPasswordById}
      initial={{ password: '' }}
      input={({ password }) => ({ id: user.id, password })}
      success="密码已重置"
      invalidates={[queryUserList]}
      verb="重置"
      onClosed={onClosed}
    >
      <Field
        of={updateUserPasswordById}
        name="password"
        check={(password) => checkGivenPassword(password, user.userName)}
        hint="8至20位，须包含数字、字母和特殊字符 @ * & . + _ -。重置后该员工立即下线，下次登录须修改密码。"
      >
        <GivenPassword />
      </Field>
    </FormDialog>
  )
}
