// Keyboard navigation in a grid, and what keys do there.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycle, nextEditable, placesIn, rangeOf, type Sheet, stepFrom } from './grid.rules.ts'
import { type Editing, intentOf, type Key } from './grid-keys.rules.ts'

/** 4 rows of 3 columns; the first column and the third row are read-only. */
const sheet: Sheet = {
  rowKeys: ['a', 'b', 'c', 'd'],
  columnKeys: ['name', 'low', 'high'],
  textAt: () => '',
  isEditable: ({ row, column }) => column > 0 && row !== 2,
}
const at = (row: number, column: number) => ({ row, column })

describe('the keyboard in a grid', () => {
  it('§1 stays within the edges', () => {
    expect(stepFrom(at(0, 0), 'up', sheet, 2)).toEqual(at(0, 0))
    expect(stepFrom(at(1, 1), 'down', sheet, 2)).toEqual(at(2, 1))
    expect(stepFrom(at(1, 1), 'right', sheet, 2, true)).toEqual(at(1, 2))
    expect(stepFrom(at(1, 1), 'down', sheet, 2, true)).toEqual(at(3, 1))
    expect(stepFrom(at(3, 2), 'pageUp', sheet, 2)).toEqual(at(1, 2))
    expect(stepFrom(at(3, 2), 'rowStart', sheet, 2)).toEqual(at(3, 0))
    expect(stepFrom(at(0, 0), 'end', sheet, 2)).toEqual(at(3, 2))
  })

  it('§1 goes to editable cells by Tab, row by row, and leaves at the end', () => {
    expect(nextEditable(at(0, 2), 1, sheet)).toEqual(at(1, 1))
    expect(nextEditable(at(1, 2), 1, sheet)).toEqual(at(3, 1))
    expect(nextEditable(at(3, 1), -1, sheet)).toEqual(at(1, 2))
    expect(nextEditable(at(3, 2), 1, sheet)).toBeUndefined()
    expect(nextEditable(at(0, 1), -1, sheet)).toBeUndefined()
  })

  it('§1 cycles through a range, each cell once per round', () => {
    const place = fc.record({ row: fc.nat(5), column: fc.nat(5) })
    fc.assert(
      fc.property(place, place, fc.constantFrom(1 as const, -1 as const), fc.boolean(), (a, b, by, isAlongRows) => {
        const range = rangeOf(a, b)
        const all = [...placesIn(range)]
        const seen = [a]
        while (seen.length < all.length) seen.push(cycle(range, seen.at(-1) ?? a, by, isAlongRows))
        expect(new Set(seen.map((each) => `${each.row} ${each.column}`)).size).toBe(all.length)
        expect(cycle(range, seen.at(-1) ?? a, by, isAlongRows)).toEqual(a)
      }),
    )
  })
})

describe('a key', () => {
  it('prices.md "Entering": of the page around the grid counts what is being typed', () => {
    for (const text of ['Ctrl+s', 'Ctrl+Shift+Enter', 'Alt+=']) expect(press(text, 'typing')).toEqual({ do: 'commit' })
    expect(press('Ctrl+Enter')).toEqual({ do: 'fillSelection' })
  })

  const press = (text: string, editing: Editing = 'no') => {
    const parts = text.split('+')
    const key: Key = {
      key: parts.at(-1) ?? '',
      ctrlKey: parts.includes('Ctrl'),
      metaKey: parts.includes('Meta'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
    }
    return intentOf(key, editing)
  }
  const step = { do: 'step', extends: false, far: false }

  it.each([
    ['ArrowDown', { ...step, step: 'down' }],
    ['Shift+ArrowLeft', { ...step, step: 'left', extends: true }],
    ['Ctrl+ArrowDown', { ...step, step: 'down', far: true }],
    ['Home', { ...step, step: 'rowStart' }],
    ['Ctrl+End', { ...step, step: 'end' }],
    ['PageDown', { ...step, step: 'pageDown' }],
    ['Enter', { do: 'enter', by: 1 }],
    ['Shift+Enter', { do: 'enter', by: -1 }],
    ['Ctrl+Enter', { do: 'fillSelection' }],
    ['Shift+Tab', { do: 'tab', by: -1 }],
    ['Delete', { do: 'clear' }],
    ['Ctrl+z', { do: 'undo' }],
    ['Ctrl+Shift+Z', { do: 'redo' }],
    ['Meta+y', { do: 'redo' }],
    ['Ctrl+A', { do: 'all' }],
    ['Ctrl+d', { do: 'fillDown' }],
    ['F2', { do: 'edit' }],
    ['Escape', { do: 'cancel' }],
    ['a', undefined],
    ['Ctrl+c', undefined],
    ['Backspace', undefined],
    ['Alt+ArrowDown', undefined],
  ] as const)('§1 %s on a selected cell', (text, intent) => expect(press(text)).toEqual(intent))

  it('§1 is left to the input while editing, unless it leaves the cell', () => {
    expect(press('ArrowLeft', 'typing')).toEqual({ ...step, step: 'left' })
    expect(press('ArrowLeft', 'caret')).toBeUndefined()
    expect(press('ArrowUp', 'caret')).toEqual({ ...step, step: 'up' })
    for (const key of ['Home', 'Ctrl+z', 'Ctrl+a', 'Delete']) expect(press(key, 'typing')).toBeUndefined()
    expect(press('Enter', 'caret')).toEqual({ do: 'enter', by: 1 })
  })
})
