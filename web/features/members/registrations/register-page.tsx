// /register (spec §2): public application for a trial.
import './register.css'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RegisterForm } from './register-form.tsx'

const lines = [
  { y: 40, end: 104, isDone: true },
  { y: 54, end: 94, isDone: true },
  { y: 68, end: 100, isDone: false },
]
const bars = [
  { x: 142, h: 14 },
  { x: 158, h: 22 },
  { x: 174, h: 18 },
  { x: 190, h: 30 },
]

/** Illustration of the page: an application form and a chart. */
function RegisterArt() {
  return (
    <svg viewBox="0 0 240 96" className="register-art" aria-hidden="true" focusable="false">
      <ellipse cx="120" cy="88" rx="108" ry="6" fill="var(--sheet-line)" />
      <g fill="var(--sheet)" stroke="var(--sheet-edge)" strokeWidth="2">
        <rect x="28" y="10" width="88" height="74" rx="6" />
        <rect x="132" y="22" width="80" height="62" rx="6" />
      </g>
      <rect x="40" y="22" width="34" height="7" rx="3.5" fill="var(--sheet-word)" />
      {lines.map(({ y, end, isDone }) => (
        <g key={y} fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path d={`M58 ${y}H${end}`} stroke="var(--sheet-line)" strokeWidth="5" />
          <path d={`M40 ${y}l3 3 6 -7`} stroke={isDone ? 'var(--accent)' : 'var(--sheet-line)'} strokeWidth="3" />
        </g>
      ))}
      {bars.map(({ x, h }) => (
        <rect key={x} x={x} y={76 - h} width="8" height={h} rx="2" fill="var(--sheet-line)" />
      ))}
      <path
        d="M144 56 162 46 178 50 198 32"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="198" cy="32" r="4" fill="var(--ink)" />
    </svg>
  )
}

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="register">
      <section className="register-card">
        <RegisterArt />
        <h1>{title}</h1>
        <p className="register-lead" role="status">
          {lead}
        </p>
        {children}
      </section>
    </div>
  )
}

function Done({ onAgain }: { onAgain: () => void }) {
  const first = useRef<HTMLButtonElement>(null)
  // the pressed button is gone: move the focus here
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="register-done">
      <Button ref={first} type="primary" size="large" block onClick={onAgain}>
        再申请一个产品
      </Button>
      <p className="register-foot">不再申请时，关闭此页即可。</p>
    </div>
  )
}

export default function RegisterPage() {
  const [mobile, setMobile] = useState('')
  return mobile ? (
    <Frame title="申请已提交" lead={`我们会尽快拨打 ${mobile} 与您联系，请保持电话畅通。`}>
      <Done onAgain={() => setMobile('')} />
    </Frame>
  ) : (
    <Frame title="注册试用" lead="填写以下信息，我们会尽快与您联系，为您开通试用。">
      <RegisterForm onDone={setMobile} />
    </Frame>
  )
}
