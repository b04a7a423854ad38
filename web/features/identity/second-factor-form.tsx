// Second factor of a sign-in: six-digit code or a recovery code.
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { passSecondFactor } from '#contract/identity/sign-in.ts'
import { exchange, failureText, Refusal } from '#web/lib/call.ts'
import { isTicket, type StepProps, stepOf } from './steps.ts'

const DIGITS = 6
const ways = {
  device: { label: '6 位验证码', empty: '请输入验证码', other: '手机不在身边？使用恢复码' },
  recovery: { label: '恢复码', empty: '请输入恢复码', other: '使用手机验证码' },
}

export function SecondFactorForm({ step, onMessage, onSession, onStep }: StepProps) {
  const { ticket, userName, bindTicket } = step
  const [form] = Form.useForm<{ code: string }>()
  const [isBusy, setBusy] = useState(false)
  const [way, setWay] = useState<keyof typeof ways>('device')
  const field = useRef<InputRef>(null)
  const isDevice = way === 'device'
  const { label, empty, other } = ways[way]

  // biome-ignore lint/correctness/useExhaustiveDependencies: each way has its own input to focus
  useEffect(() => field.current?.focus(), [way])

  async function handleFinish({ code }: { code: string }) {
    if (isBusy) return
    setBusy(true)
    onMessage(null)
    try {
      const input = { ticket, code: code.trim(), ...(bindTicket && { bindTicket }) }
      const reply = await exchange(passSecondFactor, input, { hideErrorMsg: true })
      if (reply.success) return void onSession(reply.data)
      const next = stepOf(reply, userName)
      if (next) return onStep(bindTicket ? { ...next, bindTicket } : next)
      // no ticket in the reply: no attempts left
      if (!isTicket(reply.data)) return onStep(null, reply.msg)
      onMessage({ kind: 'error', text: reply.msg })
      form.resetFields()
      field.current?.focus()
    } catch (failure) {
      const isOver = failure instanceof Refusal && failure.code === errors.conflict.code
      if (isOver) onStep(null, failureText(failure))
      else onMessage({ kind: 'error', text: failureText(failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={handleFinish}>
      <Form.Item
        key={way}
        name="code"
        label={label}
        normalize={(typed: string) => (isDevice ? typed.replace(/\D/g, '').slice(0, DIGITS) : typed)}
        rules={[
          { required: true, whitespace: true, message: empty },
          ...(isDevice ? [{ len: DIGITS, message: `验证码为 ${DIGITS} 位数字` }] : []),
        ]}
        validateTrigger="onSubmit"
      >
        {isDevice ? (
          <Input
            ref={field}
            className="sign-in-digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={({ target }) => {
              // submit automatically when complete
              if (target.value.replace(/\D/g, '').length === DIGITS) queueMicrotask(form.submit)
            }}
          />
        ) : (
          <Input ref={field} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={32} />
        )}
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        验证并登录
      </Button>
      <Button type="link" block onClick={() => setWay(isDevice ? 'recovery' : 'device')}>
        {other}
      </Button>
      <Button type="link" block onClick={() => onStep(null)}>
        返回登录
      </Button>
    </Form>
  )
}
