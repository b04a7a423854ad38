// A code by short message: its input, and the button that has one sent once the captcha is answered.
import { Button, Form, type FormInstance, Input, type InputRef, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SENT_CODE_AGAIN_S, SENT_CODE_DIGITS, SENT_CODE_MIN } from '#contract/identity/sent-codes.ts'
import { type Registration, requestRegistrationCode } from '#contract/members/registrations.ts'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { CaptchaField, type useCaptcha } from '#web/kit/form/captcha.tsx'
import { exchange, failureText } from '#web/lib/call.ts'

const ID = 'register-sms-code'
const SECOND_MS = 1_000

/** @returns seconds until another code can be asked for, and what starts them */
function useWait(): [number, () => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  const start = () => {
    setNow(performance.now())
    setUntil(performance.now() + SENT_CODE_AGAIN_S * SECOND_MS)
  }
  return [Math.max(0, Math.ceil((until - now) / SECOND_MS)), start]
}

type Props = { form: FormInstance<Registration>; captcha: ReturnType<typeof useCaptcha> }

export function SmsCodeField({ form, captcha }: Props) {
  const [mobile, setMobile] = useState('')
  const [sentTo, setSentTo] = useState('')
  const [waitS, startWait] = useWait()
  const input = useRef<InputRef>(null)

  async function handleAsk() {
    try {
      await form.validateFields(['mobile'])
    } catch {
      return form.getFieldInstance('mobile')?.focus()
    }
    setMobile(form.getFieldValue('mobile'))
  }

  function handleSent() {
    setSentTo(mobile)
    startWait()
  }

  return (
    <>
      <Form.Item
        label="短信验证码"
        htmlFor={ID}
        required
        extra={sentTo === '' ? '发送到上面的手机号码' : `已发送到 ${sentTo}，${SENT_CODE_MIN} 分钟内有效`}
      >
        <div className="captcha-row">
          <Form.Item
            name="smsCode"
            noStyle
            normalize={(typed: string) => typed.replace(/\D/g, '').slice(0, SENT_CODE_DIGITS)}
            rules={[
              { required: true, message: '请输入短信验证码' },
              { len: SENT_CODE_DIGITS, message: `短信验证码为 ${SENT_CODE_DIGITS} 位数字` },
            ]}
          >
            <Input ref={input} id={ID} size="large" inputMode="numeric" autoComplete="one-time-code" />
          </Form.Item>
          <Button size="large" disabled={waitS > 0} onClick={() => void handleAsk()}>
            {waitS > 0 ? `${waitS} 秒后重试` : '获取验证码'}
          </Button>
        </div>
      </Form.Item>
      {mobile !== '' && (
        <SendDialog
          mobile={mobile}
          captcha={captcha}
          onSent={handleSent}
          onClosed={() => {
            setMobile('')
            input.current?.focus()
          }}
        />
      )}
    </>
  )
}

type DialogProps = Pick<Props, 'captcha'> & {
  mobile: string
  onSent: () => void
  onClosed: () => void
}

function SendDialog({ mobile, captcha, onSent, onClosed }: DialogProps) {
  const [form] = Form.useForm<{ code?: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const answer = useRef<InputRef>(null)
  const { close, frame } = useDialog(onClosed)

  function handleFailure(text: string) {
    setFailure(text)
    captcha.renew()
    form.resetFields()
    answer.current?.focus()
  }

  async function handleFinish({ code = '' }: { code?: string }) {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      const proof = captcha.key ? { 'captcha-key': captcha.key, 'captcha-code': code.trim() } : {}
      const reply = await exchange(requestRegistrationCode, { mobile, ...proof }, { hideErrorMsg: true })
      if (!reply.success) return handleFailure(reply.msg)
      // an answer is valid once
      captcha.renew()
      onSent()
      close()
    } catch (cause) {
      handleFailure(failureText(cause))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      {...frame}
      title="发送短信验证码"
      width={400}
      okText="发送"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <p>验证码将发送到 {mobile}</p>
      <p className="register-failure" role="alert">
        {failure}
      </p>
      <Form form={form} layout="vertical" onFinish={(values) => void handleFinish(values)}>
        <CaptchaField name="code" id="register-code" captcha={captcha} ref={answer} autoFocus />
      </Form>
    </Modal>
  )
}
