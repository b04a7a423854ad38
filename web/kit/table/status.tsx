// A state as a dot and a word.
import './status.css'

export type Tone = 'good' | 'idle' | 'warning' | 'bad'

export function Status({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`status status-${tone}`}>{children}</span>
}

/** Of rows that are switched on and off. */
export function EnabledStatus({ isEnabled }: { isEnabled: boolean }) {
  return isEnabled ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>
}
