// A forgotten password: asks for a code, then for the code and a new password. A step of the sign-in.
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { getResetWays, requestPasswordReset, resetPassword } from '#contract/identity/password-reset.ts'
import { SENT_CODE_DIGITS, SENT_CODE_MIN } from '#contract/identity/sent-codes.ts'
import { CaptchaField, useCaptcha } from '#web/kit/form/captcha.tsx'
import { fieldErrorsOf } from '#web/kit/form/field-rules.ts'
import { call, exchange, failureText, Refusal } from '#web/lib/call.ts'
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx'
import type { StepProps } from './steps.ts'

type Asked = { userName: string; ticket: string }

const wayNames = { mail: '邮箱', wecom: '企业微信' }

export function ForgotPassword({ step: { userName }, onMessage, onStep }: StepProps) {
  const [ways, setWays] = useState<readonly (keyof typeof wayNames)[]>()
  const [name, setName] = useState(userName)
  const [asked, setAsked] = useState<Asked>()

  useEffect(() => {
    call(getResetWays, undefined, { hideErrorMsg: true }).then(setWays, (failure: unknown) => {
      onStep(null, failureText(failure))
    })
  }, [onStep])

  const back = (
    <Button type="link" block onClick={() => onStep(null)}>
      返回登录
    </Button>
  )
  if (!ways) return back
  if (ways.length === 0)
    return (
      <>
        <p>系统没有配置邮件或企业微信，不能自助重置密码。请联系管理员，在员工账号的“重置密码”中为您设置新密码。</p>
        {back}
      </>
    )
  if (asked)
    return (
      <>
        <SetForm
          asked={asked}
          onMessage={onMessage}
          onAgain={(text) => {
            setAsked(undefined)
            onMessage(text === undefined ? null : { kind: 'error', text })
          }}
          onDone={() => {
            onStep(null)
            onMessage({ kind: 'info', text: '密码已重置，请用新密码登录' })
          }}
        />
        {back}
      </>
    )
  return (
    <>
      <AskForm
        userName={name}
        onMessage={onMessage}
        onAsked={(next) => {
          setName(next.userName)
          setAsked(next)
          const text = `如果账号存在并登记了${ways.map((way) => wayNames[way]).join('或')}，验证码已发出，${SENT_CODE_MIN} 分钟内有效`
          onMessage({ kind: 'info', text })
        }}
      />
      {back}
    </>
  )
}

type AskProps = Pick<StepProps, 'onMessage'> & { userName: string; onAsked: (asked: Asked) => void }

function AskForm({ userName, onMessage, onAsked }: AskProps) {
  const [form] = Form.useForm<{ userName: string; code?: string }>()
  const [isBusy, setBusy] = useState(false)
  const captcha = useCaptcha()
  const code = useRef<InputRef>(null)

  function handleFailure(text: string, resultCode?: number) {
    onMessage({ kind: 'error', text })
    captcha.renew()
    form.resetFields(['code'])
    if (resultCode === errors.wrongCaptcha.code) code.current?.focus()
  }

  async function handleFinish(values: { userName: string; code?: string }) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      const typed = values.userName.trim()
      const answer = captcha.key ? { 'captcha-key': captcha.key, 'captcha-code': (values.code ?? '').trim() } : {}
      const reply = await exchange(requestPasswordReset, { userName: typed, ...answer }, { hideErrorMsg: true })
      if (reply.success) onAsked({ userName: typed, ticket: reply.data.ticket })
      else handleFailure(reply.msg, reply.code)
    } catch (failure) {
      handleFailure(failureText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      initialValues={{ userName }}
      onFinish={handleFinish}
    >
      <Form.Item name="userName" label="用户名" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
      </Form.Item>
      <CaptchaField name="code" id="forgot-captcha" captcha={captcha} ref={code} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        发送验证码
      </Button>
    </Form>
  )
}

type SetProps = Pick<StepProps, 'onMessage'> & {
  asked: Asked
  /** For another code, with the reason. */
  onAgain: (text?: string) => void
  onDone: () => void
}

function SetForm({ asked: { userName, ticket }, onMessage, onAgain, onDone }: SetProps) {
  const [form] = Form.useForm<NewPassword & { code: string }>()
  const [isBusy, setBusy] = useState(false)

  async function handleFinish({ code, newPassword }: NewPassword & { code: string }) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      await call(resetPassword, { ticket, code, newPassword }, { hideErrorMsg: true })
      onDone()
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === errors.conflict.code) return onAgain(failureText(failure))
      onMessage({ kind: 'error', text: failureText(failure) })
      form.setFields(fieldErrorsOf(failure instanceof Refusal ? failure.data : null) as never)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={handleFinish}>
      <Form.Item
        name="code"
        label="收到的验证码"
        normalize={(typed: string) => typed.replace(/\D/g, '').slice(0, SENT_CODE_DIGITS)}
        rules={[
          { required: true, message: '请输入验证码' },
          { len: SENT_CODE_DIGITS, message: `验证码为 ${SENT_CODE_DIGITS} 位数字` },
        ]}
      >
        <Input autoFocus inputMode="numeric" autoComplete="one-time-code" className="sign-in-digits" />
      </Form.Item>
      <NewPasswordFields userName={userName} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        重置密码
      </Button>
      <Button type="link" block onClick={() => onAgain()}>
        没有收到？重新获取
      </Button>
    </Form>
  )
}
