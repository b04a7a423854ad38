// The sign-in page: who are you, and, where the server demands it, a new password before the first use.
import './sign-in.css'
import { useCallback, useEffect, useState } from 'react'
import type { Session } from '../../../contract/identity.ts'
import { acceptSession } from '../../lib/session.ts'
import { ForcedPasswordForm } from './forced-password-form.tsx'
import type { Message } from './message.ts'
import { SignInArt } from './sign-in-art.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** spec §8: how long the notice of a lost session stays, ms. */
const NOTICE_MS = 5_000

type Step = { ticket: string; userName: string; text: string } | null

export function SignInPage({ notice, onSignedIn }: { notice: string | undefined; onSignedIn: () => void }) {
  const [step, setStep] = useState<Step>(null)
  const [message, setMessage] = useState<Message>(notice ? { kind: 'error', text: notice } : null)

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setMessage((shown) => (shown?.text === notice ? null : shown)), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])

  const handleSession = useCallback(
    (session: Session) => {
      const isAccepted = acceptSession(session)
      if (isAccepted) onSignedIn()
      else setMessage({ kind: 'error', text: '登录失败，服务器返回的凭据无效，请联系管理员' })
      return isAccepted
    },
    [onSignedIn],
  )

  return (
    <main className="sign-in">
      <SignInArt />
      <section className="sign-in-card">
        <h1>{step ? '设置新密码' : '后台管理系统'}</h1>
        <p className="sign-in-lead">{step ? step.text : '大宗商品数据与资讯服务'}</p>
        <p className="sign-in-message" data-kind={message?.kind} role="alert">
          {message?.text}
        </p>
        {step ? (
          <ForcedPasswordForm
            {...step}
            onMessage={setMessage}
            onSession={handleSession}
            onBack={(text) => {
              setStep(null)
              setMessage(text ? { kind: 'error', text } : null)
            }}
          />
        ) : (
          <SignInForm onMessage={setMessage} onSession={handleSession} onMustChange={setStep} />
        )}
      </section>
    </main>
  )
}
