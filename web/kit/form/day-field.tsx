// A day.
import type { Endpoint } from '#contract/endpoint.ts'
import { DayInput } from './day-input.tsx'
import { Field, type FieldTerms } from './field.tsx'

/** `allowClear`: false where the day can be another, but not none. */
export function DayField<E extends Endpoint>({
  allowClear = true,
  ...terms
}: FieldTerms<E> & { allowClear?: boolean }) {
  return (
    <Field {...terms}>
      <DayInput allowClear={allowClear} />
    </Field>
  )
}
