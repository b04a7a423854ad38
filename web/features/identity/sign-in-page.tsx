// Sign-in page: credentials, then a second factor or a new password if the server asks for it.
import { lazy, Suspense, useEffect, useState } from 'react'
import { getOauthProviders, type Provider } from '#contract/identity/oauth.ts'
import { requestToken } from '#contract/identity/sign-in.ts'
import { call, exchange } from '#web/lib/call.ts'
import { CLIENT } from '#web/lib/site.ts'
import { type Credentials, SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { stepTitles, useWayIn } from './steps.ts'

const NextStep = lazy(() => import('./next-step.tsx'))
const ProviderButtons = lazy(() => import('./provider-buttons.tsx'))

/** spec §8: duration of the notice of an ended session, ms. */
const NOTICE_MS = 5_000

const send = (credentials: Credentials) =>
  exchange(requestToken, { grant_type: 'captcha', ...CLIENT, ...credentials }, { form: true, hideErrorMsg: true })

/** Loads in the background; if it fails, only password sign-in is offered. */
function useProviders(): readonly Provider[] {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  useEffect(() => {
    call(getOauthProviders, undefined, { hideErrorMsg: true }).then(setProviders, () => undefined)
  }, [])
  return providers
}

export function SignInPage({ notice, onSignedIn }: { notice: string | undefined; onSignedIn: () => void }) {
  const { step, message, setMessage, handleSession, handleStep } = useWayIn(onSignedIn, notice)
  const providers = useProviders()

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setMessage((shown) => (shown?.text === notice ? null : shown)), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice, setMessage])

  return (
    <main className="sign-in-main">
      <SignInFrame
        title={step ? stepTitles[step.kind] : '后台管理系统'}
        lead={step ? step.text : '大宗商品数据与资讯服务'}
        message={message}
      >
        {step ? (
          <Suspense>
            <NextStep step={step} onMessage={setMessage} onSession={handleSession} onStep={handleStep} />
          </Suspense>
        ) : (
          <>
            <SignInForm
              verb="登录"
              hasHelp
              send={send}
              onMessage={setMessage}
              onSession={handleSession}
              onStep={handleStep}
            />
            <div className="sign-in-others">
              {providers.length > 0 && (
                <Suspense>
                  <ProviderButtons providers={providers} onMessage={setMessage} />
                </Suspense>
              )}
            </div>
          </>
        )}
      </SignInFrame>
    </main>
  )
}
