import { describe, expect, it } from 'vitest'
import { rowsToShow, withChildren } from './row-tree.ts'

type Row = { id: string; children?: Row[] }
const tree: Row[] = [{ id: '1', children: [{ id: '2', children: [{ id: '3' }] }, { id: '4' }] }, { id: '5' }]
const shown = (...closed: string[]) => rowsToShow(tree, new Set(closed)).map(({ row, depth }) => `${row.id}@${depth}`)

describe('rows with child rows', () => {
  it('are listed below their parent with their depth, and hidden with a closed parent', () => {
    expect(shown()).toEqual(['1@0', '2@1', '3@2', '4@1', '5@0'])
    expect(shown('2')).toEqual(['1@0', '2@1', '4@1', '5@0'])
    expect(shown('1')).toEqual(['1@0', '5@0'])
    expect(rowsToShow(tree, new Set()).map(({ hasChildren }) => hasChildren)).toEqual([true, true, false, false, false])
  })

  it('§2 a parent row includes its descendants of all levels', () => {
    expect(withChildren(tree[0] as Row).map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
    expect(withChildren(tree[1] as Row).map(({ id }) => id)).toEqual(['5'])
  })
})
