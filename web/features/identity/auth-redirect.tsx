// /auth-redirect (spec §2): OAuth callback. Bound identities sign in; others continue at /bind.
import { Button, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { finishOauth, getOauthProviders, providerLabels } from '#contract/identity/oauth.ts'
import type { Session } from '#contract/identity/sign-in.ts'
import { call, exchange, failureText } from '#web/lib/call.ts'
import { currentSession, loginAddress } from '#web/lib/session/session.ts'
import NextStep from './next-step.tsx'
import { type Binding, consumeOauth, keepBinding } from './pending-oauth.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { type Step, stepOf, stepTitles, useWayIn } from './steps.ts'
import { useEnter } from './use-enter.ts'

/** Reads the callback parameters and removes them from the address, since the code is a secret. */
function takeArrival() {
  const query = new URLSearchParams(location.search)
  window.history.replaceState(window.history.state, '', location.pathname)
  return { pending: consumeOauth(), code: query.get('code'), state: query.get('state') }
}
type Arrival = ReturnType<typeof takeArrival>

type Outcome = { session: Session } | { step: Step } | { binding: Binding } | { text: string }

async function finish({ pending, code, state }: Arrival): Promise<Outcome> {
  if (!pending || !state) {
    const providers = await call(getOauthProviders, undefined, { hideErrorMsg: true })
    const isOff = providers.length === 0
    return { text: isOff ? '尚未配置企业微信或微信登录，请联系管理员' : '登录已过期，请回到登录页重新扫码' }
  }
  const { provider, verifier, redirect } = pending
  if (!code) return { text: `已取消${providerLabels[provider]}登录` }
  const reply = await exchange(finishOauth, { code, state, verifier }, { hideErrorMsg: true })
  if (!reply.success) {
    const step = stepOf(reply, '')
    return step ? { step } : { text: reply.msg }
  }
  const { session, bindTicket = '' } = reply.data
  return session ? { session } : { binding: { provider: reply.data.provider, bindTicket, redirect } }
}

// Module state: the callback is processed once per page load, even if the component remounts.
let arrived: { arrival: Arrival; outcome: Promise<Outcome> } | undefined
function arrive() {
  if (arrived) return arrived
  const arrival = takeArrival()
  const outcome = finish(arrival).catch((failure: unknown) => ({ text: failureText(failure) }))
  arrived = { arrival, outcome }
  return arrived
}

function Arrived() {
  const { arrival, outcome } = arrive()
  const navigate = useNavigate()
  const enter = useEnter(arrival.pending?.redirect ?? null)
  const { step, message, setMessage, handleSession, handleStep } = useWayIn(enter)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the outcome never changes
  useEffect(() => {
    let isHere = true
    void outcome.then((came) => {
      if (!isHere) return
      if ('session' in came) return void handleSession(came.session)
      if ('step' in came) return handleStep(came.step)
      if ('text' in came) return setMessage({ kind: 'error', text: came.text })
      keepBinding(came.binding)
      return navigate('/bind', { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [])

  const name = arrival.pending && providerLabels[arrival.pending.provider]
  return (
    <SignInFrame
      title={step ? stepTitles[step.kind] : `${name ?? '第三方'}登录`}
      lead={step ? step.text : message ? '登录未完成' : '正在登录，请稍候'}
      message={message}
    >
      {step ? (
        <NextStep step={step} onMessage={setMessage} onSession={handleSession} onStep={handleStep} />
      ) : message ? (
        <Button type="primary" size="large" block href={loginAddress(false)}>
          返回登录
        </Button>
      ) : (
        <Spin />
      )}
    </SignInFrame>
  )
}

/** spec §4: already signed-in people go to the home page. */
export default function AuthRedirect() {
  const [wasSignedIn] = useState(() => currentSession() !== null)
  return wasSignedIn ? <Navigate to="/" replace /> : <Arrived />
}
