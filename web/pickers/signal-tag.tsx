// A mark beside an account's name for its open signals; nothing if there are none.
import { signalLabels } from '#contract/members/members.ts'
import { Status } from '#web/kit/table/status.tsx'

export function SignalTag({ kinds }: { kinds: readonly (keyof typeof signalLabels)[] }) {
  if (kinds.length === 0) return null
  return <Status tone="bad">{kinds.map((kind) => signalLabels[kind]).join('、')}</Status>
}
