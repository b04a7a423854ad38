// That an account is used from too many places: a mark beside its name. Nothing where nothing is open.
import { signalWords } from '../../contract/members/members.ts'
import { Status } from '../kit/table/status.tsx'

export function SignalTag({ kinds }: { kinds: readonly (keyof typeof signalWords)[] }) {
  if (kinds.length === 0) return null
  return <Status tone="bad">{kinds.map((kind) => signalWords[kind]).join('、')}</Status>
}
