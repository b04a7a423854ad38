// The session of this page has ended: the same person signs in again over it (password, second factor), and goes on.
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { requestToken, type Session } from '#contract/identity/sign-in.ts'
import { exchange } from '#web/lib/call.ts'
import { type Asked, giveUpRenewal } from '#web/lib/session/renewal.ts'
import { acceptSession } from '#web/lib/session/session.ts'
import { CLIENT } from '#web/lib/site.ts'
import type { Message } from './message.ts'
import NextStep from './next-step.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'
import type { Step } from './steps.ts'
import './sign-in.css'

/** Over every dialog and drawer of the page. */
const ON_TOP = 2_000

const send = (credentials: Credentials) =>
  exchange(requestToken, { grant_type: 'captcha', ...CLIENT, ...credentials }, { form: true, hideErrorMsg: true })

export default function RenewDialog({ userId, userName }: Asked) {
  const [step, setStep] = useState<Step | null>(null)
  const [message, setMessage] = useState<Message>(null)
  const handleSession = (session: Session) => {
    const isSame = session.user_id === userId
    if (isSame && acceptSession(session)) return true
    setMessage({ kind: 'error', text: isSame ? '登录失败，请重试' : `请用原来的账号 ${userName} 登录` })
    return false
  }
  const handleStep = (next: Step | null, text?: string) => {
    setStep(next)
    setMessage(text ? { kind: 'error', text } : null)
  }
  return (
    <Modal
      open
      title="登录已过期"
      width={400}
      zIndex={ON_TOP}
      closable={false}
      maskClosable={false}
      keyboard={false}
      footer={null}
    >
      <p className="sign-in-lead">
        {step ? step.text : `请 ${userName} 重新验证身份，验证后继续当前操作，已填写的内容不会丢失。`}
      </p>
      <p className="sign-in-message" data-kind={message?.kind} role="alert">
        {message?.text}
      </p>
      {step ? (
        <NextStep step={step} onMessage={setMessage} onSession={handleSession} onStep={handleStep} />
      ) : (
        <SignInForm
          verb="继续"
          userName={userName}
          send={send}
          onMessage={setMessage}
          onSession={handleSession}
          onStep={handleStep}
        />
      )}
      <Button type="link" block onClick={giveUpRenewal}>
        离开此页，重新登录
      </Button>
    </Modal>
  )
}
