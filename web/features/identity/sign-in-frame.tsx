// What every page on the way in looks like: the drawing, a heading, one line of message, and below it the step.
import './sign-in.css'
import type { ReactNode } from 'react'
import type { Message } from './message.ts'
import { SignInArt } from './sign-in-art.tsx'

type Props = { title: string; lead: string; message: Message; children: ReactNode }

export function SignInFrame({ title, lead, message, children }: Props) {
  return (
    <div className="sign-in">
      <SignInArt />
      <section className="sign-in-card">
        <h1>{title}</h1>
        <p className="sign-in-lead">{lead}</p>
        <p className="sign-in-message" data-kind={message?.kind} role="alert">
          {message?.text}
        </p>
        {children}
      </section>
    </div>
  )
}
