// A process as formulas.
import { describe, expect, it } from 'vitest'
import { processFormulas, type TermFigures } from './process-formulas.ts'

const term = (side: TermFigures['side'], more: Partial<TermFigures>): TermFigures => ({
  side,
  code: null,
  coefficient: null,
  conversion: null,
  amount: null,
  ...more,
})

describe('the formulas of a process', () => {
  it('§1 are inputs plus fixed costs, and outputs less both', () => {
    const terms = [
      term('output', { code: 'Q000009', coefficient: '1', conversion: '1' }),
      term('input', { code: 'Q000001', coefficient: '1.6', conversion: '1.0' }),
      term('input', { code: 'S000002', coefficient: '0.45', conversion: '7.12' }),
      term('fixed', { amount: '780' }),
      term('fixed', { amount: '-35.5' }),
    ]
    expect(processFormulas(terms)).toEqual({
      cost: '1.6 * Q000001 + 0.45 * 7.12 * S000002 + 780 + (-35.5)',
      profit: 'Q000009 - 1.6 * Q000001 - 0.45 * 7.12 * S000002 - 780 - (-35.5)',
    })
  })
})
