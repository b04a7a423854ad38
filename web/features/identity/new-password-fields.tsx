// A new password and its confirmation, by the rules of spec §5.
import { Form, Input } from 'antd'
import { checkConfirmation, checkNewPassword, cleanNewPassword } from '#contract/validation.ts'
import { useCapsLock } from './use-caps-lock.ts'

export type NewPassword = { newPassword: string; confirmation: string }

const verdict = (text: string | null) => (text ? Promise.reject(new Error(text)) : Promise.resolve())

/** @param userName whose password it is, for browsers that keep passwords, too */
export function NewPasswordFields({ userName, autoFocus = false }: { userName: string; autoFocus?: boolean }) {
  const capsLock = useCapsLock()
  return (
    <>
      <input
        aria-label="用户名"
        type="text"
        className="sign-in-hidden"
        autoComplete="username"
        value={userName}
        readOnly
        tabIndex={-1}
      />
      <Form.Item
        name="newPassword"
        label="新密码"
        normalize={cleanNewPassword}
        dependencies={['confirmation']}
        extra={
          capsLock.isOn ? <span className="sign-in-caps">大写锁定已打开</span> : '至少 8 位，含数字、字母和特殊字符'
        }
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value: string | undefined) =>
              verdict(
                checkNewPassword({
                  newPassword: value ?? '',
                  userName,
                  confirmation: String(getFieldValue('confirmation') ?? ''),
                }),
              ),
          }),
        ]}
      >
        <Input.Password autoFocus={autoFocus} autoComplete="new-password" maxLength={20} {...capsLock.listeners} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label="确认新密码"
        normalize={(typed: string) => typed.trim()}
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_rule, value: string | undefined) =>
              verdict(checkConfirmation(value ?? '', String(getFieldValue('newPassword') ?? ''))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={20} />
      </Form.Item>
    </>
  )
}
