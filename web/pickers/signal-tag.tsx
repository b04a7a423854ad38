// That an account is used from too many places: a mark beside its name. Nothing where nothing is open.
import { signalLabels } from '../../contract/members/members.ts'
import { Status } from '../kit/table/status.tsx'

export function SignalTag({ kinds }: { kinds: readonly (keyof typeof signalLabels)[] }) {
  if (kinds.length === 0) return null
  return <Status tone="bad">{kinds.map((kind) => signalLabels[kind]).join('、')}</Status>
}
