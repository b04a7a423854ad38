// The validity of an account or a grant as a status, with the remaining days.
import { type NextGrant, type Validity, validityLabels } from '#contract/members/members.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { serverToday } from '#web/lib/server-clock.ts'
import { nextText, remaining } from './validity.rules.ts'

const tones: Readonly<Record<Validity, Tone>> = {
  none: 'idle',
  future: 'idle',
  active: 'good',
  expiring: 'warning',
  expired: 'bad',
  disabled: 'idle',
}

/** Options of a filter. */
export const validityOptions = (Object.keys(validityLabels) as Validity[]).map((value) => ({
  value,
  label: validityLabels[value],
}))

type ValidityTagProps = { validity: Validity; endsOn?: string | null; next?: NextGrant | null }

/** `endsOn` adds the remaining days of what expires soon, `next` the grant that follows. */
export function ValidityTag({ validity, endsOn = null, next = null }: ValidityTagProps) {
  const word = validityLabels[validity]
  const isSoon = validity === 'expiring' && endsOn !== null
  const text = isSoon ? `${word} · ${remaining(endsOn, serverToday())}` : word
  return <Status tone={tones[validity]}>{next ? `${text}，${nextText(next)}` : text}</Status>
}
