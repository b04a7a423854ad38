// A risk score as a small bar; pointing at it or focusing it shows its reasons.
import { Tooltip } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { type CustomerValueRow, riskBandFrom, riskBandLabels, riskBands } from '#contract/service/customer-values.ts'
import { useActive } from '#web/lib/active.ts'
import './risk-score.css'

const CALM = '没有流失迹象'

export function RiskScore({ score, reasons }: Pick<CustomerValueRow, 'score' | 'reasons'>) {
  const [isOpen, setOpen] = useState(false)
  const isActive = useActive()
  const band = riskBands.find((each) => score >= riskBandFrom[each]) ?? 'low'
  const lines = reasons.map(({ points, text }) => `${text}（${points} 分）`)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    <button
      type="button"
      className={`risk risk-${band}`}
      aria-label={`流失风险${riskBandLabels[band]}，${score} 分：${lines.join('；') || CALM}`}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onClick={() => setOpen(true)}
      onKeyDown={handleKey}
    >
      <span className="risk-bar">
        <span style={{ inlineSize: `${score}%` }} />
      </span>
      <span className="risk-score">{score}</span>
      {/* mounted only while it is open: a hundred of them would be slow */}
      {isOpen && isActive && (
        <Tooltip
          open
          title={
            lines.length === 0 ? (
              CALM
            ) : (
              <ul className="risk-reasons">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )
          }
        >
          <span className="risk-anchor" />
        </Tooltip>
      )}
    </button>
  )
}
