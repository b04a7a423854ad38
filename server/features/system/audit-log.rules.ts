// What an act changed, field by field, as text that can be laid side by side.
import type { AuditChange } from '../../../contract/system/audit-log.ts'

/** Longer values are cut, characters: a list of a thousand rights is read elsewhere. */
const VALUE_MAX = 2_000

type Fields = Record<string, unknown> | null

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

/** Fields that did not change are left out; they come in the order in which they are stored. */
export function changesOf(before: Fields, after: Fields): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
}
