// The search of a select over its options' labels.
import { hasTyped } from '#web/lib/has-typed.ts'

export const byLabel = {
  filterOption: (typed: string, option?: { label?: unknown }) => hasTyped(String(option?.label ?? ''), typed),
}
