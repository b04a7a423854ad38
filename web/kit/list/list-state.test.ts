import { describe, expect, it } from 'vitest'
import {
  filtersOfMode,
  type ListState,
  pageToFallBackTo,
  pagingOf,
  parseListState,
  printListState,
  sameFilters,
} from './list-state.ts'

const terms = {
  filters: [
    { key: 'userName', read: (text: string) => ({ userName: text }) },
    { key: 'status', read: (text: string) => (text === 'enabled' ? { status: text } : undefined) },
  ],
  sortable: ['userName', 'createdAt'],
}
const parse = (address: string) => parseListState(new URLSearchParams(address), terms)
const print = (state: ListState, address = '') => printListState(state, new URLSearchParams(address), terms).toString()

describe('§2 a list keeps its state in the address', () => {
  it('§2 opens on page 1 with 14 rows and no sort', () => {
    expect(parse('')).toEqual({ filters: {}, current: 1, size: 14, sort: undefined })
  })

  it('§2 reads filters, page, size and sort', () => {
    expect(parse('userName= li &status=enabled&page=3&size=50&sort=-createdAt')).toEqual({
      filters: { userName: 'li', status: 'enabled' },
      current: 3,
      size: 50,
      sort: { column: 'createdAt', descending: true },
    })
  })

  it.each([
    'status=nonsense&page=0&size=15&sort=password',
    'status=&page=-1&size=1e9&sort=-',
    'userName=%20&page=1.5&size=abc&sort=createdAt%3Bdrop',
    'page=9999999&other=1',
  ])('§2 ignores junk: %s', (address) => {
    expect(parse(address)).toEqual({ filters: {}, current: 1, size: 14, sort: undefined })
  })

  it('§9 takes the page sizes 14, 20, 50 and 100 only', () => {
    expect([14, 20, 50, 100].map((size) => parse(`size=${size}`).size)).toEqual([14, 20, 50, 100])
    expect(parse('size=15').size).toBe(14)
  })

  it('limits the page to the rows that paging can reach', () => {
    expect(parse('page=99999&size=100').current).toBe(1000)
  })

  it('prints what it read, leaves out defaults and keeps other parameters', () => {
    const address = 'userName=li&page=3&size=50&sort=-createdAt'
    expect(print(parse(address))).toBe(address)
    expect(print(parse('page=1&size=14&sort=userName'))).toBe('sort=userName')
    expect(print(parse(''), 'towLevelPage=1&userName=old&page=2')).toBe('towLevelPage=1')
  })

  it('sends the sort column as ascs or descs', () => {
    expect(pagingOf(parse('page=2'))).toEqual({ current: 2, size: 14 })
    expect(pagingOf(parse('sort=userName'))).toEqual({ current: 1, size: 14, ascs: ['userName'] })
    expect(pagingOf(parse('sort=-userName'))).toEqual({ current: 1, size: 14, descs: ['userName'] })
  })
})

describe('a page that no longer exists', () => {
  const rows = (count: number, pages: number) => ({ records: Array.from({ length: count }), pages })

  it('falls back to the last page after its last row was deleted', () => {
    expect(pageToFallBackTo(3, rows(0, 2))).toBe(2)
    expect(pageToFallBackTo(9, rows(0, 2))).toBe(2)
    expect(pageToFallBackTo(2, rows(0, 0))).toBe(1)
  })

  it('goes back one page even if the count says otherwise, so that it cannot loop', () => {
    expect(pageToFallBackTo(3, rows(0, 7))).toBe(2)
  })

  it('stays on a page with rows, and on an empty first page', () => {
    expect(pageToFallBackTo(3, rows(4, 3))).toBe(3)
    expect(pageToFallBackTo(1, rows(0, 0))).toBe(1)
  })
})

describe('§2 search and advanced search', () => {
  const typed = { userName: ' li ', deptId: '7', realName: '  ' }

  it('§2 exclude each other: a simple search applies no advanced filter', () => {
    expect(filtersOfMode(typed, ['deptId'], false)).toEqual({ userName: 'li' })
  })

  it('§2 an advanced search applies every filter that is not blank', () => {
    expect(filtersOfMode(typed, ['deptId'], true)).toEqual({ userName: 'li', deptId: '7' })
  })

  it('compares filters by value', () => {
    expect(sameFilters({ a: '1' }, { a: '1' })).toBe(true)
    expect(sameFilters({ a: '1' }, { a: '2' })).toBe(false)
    expect(sameFilters({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  })
})

describe('the saved view of a list', () => {
  it('is in the address by its id, and anything else is ignored', () => {
    expect(parse('view=12&sort=-createdAt').view).toBe('12')
    expect(print({ filters: {}, current: 1, size: 14, sort: undefined, view: '12' })).toBe('view=12')
    for (const junk of ['view=', 'view=0', 'view=1;2', 'view=abc', 'view=12345678901234567890'])
      expect(parse(junk).view).toBeUndefined()
    expect(print({ filters: {}, current: 1, size: 14, sort: undefined }, 'view=12')).toBe('')
  })
})
