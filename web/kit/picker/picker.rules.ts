// Choosing and the arrow keys, the same in every picker.
import { isEmpty } from '#contract/validation.ts'

/** The chosen values as a list, in single and multiple mode. */
export function valuesOf(value: string | readonly string[] | null | undefined): readonly string[] {
  if (value === null || value === undefined || isEmpty(value)) return []
  return typeof value === 'string' ? [value] : value
}

/** Up and down wrap around. */
export const stepTo = (row: number, step: 1 | -1, count: number) => (count === 0 ? -1 : (row + step + count) % count)

/** The values after choosing one: single mode replaces, multiple mode toggles. */
export function choose(values: readonly string[], value: string, isMultiple: boolean): string[] {
  if (!isMultiple) return [value]
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}
