// A state as a dot and a word.
import './status.css'

export type Tone = 'good' | 'idle' | 'warning' | 'bad'

export function Status({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`status status-${tone}`}>{children}</span>
}
