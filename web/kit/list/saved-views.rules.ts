// A list's state as a saved view stores it: filters and sort as in the address.
import type { ListView } from '#contract/system/list-settings.ts'
import type { FilterTexts } from '../table/table-source.ts'
import { type ListState, parseSort, printSort, sameFilters } from './list-state.ts'

/** The list's state for a view; filters and a sort that the screen no longer has are left out. */
export function stateOfView(
  view: Pick<ListView, 'id' | 'filters' | 'sort'>,
  terms: { filterKeys: readonly string[]; sortable: readonly string[] },
): Pick<ListState, 'filters' | 'sort' | 'view'> {
  const known = view.filters.filter(({ key }) => terms.filterKeys.includes(key))
  return {
    view: view.id,
    filters: Object.fromEntries(known.map(({ key, text }) => [key, text])),
    sort: parseSort(view.sort, terms.sortable),
  }
}

/** What a view stores of the list's current state. */
export const viewOfState = ({ filters, sort }: Pick<ListState, 'filters' | 'sort'>) => ({
  filters: Object.entries(filters).map(([key, text]) => ({ key, text })),
  sort: printSort(sort),
})

const textsOf = (filters: ListView['filters']): FilterTexts =>
  Object.fromEntries(filters.map(({ key, text }) => [key, text]))

/** Whether the list's filters or sort differ from the view's. */
export const isMoved = (
  view: Pick<ListView, 'filters' | 'sort'>,
  state: Pick<ListState, 'filters' | 'sort'>,
): boolean => view.sort !== printSort(state.sort) || !sameFilters(textsOf(view.filters), state.filters)
