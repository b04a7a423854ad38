// Selection of matrix cells, and their drafts.
import { describe, expect, it } from 'vitest'
import type { MatrixRow } from '#contract/members/matrix.ts'
import { between, cellKey, changeOf, columnsOf, draftText, fitting, needsProducts, toggled } from './matrix.rules.ts'

const row = (id: string, cells: MatrixRow['cells'] = []): MatrixRow => ({
  id,
  mainId: null,
  loginName: `m${id}`,
  realName: '程远',
  locked: false,
  ownerName: '',
  cells,
})
const cell = (subProduct: 'app' | 'aiWeb', products: number): MatrixRow['cells'][number] => ({
  subProduct,
  accountId: '1',
  validity: 'active',
  kind: 'trial',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  next: null,
  products,
})

describe('the matrix', () => {
  it('selects a rectangle in any direction', () => {
    const rows = [row('1'), row('2'), row('3')]
    const columns = ['bigData', 'app', 'aiWeb'] as const
    const found = between(rows, columns, cellKey('3', 'app'), cellKey('2', 'bigData'))
    expect(found).toEqual(['2:bigData', '2:app', '3:bigData', '3:app'])
    expect(between(rows, columns, cellKey('9', 'app'), cellKey('2', 'app'))).toEqual(['2:app'])
  })

  it('selects the keys, or deselects them if all are selected', () => {
    const some = toggled(new Set(), ['1:app', '2:app'])
    expect([...toggled(some, ['1:app', '2:app', '3:app'])]).toEqual(['1:app', '2:app', '3:app'])
    expect([...toggled(some, ['1:app', '2:app'])]).toEqual([])
  })

  it('can be limited to opened sub-products', () => {
    const rows = [row('1', [cell('aiWeb', 1)]), row('2', [cell('app', 2)])]
    expect(columnsOf(rows, true)).toEqual(['app', 'aiWeb'])
    expect(columnsOf(rows, false)).toHaveLength(14)
  })

  it('requires products only if granted by product and there are none yet', () => {
    expect(needsProducts('app', undefined)).toBe(true)
    expect(needsProducts('app', cell('app', 2))).toBe(false)
    expect(needsProducts('aiWeb', undefined)).toBe(false)
    expect(fitting('extend', [undefined, cell('app', 0), cell('app', 1)])).toEqual([false, false, true])
  })

  it('sends products only to sub-products granted by product', () => {
    const act = { act: 'grant', kind: 'formal', endsOn: '2027-01-01', productIds: ['7'] } as const
    const change = { ...act, productIds: [...act.productIds] }
    expect(changeOf('1:app', change)).toEqual({ memberId: '1', subProduct: 'app', ...change })
    expect(changeOf('1:aiWeb', change)).not.toHaveProperty('productIds')
    expect(draftText(changeOf('1:app', change))).toBe('正式至 2027-01-01')
  })
})
