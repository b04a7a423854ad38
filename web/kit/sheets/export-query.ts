// A list's current query without its page, as an export covers all pages.
import type { ExportCall } from '#contract/exports.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Filter } from '../list/filters.tsx'
import type { FilterTexts, Sort } from '../table/table-source.ts'

export type Exported = {
  call: ExportCall
  /** The sub-product that a call with `canOn` concerns. */
  on?: SubProductKey | undefined
  /** The list's filters and sort, as its call takes them. */
  query: object
  /** How many rows the list finds; it may be an estimate. */
  total: number | undefined
}

export function exportQuery(
  filters: readonly Filter<unknown>[],
  { filters: texts, sort }: { filters: FilterTexts; sort: Sort | undefined },
  fixedFilters: object = {},
): object {
  const read = filters.map(({ key, read: parts }) => {
    const text = texts[key]
    return text === undefined ? {} : parts(text)
  })
  const sorted = sort && (sort.descending ? { descs: [sort.column] } : { ascs: [sort.column] })
  return Object.assign({}, sorted, ...read, fixedFilters)
}
