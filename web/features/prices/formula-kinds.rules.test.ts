// Formulas of ready-made kinds, and inserting a code into a formula.
import { describe, expect, it } from 'vitest'
import { formulaOf, inserted, readyKinds, unitOf } from './formula-kinds.rules.ts'

describe('ready-made kinds', () => {
  it('§1 give a formula once all parts are chosen', () => {
    const parts = { first: 'Q000002', second: 'Q000001', count: 20 }
    expect(readyKinds.map((kind) => formulaOf(kind, parts))).toEqual([
      'Q000002 - Q000001',
      'Q000002 / Q000001',
      'ma(Q000002, 20)',
      'yoy(Q000002)',
      'mom(Q000002)',
    ])
    expect(formulaOf('spread', { ...parts, second: null })).toBeNull()
    expect(formulaOf('yoy', { ...parts, first: null })).toBeNull()
    expect(readyKinds.map(unitOf)).toEqual([null, '倍', null, '%', '%'])
  })
})

describe('a code inserted into a formula', () => {
  it('§1 is separated from its neighbours', () => {
    expect(inserted('', 0, 'Q1')).toBe('Q1')
    expect(inserted('ma(, 5)', 3, 'Q1')).toBe('ma(Q1, 5)')
    expect(inserted('Q2-', 3, 'Q1')).toBe('Q2- Q1')
    expect(inserted('Q2 Q3', 2, 'Q1')).toBe('Q2 Q1 Q3')
  })
})
