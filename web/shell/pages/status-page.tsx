// Full-page state (403, 404, 500): drawing, one sentence, one action.
import './status-page.css'
import { Button } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  code: string
  title: string
  text: string
  action: { label: string; onClick: () => void }
  extra?: ReactNode
}

/** A ledger sheet with a mark for the state. */
function Drawing({ code }: { code: string }) {
  const marks: Record<string, ReactNode> = {
    '404': (
      <>
        <circle cx="148" cy="92" r="26" fill="var(--sheet)" stroke="var(--accent)" strokeWidth="5" />
        <path d="M167 111 190 134" stroke="var(--accent)" strokeWidth="7" strokeLinecap="round" />
      </>
    ),
    '403': (
      <>
        <path d="M132 92V78a16 16 0 0 1 32 0v14" fill="none" stroke="var(--accent)" strokeWidth="5" />
        <rect x="122" y="92" width="52" height="40" rx="6" fill="var(--sheet)" stroke="var(--accent)" strokeWidth="5" />
        <path d="M148 107v10" stroke="var(--accent)" strokeWidth="5" strokeLinecap="round" />
      </>
    ),
  }
  return (
    <svg viewBox="0 0 220 160" className="status-page-art" aria-hidden="true" focusable="false">
      <ellipse cx="108" cy="146" rx="92" ry="8" fill="var(--sheet-line)" />
      <rect
        x="40"
        y="22"
        width="124"
        height="118"
        rx="8"
        fill="var(--sheet)"
        stroke="var(--sheet-edge)"
        strokeWidth="2"
      />
      <rect x="58" y="42" width="44" height="8" rx="4" fill="var(--sheet-word)" />
      {[64, 80, 96, 112].map((y, index) => (
        <path
          key={y}
          d={`M58 ${y}H${[146, 128, 138, 110][index]}`}
          stroke="var(--sheet-line)"
          strokeWidth="6"
          strokeLinecap="round"
        />
      ))}
      {marks[code] ?? (
        <g fill="none" stroke="var(--accent)" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round">
          <path d="M104 128 122 104 136 114" />
          <path d="M162 84 178 66 192 74" />
          <path d="M144 94 154 104M154 94 144 104" stroke="var(--danger)" strokeWidth="4" />
        </g>
      )}
    </svg>
  )
}

export function StatusPage({ code, title, text, action, extra }: Props) {
  return (
    <div className="status-page">
      <Drawing code={code} />
      <h1>{title}</h1>
      <p>{text}</p>
      <Button type="primary" onClick={action.onClick}>
        {action.label}
      </Button>
      {extra}
    </div>
  )
}
