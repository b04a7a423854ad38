// /bind (spec §2): binds a provider identity to an account on first use.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { bindOauth, getOauthProviders, providerLabels } from '#contract/identity/oauth.ts'
import { call, exchange, failureText } from '#web/lib/call.ts'
import { currentSession, loginAddress } from '#web/lib/session/session.ts'
import NextStep from './next-step.tsx'
import { type Binding, dropBinding, readBinding } from './pending-oauth.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { stepTitles, useWayIn } from './steps.ts'
import { useEnter } from './use-enter.ts'

const BackToSignIn = ({ type }: { type: 'primary' | 'link' }) => (
  <Button type={type} size="large" block href={loginAddress(false)} onClick={dropBinding}>
    返回登录
  </Button>
)

/** Shown without a pending binding: opened directly, or expired. */
function NothingToBind() {
  const [text, setText] = useState('请先在登录页选择企业微信或微信登录')
  useEffect(() => {
    call(getOauthProviders, undefined, { hideErrorMsg: true }).then(
      ({ length }) => length === 0 && setText('尚未配置企业微信或微信登录，请联系管理员'),
      (failure: unknown) => setText(failureText(failure)),
    )
  }, [])
  return (
    <SignInFrame title="绑定账号" lead="没有待绑定的账号" message={{ kind: 'error', text }}>
      <BackToSignIn type="primary" />
    </SignInFrame>
  )
}

function BindForm({ binding }: { binding: Binding }) {
  const { bindTicket, provider, redirect } = binding
  const enter = useEnter(redirect)
  const { step, message, setMessage, handleSession, handleStep } = useWayIn(() => {
    dropBinding()
    enter()
  })
  const send = (credentials: Credentials) => exchange(bindOauth, { bindTicket, ...credentials }, { hideErrorMsg: true })
  return (
    <SignInFrame
      title={step ? stepTitles[step.kind] : `绑定${providerLabels[provider]}`}
      lead={step ? step.text : `首次使用${providerLabels[provider]}登录，请输入后台的账号和密码，绑定后不再需要`}
      message={message}
    >
      {step ? (
        <NextStep step={step} onMessage={setMessage} onSession={handleSession} onStep={handleStep} />
      ) : (
        <>
          <SignInForm
            verb="绑定并登录"
            send={send}
            onMessage={setMessage}
            onSession={handleSession}
            onStep={(next) => handleStep({ ...next, bindTicket })}
          />
          <BackToSignIn type="link" />
        </>
      )}
    </SignInFrame>
  )
}

export default function BindPage() {
  const [binding] = useState(readBinding)
  const [wasSignedIn] = useState(() => currentSession() !== null)
  if (wasSignedIn) return <Navigate to="/" replace />
  return binding ? <BindForm binding={binding} /> : <NothingToBind />
}
