// Quick terms, reason and kind fields shared by all grant forms.
import { Button, Radio } from 'antd'
import type { GrantKind } from '#contract/members/members.ts'
import { grantRanges, quickDays } from './grant-drafts.rules.ts'
import './grant-dialog.css'

export type GrantRange = (typeof grantRanges)[number]

/** Placeholder of the reason, which is required if grants are shortened or revoked. */
export const reasonHint = (isTaking: boolean): string =>
  isTaking ? '缩短或取消授权的原因（必填）' : '选填，记入授权变更记录'

export const trialKindOptions: { value: GrantKind; label: string }[] = [
  { value: 'formal', label: '转为正式' },
  { value: 'trial', label: '仍为试用' },
  { value: 'gift', label: '转为赠送' },
]

export function QuickRanges({ onPick }: { onPick: (range: GrantRange) => void }) {
  return (
    <div className="grant-bar batch-ranges">
      {grantRanges.map((range) => (
        <Button key={range.label} size="small" onClick={() => onPick(range)}>
          {range.label}
        </Button>
      ))}
    </div>
  )
}

export function QuickDays({ onPick }: { onPick: (days: number) => void }) {
  return (
    <div className="grant-bar batch-ranges">
      {quickDays.map((days) => (
        <Button key={days} size="small" onClick={() => onPick(days)}>
          {days} 天
        </Button>
      ))}
    </div>
  )
}

type TrialKindProps = { value?: GrantKind | undefined; onChange?: (kind: GrantKind) => void }

export const TrialKindChoice = ({ value, onChange }: TrialKindProps) => (
  <Radio.Group
    aria-label="试用延期后"
    options={trialKindOptions}
    value={value}
    onChange={(event) => onChange?.(event.target.value as GrantKind)}
  />
)
