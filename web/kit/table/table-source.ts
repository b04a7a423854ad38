// What a table shows and asks for; a list is one whose state stands in the address.
import type { Page } from '#contract/envelope.ts'

export type Sort = { column: string; descending: boolean }

/** Filter values as in the address; each filter parses its own into the query's type. */
export type FilterTexts = Readonly<Record<string, string>>

export type TableSource<Row> = {
  page: Page<Row> | undefined
  /** Loading, for the first time or again. */
  isLoading: boolean
  /** Why loading failed; undefined while there is a page to show. */
  error: Error | undefined
  filters: FilterTexts
  current: number
  size: number
  sort: Sort | undefined
  sortable: readonly string[]
  search: (filters: FilterTexts) => void
  goTo: (current: number, size: number) => void
  sortBy: (sort: Sort | undefined) => void
  refresh: () => void
}
