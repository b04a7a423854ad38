// The selected rows of a list, kept across its pages. An external store: selecting a row re-renders its checkbox and
// not the table, which would take a quarter of a second with a hundred rows.
import { useMemo, useSyncExternalStore } from 'react'
import type { AnyRow } from './columns.ts'

export type Selection<Row> = {
  /** In the order of their selection. */
  rows: () => readonly Row[]
  has: (id: string) => boolean
  select: (rows: readonly Row[], isSelected: boolean) => void
  /** Selected rows of these become as they are here: an act carries what is on the screen. */
  refresh: (shown: readonly Row[]) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

export function createSelection<Row extends AnyRow>(): Selection<Row> {
  let rows: readonly Row[] = []
  let ids: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  const show = (next: readonly Row[]) => {
    rows = next
    ids = new Set(next.map(({ id }) => id))
    for (const listener of listeners) listener()
  }
  return {
    rows: () => rows,
    has: (id) => ids.has(id),
    select: (changed, isSelected) => {
      const touched = new Set(changed.map(({ id }) => id))
      const rest = rows.filter(({ id }) => !touched.has(id))
      show(isSelected ? [...rest, ...changed] : rest)
    },
    refresh: (shown) => {
      const fresh = new Map(shown.map((row) => [row.id, row]))
      const next = rows.map((row) => fresh.get(row.id) ?? row)
      if (next.some((row, place) => row !== rows[place])) show(next)
    },
    clear: () => show([]),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The selection of a list; a new, empty one when the filters change. */
export function useSelection<Row extends AnyRow>(filters: object): Selection<Row> {
  const key = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what makes it another selection
  return useMemo(() => createSelection<Row>(), [key])
}

export const useSelected = <Row>({ subscribe, rows }: Pick<Selection<Row>, 'subscribe' | 'rows'>) =>
  useSyncExternalStore(subscribe, rows)

export const useIsSelected = <Row>({ subscribe, has }: Selection<Row>, id: string) =>
  useSyncExternalStore(subscribe, () => has(id))
