// Further steps of a sign-in after the credentials: second factor (10017), new password (10010).
import { useCallback, useState } from 'react'
import { errors } from '#contract/errors.ts'
import type { Session, Ticket } from '#contract/identity/sign-in.ts'
import { acceptSession } from '#web/lib/session/session.ts'
import type { Message } from './message.ts'

/** `text`: instruction to show; `ticket`: of the sign-in, '' where none has begun; `bindTicket`: identity to bind with the last step. */
export type Step = {
  kind: 'factor' | 'password' | 'forgot'
  ticket: string
  text: string
  userName: string
  bindTicket?: string
}

const FACTOR_TEXT = '打开手机上的身份验证器 App，输入其中显示的 6 位验证码'

export const isTicket = (data: unknown): data is Ticket =>
  typeof data === 'object' && data !== null && 'ticket' in data && typeof data.ticket === 'string'

/** The step that a reply asks for, or null. */
export function stepOf(
  { code, data, msg }: { code: number; data: unknown; msg: string },
  userName: string,
): Step | null {
  if (!isTicket(data)) return null
  if (code === errors.needsSecondFactor.code)
    return { kind: 'factor', ticket: data.ticket, text: FACTOR_TEXT, userName }
  if (code === errors.mustChangePassword.code) return { kind: 'password', ticket: data.ticket, text: msg, userName }
  return null
}

/** @param userName as typed so far */
export const forgotStep = (userName = ''): Step => ({
  kind: 'forgot',
  ticket: '',
  text: '设置新密码',
  userName: userName.trim(),
})

/** State of a sign-in, shared by all sign-in pages. */
export function useWayIn(onSignedIn: () => void, notice?: string) {
  const [step, setStep] = useState<Step | null>(null)
  const [message, setMessage] = useState<Message>(notice ? { kind: 'error', text: notice } : null)

  const handleSession = useCallback(
    (session: Session) => {
      const isAccepted = acceptSession(session)
      if (isAccepted) onSignedIn()
      else setMessage({ kind: 'error', text: '登录失败，服务器返回的凭据无效，请联系管理员' })
      return isAccepted
    },
    [onSignedIn],
  )
  const handleStep = useCallback((next: Step | null, text?: string) => {
    setStep(next)
    setMessage(text ? { kind: 'error', text } : null)
  }, [])
  return { step, message, setMessage, handleSession, handleStep }
}

export const stepTitles: Readonly<Record<Step['kind'], string>> = {
  factor: '双因素验证',
  password: '设置新密码',
  forgot: '忘记密码',
}

export type StepProps = {
  step: Step
  onMessage: (message: Message) => void
  /** Returns whether the session was stored. */
  onSession: (session: Session) => boolean
  /** The next step, or null (with a message) to restart. */
  onStep: (next: Step | null, text?: string) => void
}
