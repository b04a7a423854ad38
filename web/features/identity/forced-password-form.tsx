// Forced password change before the first use, with the ticket from the sign-in (code 10010).
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { errors } from '../../../contract/errors.ts'
import { changePasswordByTicket } from '../../../contract/identity/sign-in.ts'
import { checkConfirmation, checkNewPassword, cleanNewPassword } from '../../../contract/validation.ts'
import { call, failureText, Refusal } from '../../lib/call.ts'
import type { StepProps } from './steps.ts'
import { useCapsLock } from './use-caps-lock.ts'

type Fields = { newPassword: string; confirmation: string }

const ticketGoneCodes = new Set<number>([errors.wrongPassword.code, errors.conflict.code])
const verdict = (text: string | null) => (text ? Promise.reject(new Error(text)) : Promise.resolve())

export function ForcedPasswordForm({ step, onMessage, onSession, onStep }: StepProps) {
  const { ticket, userName, bindTicket } = step
  const [isBusy, setBusy] = useState(false)
  const capsLock = useCapsLock()

  async function handleFinish({ newPassword }: Fields) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      const input = { ticket, newPassword, ...(bindTicket && { bindTicket }) }
      onSession(await call(changePasswordByTicket, input, { hideErrorMsg: true }))
    } catch (failure) {
      // the ticket is used up (five minutes or five attempts): restart the sign-in
      if (failure instanceof Refusal && ticketGoneCodes.has(failure.code)) onStep(null, failureText(failure))
      else onMessage({ kind: 'error', text: failureText(failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Fields> layout="vertical" size="large" requiredMark={false} onFinish={handleFinish}>
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
        <Input.Password autoFocus autoComplete="new-password" maxLength={20} {...capsLock.listeners} />
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
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        保存并登录
      </Button>
      <Button type="link" block onClick={() => onStep(null)}>
        返回登录
      </Button>
    </Form>
  )
}
