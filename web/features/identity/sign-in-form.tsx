// Form with name, password and captcha, for sign-in and binding. Server messages are shown in full (spec §7).
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import type { Session } from '#contract/identity/sign-in.ts'
import { CaptchaField, useCaptcha } from '#web/kit/form/captcha.tsx'
import { failureText, type Settled } from '#web/lib/call.ts'
import type { Message } from './message.ts'
import { rememberedName, rememberName } from './remembered-name.ts'
import { forgotStep, type Step, stepOf } from './steps.ts'
import { useCapsLock } from './use-caps-lock.ts'

type Fields = { username: string; password: string; code?: string; isRemembered?: boolean }

/** Input of the calls; without captcha fields if the server needs none. */
export type Credentials = { username: string; password: string; 'captcha-key'?: string; 'captcha-code'?: string }

type Props = {
  /** Label of the submit button. */
  verb: string
  /** Whose password is asked for, where that is known. */
  userName?: string
  send: (credentials: Credentials) => Promise<Settled<Session>>
  onMessage: (message: Message) => void
  /** Returns whether the session was stored. */
  onSession: (session: Session) => boolean
  onStep: (step: Step) => void
  /** On the sign-in page: the name is remembered where wanted, and the password may be forgotten. */
  hasHelp?: boolean
}

export function SignInForm({ verb, userName, send, onMessage, onSession, onStep, hasHelp = false }: Props) {
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const captcha = useCaptcha()
  const capsLock = useCapsLock()
  const [remembered] = useState(() => (hasHelp ? rememberedName() : ''))
  const password = useRef<InputRef>(null)
  const code = useRef<InputRef>(null)

  /** A captcha is valid for one attempt, so every failure needs a new one. */
  function handleFailure(text: string, resultCode?: number) {
    onMessage({ kind: 'error', text })
    captcha.renew()
    form.resetFields(['code'])
    if (resultCode === errors.wrongCaptcha.code) return code.current?.focus()
    form.resetFields(['password'])
    password.current?.focus()
  }

  async function handleFinish({ username, password: typed, code: answer, isRemembered = false }: Fields) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      const name = userName ?? username.trim()
      const reply = await send({
        username: name,
        password: typed,
        ...(captcha.key ? { 'captcha-key': captcha.key, 'captcha-code': (answer ?? '').trim() } : {}),
      })
      const step = reply.success ? null : stepOf(reply, name)
      if (hasHelp && (reply.success || step)) rememberName(isRemembered ? name : '')
      if (reply.success) {
        if (!onSession(reply.data)) captcha.renew()
        return
      }
      if (step) return onStep(step)
      handleFailure(reply.msg, reply.code)
    } catch (failure) {
      handleFailure(failureText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ username: remembered, isRemembered: remembered !== '' }}
      onFinish={handleFinish}
    >
      {userName === undefined && (
        <Form.Item
          name="username"
          label="用户名"
          rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}
        >
          <Input
            autoFocus={remembered === ''}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
          />
        </Form.Item>
      )}
      <Form.Item
        name="password"
        label="密码"
        rules={[{ required: true, message: '请输入密码' }]}
        extra={capsLock.isOn ? <span className="sign-in-caps">大写锁定已打开</span> : null}
      >
        <Input.Password
          ref={password}
          autoFocus={userName !== undefined || remembered !== ''}
          autoComplete="current-password"
          maxLength={128}
          {...capsLock.listeners}
        />
      </Form.Item>
      <CaptchaField name="code" id="code" captcha={captcha} ref={code} />
      {hasHelp && (
        <div className="sign-in-row">
          {/* of the browser's own: antd's would add a quarter to this page */}
          <label>
            <Form.Item name="isRemembered" valuePropName="checked" noStyle>
              <input type="checkbox" />
            </Form.Item>
            记住用户名
          </label>
          <Button type="link" size="middle" onClick={() => onStep(forgotStep(form.getFieldValue('username')))}>
            忘记密码
          </Button>
        </div>
      )}
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        {verb}
      </Button>
    </Form>
  )
}
