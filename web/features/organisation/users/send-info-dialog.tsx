// Dialog for the sender details that pushes use for a person: name, telephone, address, signature.
import { Input } from 'antd'
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
      >
        <Input maxLength={32} />
      </Field>
      <Field of={updateUserSendInfo} name="telephone" isRequired={false}>
        <Input maxLength={32} />
      </Field>
      <Field of={updateUserSendInfo} name="address" isRequired={false}>
        <Input maxLength={200} />
      </Field>
      <Field of={updateUserSendInfo} name="signature" isRequired={false}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Field>
    </FormDialog>
  )
}
