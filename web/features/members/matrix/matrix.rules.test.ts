// Choosing cells of the matrix, and what is put into them.
import { describe, expect, it } from 'vitest'
import type { MatrixRow } from '../../../../contract/members/matrix.ts'
import { between, cellKey, changeOf, columnsOf, draftText, fitting, needsProducts, toggled } from './matrix.rules.ts'

const row = (id: string, cells: MatrixRow['cells'] = []): MatrixRow => ({
  ...{ id, mainId: null, loginName: `m${id}`, realName: '程远', locked: false, ownerName: '' },
  cells,
})
const cell = (subProduct: 'app' | 'aiWeb', products: number): MatrixRow['cells'][number] => ({
  ...{ subProduct, accountId: '1', validity: 'active', kind: 'trial' },
  ...{ startsOn: '2026-01-01', endsOn: '2026-12-31', next: null, products },
})

describe('the matrix', () => {
  it('chooses a rectangle in whatever direction', () => {
    const rows = [row('1'), row('2'), row('3')]
    const columns = ['bigData', 'app', 'aiWeb'] as const
    const found = between(rows, columns, cellKey('3', 'app'), cellKey('2', 'bigData'))
    expect(found).toEqual(['2:bigData', '2:app', '3:bigData', '3:app'])
    expect(between(rows, columns, cellKey('9', 'app'), cellKey('2', 'app'))).toEqual(['2:app'])
  })

  it('takes all out where all are in', () => {
    const some = toggled(new Set(), ['1:app', '2:app'])
    expect([...toggled(some, ['1:app', '2:app', '3:app'])]).toEqual(['1:app', '2:app', '3:app'])
    expect([...toggled(some, ['1:app', '2:app'])]).toEqual([])
  })

  it('shows the opened sub-products alone where that is wanted', () => {
    const rows = [row('1', [cell('aiWeb', 1)]), row('2', [cell('app', 2)])]
    expect(columnsOf(rows, true)).toEqual(['app', 'aiWeb'])
    expect(columnsOf(rows, false)).toHaveLength(14)
  })

  it('asks for products only where they are granted one by one and there are none', () => {
    expect(needsProducts('app', undefined)).toBe(true)
    expect(needsProducts('app', cell('app', 2))).toBe(false)
    expect(needsProducts('aiWeb', undefined)).toBe(false)
    expect(fitting('extend', [undefined, cell('app', 0), cell('app', 1)])).toEqual([false, false, true])
  })

  it('sends products only to what is granted by product', () => {
    const act = { act: 'grant', kind: 'formal', endsOn: '2027-01-01', productIds: ['7'] } as const
    const wish = { ...act, productIds: [...act.productIds] }
    expect(changeOf('1:app', wish)).toEqual({ memberId: '1', subProduct: 'app', ...wish })
    expect(changeOf('1:aiWeb', wish)).not.toHaveProperty('productIds')
    expect(draftText(changeOf('1:app', wish))).toBe('正式至 2027-01-01')
  })
})
