import { describe, expect, it } from 'vitest'
import { daysBefore, partsOf } from './registration-statistics-periods.ts'

describe('the period before', () => {
  it.each([
    ['2026-03-10', '2026-03-10', '2026-03-09', '2026-03-09'],
    ['2026-03-10', '2026-03-16', '2026-03-03', '2026-03-09'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2026-03-01', '2026-03-12', '2026-02-01', '2026-02-12'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-02-28', '2025-11-03', '2025-12-31'],
  ])('operations-service-ai.md "Operations" of %s to %s is %s to %s', (from, to, first, last) => {
    expect(daysBefore({ from, to })).toEqual({ from: first, to: last })
  })
})

describe('the steps of a trend', () => {
  it('operations-service-ai.md "Operations" are days, weeks from Monday or months, cut off at the ends', () => {
    expect(partsOf({ from: '2026-02-27', to: '2026-03-01' }, 'day').map(({ from }) => from)).toEqual([
      ...['2026-02-27', '2026-02-28', '2026-03-01'],
    ])
    expect(partsOf({ from: '2026-03-04', to: '2026-03-16' }, 'week')).toEqual([
      { from: '2026-03-04', to: '2026-03-08' },
      { from: '2026-03-09', to: '2026-03-15' },
      { from: '2026-03-16', to: '2026-03-16' },
    ])
    expect(partsOf({ from: '2025-12-31', to: '2026-02-28' }, 'month')).toEqual([
      { from: '2025-12-31', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
    ])
  })
})
