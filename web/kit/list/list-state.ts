// A list's state in its page's address: filters, page, size, sort, view. Invalid values in an address are ignored.
import { PAGE_SIZE, PAGE_SIZES, PAGING_REACH } from '#contract/limits.ts'
import type { FilterTexts, Sort } from '../table/table-source.ts'

export type ListState = {
  filters: FilterTexts
  current: number
  size: number
  sort: Sort | undefined
  /** The id of the applied saved view. */
  view?: string | undefined
}

/** What an address may contain: the list's filters and sortable columns. */
export type ListTerms = {
  filters: readonly { key: string; read: (text: string) => object | undefined }[]
  sortable: readonly string[]
}

const pageSizes: readonly number[] = PAGE_SIZES

const ID = /^[1-9]\d{0,18}$/

function parseCount(text: string | null, limit: number): number | undefined {
  if (!text || !/^[1-9]\d{0,5}$/.test(text)) return undefined
  return Math.min(Number(text), limit)
}

export function parseSort(text: string | null, sortable: readonly string[]): Sort | undefined {
  if (!text) return undefined
  const descending = text.startsWith('-')
  const column = descending ? text.slice(1) : text
  return sortable.includes(column) ? { column, descending } : undefined
}

export function parseListState(address: URLSearchParams, terms: ListTerms): ListState {
  const filters: Record<string, string> = {}
  for (const { key, read } of terms.filters) {
    const text = address.get(key)?.trim()
    if (text && read(text)) filters[key] = text
  }
  const requested = parseCount(address.get('size'), PAGING_REACH)
  const size = requested !== undefined && pageSizes.includes(requested) ? requested : PAGE_SIZE
  return {
    filters,
    size,
    current: parseCount(address.get('page'), Math.floor(PAGING_REACH / size)) ?? 1,
    sort: parseSort(address.get('sort'), terms.sortable),
    view: ID.exec(address.get('view') ?? '')?.[0],
  }
}

/** `-createdAt` is descending. */
export const printSort = (sort: Sort | undefined): string => (sort ? `${sort.descending ? '-' : ''}${sort.column}` : '')

/** The address for a state: other parameters stay, defaults are left out. */
export function printListState(state: ListState, address: URLSearchParams, terms: ListTerms): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (key: string, text: string | undefined) => (text ? next.set(key, text) : next.delete(key))
  for (const { key } of terms.filters) put(key, state.filters[key])
  put('page', state.current > 1 ? String(state.current) : undefined)
  put('size', state.size === PAGE_SIZE ? undefined : String(state.size))
  put('sort', printSort(state.sort))
  put('view', state.view)
  return next
}

/** The paging parameters of a list call (contract.md, "Lists"). */
export type Paging = { current: number; size: number; ascs?: string[]; descs?: string[] }

export function pagingOf({ current, size, sort }: ListState): Paging {
  if (!sort) return { current, size }
  return sort.descending ? { current, size, descs: [sort.column] } : { current, size, ascs: [sort.column] }
}

/** The page to show if the requested one no longer exists, such as after deleting the last row of the last page. */
export function pageToFallBackTo(current: number, page: { records: readonly unknown[]; pages: number }): number {
  if (page.records.length > 0 || current === 1) return current
  return Math.max(1, Math.min(current - 1, page.pages))
}

/** Trimmed values without blank ones, as a search applies them. */
function cleanFilters(texts: FilterTexts): FilterTexts {
  return Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()]] : [])))
}

/** spec §2: simple and advanced search exclude each other, so a simple search applies no advanced filter. */
export function filtersOfMode(texts: FilterTexts, advancedKeys: readonly string[], isAdvanced: boolean): FilterTexts {
  if (isAdvanced) return cleanFilters(texts)
  return cleanFilters(Object.fromEntries(Object.entries(texts).filter(([key]) => !advancedKeys.includes(key))))
}

export function sameFilters(one: FilterTexts, other: FilterTexts): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
