import { describe, expect, it } from 'vitest'
import type { Column } from '../table/columns.ts'
import { placeNarrow } from '../table/columns.ts'
import { changeColumn, mayHide, mergeColumns, placeColumns } from './column-settings.rules.ts'

type Row = { id: string; a: string; b: string; c: string; d: string }
const columns: readonly Column<Row>[] = [
  { key: 'a', label: 'A', width: 100 },
  { key: 'b', label: 'B' },
  { key: 'c', label: 'C', width: 80 },
]
const set = (key: string, change = {}) => ({ key, isShown: true, isPinned: false, width: null, ...change })
const keysOf = (settings: readonly { key: string }[]) => settings.map(({ key }) => key).join('')

describe('a person’s columns', () => {
  it('§2 are the declared ones until something is set', () => {
    expect(mergeColumns(columns, [])).toEqual([set('a'), set('b'), set('c')])
    expect(placeColumns(columns, mergeColumns(columns, [])).map(({ width }) => width)).toEqual([100, 120, 80])
  })

  it('keep their order, without columns that the screen no longer has', () => {
    const stored = [set('c'), set('gone', { isPinned: true }), set('a', { width: 240 }), set('b')]
    expect(mergeColumns(columns, stored)).toEqual([set('c'), set('a', { width: 240 }), set('b')])
    expect(keysOf(mergeColumns(columns, [set('c'), set('c'), set('a')]))).toBe('cab')
  })

  it('have a new column after the one that precedes it in the declaration', () => {
    expect(keysOf(mergeColumns(columns, [set('c'), set('b')]))).toBe('acb')
    expect(keysOf(mergeColumns([...columns, { key: 'd' }], [set('c'), set('a'), set('b')]))).toBe('cdab')
  })

  it('§2 the last visible column cannot be hidden; one is shown even if the visible ones were removed', () => {
    const one = [set('a'), set('b', { isShown: false }), set('c', { isShown: false })]
    expect(mayHide(one, 'a')).toBe(false)
    expect(mayHide(one, 'b')).toBe(true)
    expect(mayHide(changeColumn(one, 'b', { isShown: true }), 'a')).toBe(true)
    const hidden = mergeColumns([{ key: 'b' }, { key: 'c' }], one)
    expect(placeColumns(columns, hidden).map(({ column }) => column.key)).toEqual(['b'])
  })

  it('are placed without the hidden ones, the pinned ones first', () => {
    const settings = [set('a'), set('b', { isShown: false }), set('c', { isPinned: true, width: 90 })]
    expect(placeColumns(columns, settings).map(({ column, width, isPinned }) => [column.key, width, isPinned])).toEqual(
      [
        ['c', 90, true],
        ['a', 100, false],
      ],
    )
  })

  it('have those first on a narrow screen that it needs, the first of them pinned', () => {
    const needed = columns.map((column) => (column.key === 'a' ? column : { ...column, narrowPx: 90 }))
    const placed = placeColumns(needed, mergeColumns(needed, [set('a', { isPinned: true })]))
    expect(placeNarrow(placed).map(({ column, width, isPinned }) => [column.key, width, isPinned])).toEqual([
      ['b', 90, true],
      ['c', 90, false],
      ['a', 100, false],
    ])
    const plain = placeColumns(columns, mergeColumns(columns, []))
    expect(placeNarrow(plain)).toBe(plain)
  })
})
