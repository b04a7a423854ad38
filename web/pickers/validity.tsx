// How long an account or a grant is good, as a dot and a word, with the days that are left.
import { type Validity, validityLabels } from '../../contract/members/members.ts'
import { Status, type Tone } from '../kit/table/status.tsx'
import { formatDay } from '../lib/format.ts'
import { remaining } from './validity.rules.ts'

const tones: Readonly<Record<Validity, Tone>> = {
  none: 'idle',
  future: 'idle',
  active: 'good',
  expiring: 'warning',
  expired: 'bad',
  disabled: 'idle',
}

/** For a filter. */
export const validityOptions = (Object.keys(validityLabels) as Validity[]).map((value) => ({
  value,
  label: validityLabels[value],
}))

type ValidityTagProps = { validity: Validity; endsOn?: string | null }

/** `endsOn` adds how many days are left to what runs out. */
export function ValidityTag({ validity, endsOn = null }: ValidityTagProps) {
  const word = validityLabels[validity]
  const isSoon = validity === 'expiring' && endsOn !== null
  return (
    <Status tone={tones[validity]}>{isSoon ? `${word} · ${remaining(endsOn, formatDay(Date.now()))}` : word}</Status>
  )
}
