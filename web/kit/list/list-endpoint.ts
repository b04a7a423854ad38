// What the kit derives from a list's endpoint: its row, its filters, and its sortable columns.
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import type { AnyRow } from '../table/columns.ts'

export type RowOf<E> = DataOf<E> extends { records: (infer Row extends AnyRow)[] } ? Row : never

/** The query fields that filters may set. */
export type FiltersOf<E> = Partial<Omit<Input<E>, 'current' | 'size' | 'ascs' | 'descs'>>

type SortSchema = { properties?: { ascs?: { items?: { enum?: readonly string[] } } } }

/** The sort columns of `listFields`; the server refuses any other. */
export function sortableOf({ body, query }: Endpoint): readonly string[] {
  const schema = (body ?? query) as SortSchema | undefined
  return schema?.properties?.ascs?.items?.enum ?? []
}
