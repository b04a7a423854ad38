// Reading and writing blocks, changes of cells, undo and redo.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf, type Sheet } from './grid.rules.ts'
import { readBlock, writeBlock } from './grid-block.rules.ts'
import {
  blockOf,
  fillChanges,
  type GridChange,
  type History,
  noHistory,
  pasteChanges,
  record,
  redo,
  spreadChanges,
  undo,
} from './grid-changes.rules.ts'

const at = (row: number, column: number) => ({ row, column })
/** Rows 0–3 of columns name, low, high; names are read-only. */
const texts = () => [0, 1, 2, 3].map((row) => [`n${row}`, `l${row}`, `h${row}`])
const sheetOf = (cells: readonly (readonly string[])[]): Sheet => ({
  rowKeys: cells.map((_, row) => `r${row}`),
  columnKeys: ['name', 'low', 'high'],
  textAt: ({ row, column }) => cells[row]?.[column] ?? '',
  isEditable: ({ column }) => column > 0,
})
const sheet = sheetOf(texts())
const printed = (changes: readonly GridChange[]) => changes.map(({ row, column, text }) => `${row}.${column}=${text}`)

describe('a block of cells', () => {
  it.each([
    [
      '8500\t8600\r\n平\t-\r\n',
      [
        ['8500', '8600'],
        ['平', '-'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"两行\n文字"\t"他说""好"""', [['两行\n文字', '他说"好"']]],
    ['5" 管\t 8,500 ', [['5" 管', '8,500']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['', []],
  ])('§1 %j is read', (text, block) => expect(readBlock(text)).toEqual(block))

  it('§1 is read back as it was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '铜', '1') }).map((text) => text.trim())
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(block, (rows) => {
        // a single empty cell is the empty text
        fc.pre(writeBlock(rows) !== '' && rows.at(-1)?.join('') !== '')
        expect(readBlock(writeBlock(rows))).toEqual(rows)
      }),
    )
  })
})

describe('an act on cells', () => {
  it('§1 pastes by position, skips read-only cells, and counts the rows that did not fit', () => {
    const { changes, range, lost } = pasteChanges(
      [
        ['x', '1', '2'],
        ['y', '3'],
        ['z', '5', '6'],
      ],
      rangeOf(at(2, 0), at(2, 0)),
      sheet,
    )
    expect(printed(changes)).toEqual(['r2.low=1', 'r2.high=2', 'r3.low=3'])
    expect(range).toEqual({ top: 2, bottom: 3, left: 0, right: 2 })
    expect(lost).toBe(1)
  })

  it('§1 fills the range with one cell, or with a block that fits into it several times', () => {
    const range = rangeOf(at(0, 1), at(3, 1))
    expect(printed(pasteChanges([['平']], range, sheet).changes)).toEqual([
      'r0.low=平',
      'r1.low=平',
      'r2.low=平',
      'r3.low=平',
    ])
    expect(printed(pasteChanges([['1'], ['2']], range, sheet).changes)).toEqual([
      'r0.low=1',
      'r1.low=2',
      'r2.low=1',
      'r3.low=2',
    ])
    expect(pasteChanges([['1'], ['2'], ['3']], range, sheet).changes).toHaveLength(3)
    expect(printed(fillChanges(rangeOf(at(0, 0), at(0, 2)), '', sheet))).toEqual(['r0.low=', 'r0.high='])
  })

  it('§1 fills down and to the right', () => {
    expect(printed(spreadChanges(rangeOf(at(1, 1), at(2, 2)), true, sheet))).toEqual(['r2.low=l1', 'r2.high=h1'])
    expect(printed(spreadChanges(rangeOf(at(1, 1), at(1, 2)), false, sheet))).toEqual(['r1.high=l1'])
    expect(printed(spreadChanges(rangeOf(at(1, 2), at(1, 2)), true, sheet))).toEqual(['r1.high=h0'])
    expect(spreadChanges(rangeOf(at(0, 1), at(0, 1)), true, sheet)).toEqual([])
  })

  it('§1 copies the texts of the range', () =>
    expect(writeBlock(blockOf(rangeOf(at(0, 0), at(1, 1)), sheet))).toBe('n0\tl0\nn1\tl1'))
})

describe('undo and redo', () => {
  it('§1 one paste is one step', () => {
    const { changes } = pasteChanges(
      [
        ['1', '2'],
        ['3', '4'],
      ],
      rangeOf(at(0, 1), at(0, 1)),
      sheet,
    )
    const history = record(
      noHistory,
      changes.map((change) => ({ ...change, before: 'old' })),
    )
    expect(undo(history)?.changes).toHaveLength(4)
    expect(undo(history)?.history.done).toEqual([])
    expect(record(noHistory, [])).toBe(noHistory)
  })

  it('§1 undoing all acts restores the initial cells, redoing them the final ones', () => {
    const one = fc.record({
      row: fc.nat(3),
      column: fc.integer({ min: 1, max: 2 }),
      text: fc.constantFrom('', '1', '2'),
    })
    fc.assert(
      fc.property(fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (acts) => {
        const cells = texts()
        const put = (changes: readonly GridChange[]) => {
          for (const { row, column, text } of changes) {
            const cell = cells[Number(row.slice(1))] as string[]
            cell[sheet.columnKeys.indexOf(column)] = text
          }
        }
        let history: History = noHistory
        for (const act of acts) {
          const changes = act.map(({ row, column, text }) => {
            const change = { row: `r${row}`, column: sheet.columnKeys[column] ?? '', text }
            const before = cells[row]?.[column] ?? ''
            put([change])
            return { ...change, before }
          })
          history = record(history, changes)
        }
        const last = JSON.stringify(cells)
        for (let step = undo(history); step; step = undo(history)) {
          put(step.changes)
          history = step.history
        }
        expect(cells).toEqual(texts())
        for (let step = redo(history); step; step = redo(history)) {
          put(step.changes)
          history = step.history
        }
        expect(JSON.stringify(cells)).toBe(last)
      }),
    )
  })

  it('§1 an act after an undo clears what could be redone', () => {
    const known = (text: string) => [{ row: 'r0', column: 'low', text, before: '' }]
    const back = undo(record(record(noHistory, known('1')), known('2')))
    expect(redo(record(back?.history ?? noHistory, known('3')))).toBeUndefined()
  })
})
