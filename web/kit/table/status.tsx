// A status as a dot and a label.
import './status.css'

export type Tone = 'good' | 'idle' | 'warning' | 'bad'

export function Status({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`status status-${tone}`}>{children}</span>
}

/** For rows that can be enabled and disabled. */
export function EnabledStatus({ isEnabled }: { isEnabled: boolean }) {
  return isEnabled ? <Status tone="good">启用</Status> : <Status tone="idle">已禁用</Status>
}
