import { getUserSendInfo, updateUserSendInfo } from '#contract/organisation/staff-links.ts'
import type { UserRow } from '#contract/organisation/users.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useStoredOrClose } from '#web/kit/use-stored.ts'

export function SendInfoDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const stored = useStoredOrClose(getUserSendInfo, { userId: user.id }, onClosed)
  if (!stored) return null
  const { userId: _, ...initial } = stored
  return (
    <FormDialog
      title={`发件信息：${user.realName}（${user.userName}）`}
      endpoint={updateUserSendInfo}
      initial={initial}
      input={(values) => ({ ...values, userId: user.id })}
      success="发件信息已保存"
      invalidates={[getUserSendInfo]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field
        of={updateUserSendInfo}
        name="senderName"
        isRequired={false}
        hint="推送中的发件人；不填则使用账号的姓名和手机号码。"
      />
      <Field of={updateUserSendInfo} name="telephone" isRequired={false} />
      <Field of={updateUserSendInfo} name="address" isRequired={false} />
      <Field of={updateUserSendInfo} name="signature" isRequired={false} rows={3} />
    </FormDialog>
  )
}
