// A list: its state in the page's address, its rows from the call; the old page is shown until the next one is loaded.
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/envelope.ts'
import { useCall } from '#web/lib/query.ts'
import type { FilterTexts, Sort, TableSource } from '../table/table-source.ts'
import type { Filter } from './filters.tsx'
import { rememberList } from './list-address.ts'
import { type FiltersOf, type RowOf, sortableOf } from './list-endpoint.ts'
import {
  type ListState,
  pageToFallBackTo,
  pagingOf,
  parseListState,
  printListState,
  sameFilters,
} from './list-state.ts'

export type List<Row> = TableSource<Row> &
  ListState & {
    /** Applies a view's filters and sort, or clears them. */
    apply: (view: Pick<ListState, 'filters' | 'sort' | 'view'>) => void
  }

/** `fixedFilters`: fields of the query that the screen fills in, whatever the person filters by. */
export function useList<E extends Endpoint>(
  endpoint: E,
  filters: readonly Filter<FiltersOf<E>>[],
  fixedFilters: FiltersOf<E> | object = {},
): List<RowOf<E>> {
  const [address, setAddress] = useSearchParams()
  const { pathname, search } = useLocation()
  useEffect(() => rememberList(pathname, search), [pathname, search])
  const terms = useMemo(() => ({ filters, sortable: sortableOf(endpoint) }), [filters, endpoint])
  const text = address.toString()
  const state = useMemo(() => parseListState(new URLSearchParams(text), terms), [text, terms])

  const read = filters.map(({ key, read: parts }) => {
    const typed = state.filters[key]
    return typed === undefined ? {} : parts(typed)
  })
  const input = Object.assign({}, pagingOf(state), ...read, fixedFilters)
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall<E>(
    ...([endpoint, input, { placeholderData: (previous: unknown) => previous }] as unknown as Parameters<
      typeof useCall<E>
    >),
  )
  const page = data as Page<RowOf<E>> | undefined

  const acts = useMemo(() => {
    const show = (change: Partial<ListState>) =>
      setAddress(printListState({ ...state, ...change }, new URLSearchParams(text), terms), { replace: true })
    const refresh = () => void refetch()
    return {
      search: (next: FilterTexts) =>
        sameFilters(next, state.filters) && state.current === 1 ? refresh() : show({ filters: next, current: 1 }),
      goTo: (current: number, size: number) => show({ current, size }),
      sortBy: (sort: Sort | undefined) => show({ sort, current: 1 }),
      apply: (view: Pick<ListState, 'filters' | 'sort' | 'view'>) => show({ ...view, current: 1 }),
      refresh,
    }
  }, [state, text, terms, setAddress, refetch])

  const target = page && !isPlaceholderData && !isFetching ? pageToFallBackTo(state.current, page) : state.current
  useEffect(() => {
    if (target !== state.current) acts.goTo(target, state.size)
  }, [target, state, acts])

  return useMemo(
    () => ({
      ...state,
      ...acts,
      sortable: terms.sortable,
      page,
      isLoading: isFetching,
      error: page ? undefined : (error ?? undefined),
    }),
    [state, acts, terms, page, isFetching, error],
  )
}
