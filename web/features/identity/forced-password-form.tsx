// Forced password change before the first use, with the ticket from the sign-in (code 10010).
import { Button, Form } from 'antd'
import { useState } from 'react'
import { errors } from '#contract/errors.ts'
import { changePasswordByTicket } from '#contract/identity/sign-in.ts'
import { call, failureText, Refusal } from '#web/lib/call.ts'
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx'
import type { StepProps } from './steps.ts'

const ticketGoneCodes = new Set<number>([errors.wrongPassword.code, errors.conflict.code])

export function ForcedPasswordForm({ step, onMessage, onSession, onStep }: StepProps) {
  const { ticket, userName, bindTicket } = step
  const [isBusy, setBusy] = useState(false)

  async function handleFinish({ newPassword }: NewPassword) {
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
    <Form<NewPassword> layout="vertical" size="large" requiredMark={false} onFinish={handleFinish}>
      <NewPasswordFields userName={userName} autoFocus />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        保存并登录
      </Button>
      <Button type="link" block onClick={() => onStep(null)}>
        返回登录
      </Button>
    </Form>
  )
}
