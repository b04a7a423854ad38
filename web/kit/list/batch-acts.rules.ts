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

/**
 * Why the act cannot take the selection; empty: it can.
 * @param changed of the selected rows, how many the act would change
 */
export function tooManyOf(call: Allowed, selected: number, changed = selected): string {
  const max = rowsMaxOf(call)
  if (max === undefined || changed <= max) return ''
  return `一次最多 ${max} 项，已选 ${selected} 项${changed < selected ? `，其中 ${changed} 项会更改` : ''}`
}

/** What the bar says: how many are selected, or why acts cannot take them, and which where others can. */
export function selectionText(selected: number, acts: readonly { label: string; refused: string }[]): string {
  const [first, ...more] = acts.filter(({ refused }) => refused !== '')
  if (!first) return `已选 ${selected} 项`
  const isAll = more.length + 1 === acts.length
  return isAll ? first.refused : `${first.label}：${first.refused}`
}
