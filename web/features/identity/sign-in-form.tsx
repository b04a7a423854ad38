// Name, password and captcha. What the server answers is shown in full (spec §7).
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { errors } from '../../../contract/errors.ts'
import { requestToken, type Session, type Ticket } from '../../../contract/identity.ts'
import { exchange, failureText } from '../../lib/call.ts'
import { CLIENT } from '../../lib/site.ts'
import { Captcha, useCaptcha } from './captcha.tsx'
import type { Message } from './message.ts'
import { useCapsLock } from './use-caps-lock.ts'

type Fields = { username: string; password: string; code?: string }

type Props = {
  onMessage: (message: Message) => void
  /** Answers whether the session could be kept. */
  onSession: (session: Session) => boolean
  onMustChange: (step: { ticket: string; userName: string; text: string }) => void
}

const isTicket = (data: unknown): data is Ticket =>
  typeof data === 'object' && data !== null && 'ticket' in data && typeof data.ticket === 'string'

export function SignInForm({ onMessage, onSession, onMustChange }: Props) {
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const captcha = useCaptcha()
  const capsLock = useCapsLock()
  const password = useRef<InputRef>(null)
  const code = useRef<InputRef>(null)

  /** A captcha is used up by any answer, so every failure needs a new one. */
  function handleFailure(text: string, resultCode?: number) {
    onMessage({ kind: 'error', text })
    captcha.renew()
    form.resetFields(['code'])
    if (resultCode === errors.wrongCaptcha.code) return code.current?.focus()
    form.resetFields(['password'])
    password.current?.focus()
  }

  async function handleFinish({ username, password: typed, code: answer }: Fields) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      const name = username.trim()
      const reply = await exchange(
        requestToken,
        {
          grant_type: 'captcha',
          ...CLIENT,
          username: name,
          password: typed,
          ...(captcha.key ? { 'captcha-key': captcha.key, 'captcha-code': (answer ?? '').trim() } : {}),
        },
        { form: true, hideErrorMsg: true },
      )
      if (reply.success) {
        if (!onSession(reply.data)) captcha.renew()
        return
      }
      if (reply.code === errors.mustChangePassword.code && isTicket(reply.data)) {
        return onMustChange({ ticket: reply.data.ticket, userName: name, text: reply.msg })
      }
      handleFailure(reply.msg, reply.code)
    } catch (failure) {
      handleFailure(failureText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Fields> form={form} layout="vertical" size="large" requiredMark={false} onFinish={handleFinish}>
      <Form.Item name="username" label="用户名" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
      </Form.Item>
      <Form.Item
        name="password"
        label="密码"
        rules={[{ required: true, message: '请输入密码' }]}
        extra={capsLock.isOn ? <span className="sign-in-caps">大写锁定已打开</span> : null}
      >
        <Input.Password ref={password} autoComplete="current-password" maxLength={128} {...capsLock.listeners} />
      </Form.Item>
      {captcha.state !== 'off' && (
        <Form.Item label="验证码" htmlFor="code" required>
          <div className="sign-in-captcha">
            <Form.Item name="code" noStyle rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}>
              <Input ref={code} id="code" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={16} />
            </Form.Item>
            <Captcha state={captcha.state} image={captcha.image} onRenew={captcha.renew} />
          </div>
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        登录
      </Button>
    </Form>
  )
}
