// Layout of all sign-in pages: drawing, heading, message line, and the current form.
import './sign-in.css'
import type { ReactNode } from 'react'
import type { Message } from './message.ts'

const grid = [200, 280, 360, 440, 520]
const bars = [
  { x: 110, y: 430, h: 90 },
  { x: 170, y: 400, h: 120 },
  { x: 230, y: 416, h: 104 },
  { x: 290, y: 372, h: 148 },
  { x: 350, y: 350, h: 170 },
  { x: 410, y: 362, h: 158 },
  { x: 470, y: 318, h: 202 },
  { x: 530, y: 296, h: 224 },
]
const line = 'M124 372 184 340 244 352 304 296 364 270 424 284 484 226 544 188'

/** Drawing: a price chart over ledger lines. */
function SignInArt() {
  return (
    <div className="sign-in-art">
      <svg viewBox="0 0 660 640" role="presentation" aria-hidden="true" focusable="false">
        <rect x="60" y="80" width="540" height="480" rx="10" fill="var(--sheet)" stroke="var(--sheet-edge)" />
        {grid.map((y) => (
          <path key={y} d={`M92 ${y}H568`} stroke="var(--sheet-line)" />
        ))}
        {bars.map(({ x, y, h }) => (
          <rect key={x} x={x} y={y} width="28" height={h} rx="3" fill="var(--tint-strong)" />
        ))}
        <path d={`${line}V520H124Z`} fill="var(--accent)" opacity="0.08" />
        <path
          d={line}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <path
          d="M124 412 184 404 244 382 304 390 364 344 424 336 484 330 544 276"
          fill="none"
          stroke="var(--sheet-word)"
          strokeWidth="2"
          strokeDasharray="2 7"
          strokeLinecap="round"
        />
        <circle cx="544" cy="188" r="16" fill="var(--accent)" opacity="0.18" />
        <circle cx="544" cy="188" r="6" fill="var(--ink)" />
        <rect x="92" y="106" width="112" height="10" rx="5" fill="var(--sheet-word)" />
        <rect x="92" y="128" width="68" height="8" rx="4" fill="var(--sheet-line)" />
        <rect x="478" y="106" width="90" height="22" rx="11" fill="var(--tint)" />
      </svg>
    </div>
  )
}

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
