// What a list's declaration tells the kit: its row, its filters, and the columns by which it sorts.
import type { DataOf, Endpoint, Input } from '../../../contract/endpoint.ts'
import type { AnyRow } from './columns.ts'

export type RowOf<E> = DataOf<E> extends { records: (infer Row extends AnyRow)[] } ? Row : never

/** The fields that filters may give. */
export type FiltersOf<E> = Partial<Omit<Input<E>, 'current' | 'size' | 'ascs' | 'descs'>>

type SortSchema = { properties?: { ascs?: { items?: { enum?: readonly string[] } } } }

/** The sort columns of `listFields`; the server refuses any other. */
export function sortableOf({ body, query }: Endpoint): readonly string[] {
  const schema = (body ?? query) as SortSchema | undefined
  return schema?.properties?.ascs?.items?.enum ?? []
}
