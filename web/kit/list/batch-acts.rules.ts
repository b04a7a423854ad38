// How many rows an act on the selection takes, as its call says.
import type { Allowed } from '../can.tsx'

type ListOf = { type?: string; minItems?: number; maxItems?: number }

/** The most rows of the call: of the one list that may not be empty. Undefined where it has none, or several. */
export function rowsMaxOf(call: Allowed): number | undefined {
  if (!('body' in call)) return undefined
  const { properties = {} } = call.body as { properties?: Readonly<Record<string, ListOf>> }
  const lists = Object.values(properties).filter(({ type, minItems = 0 }) => type === 'array' && minItems > 0)
  return lists.length === 1 ? lists[0]?.maxItems : undefined
}

/** Why the act cannot take so many rows; empty: it can. */
export function tooManyOf(call: Allowed, count: number): string {
  const max = rowsMaxOf(call)
  return max !== undefined && count > max ? `一次最多 ${max} 项，已选 ${count} 项` : ''
}
