// Sums of a list: exact, and labelled correctly.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '#contract/envelope.ts'
import type { Column } from './columns.ts'
import { summaryOf, sumOf } from './table-summary.rules.ts'

describe('sumOf', () => {
  it.each([
    [[], '0'],
    [[1, 2, null], '3'],
    [['0.1', '0.2'], '0.3'],
    [['9999999999.99', '0.01'], '10000000000.00'],
    [['1.5', 2, '-4.25'], '-0.75'],
    [['-0.05'], '-0.05'],
  ])('%j is %s', (figures, sum) => {
    expect(sumOf(figures)).toBe(sum)
  })

  it('adds hundredths exactly', () => {
    const text = (cents: number) =>
      `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 }), (all) => {
        expect(sumOf(all.map(text))).toBe(text(all.reduce((sum, cents) => sum + cents, 0)))
      }),
    )
  })
})

type Row = { id: string; name: string; amount: string; seconds: number }
const rows: Row[] = [
  { id: '1', name: 'a', amount: '1000.50', seconds: 30 },
  { id: '2', name: 'b', amount: '20.50', seconds: 40 },
]
const pageOf = (more: Partial<Page<Row>> = {}): Page<Row> => ({
  records: rows,
  total: 30,
  current: 1,
  size: 2,
  pages: 15,
  ...more,
})
const name: Column<Row> = { key: 'name', label: '名称' }
const amount: Column<Row> = { key: 'amount', label: '金额', summary: { of: (row) => row.amount } }
const seconds: Column<Row> = {
  key: 'seconds',
  label: '停留',
  summary: { of: (row) => row.seconds, show: (sum) => `${sum} 秒` },
}
const textsOf = (...args: Parameters<typeof summaryOf<Row>>) => {
  const summary = summaryOf(...args)
  return summary && [summary.label, ...summary.texts.values()]
}

describe('§2 summaryOf', () => {
  it('sums a page and labels it as one', () => {
    expect(textsOf([name, amount, seconds], pageOf(), [])).toEqual(['本页合计', '1,021.00', '70 秒'])
    expect(textsOf([amount], pageOf({ total: 2 }), [])).toEqual(['合计', '1,021.00'])
  })

  it('shows the reply’s sums of all matching rows, if it has them for every column', () => {
    expect(textsOf([amount], pageOf({ sums: { amount: '12345.60' } }), [])).toEqual(['合计', '12,345.60'])
    expect(textsOf([amount, seconds], pageOf({ sums: { amount: '12345.60' } }), [])).toEqual([
      '本页合计',
      '1,021.00',
      '70 秒',
    ])
  })

  it('sums the selected rows, also of other pages, with the current values of this page', () => {
    const selected = [{ ...rows[0], amount: '1.00' } as Row, { id: '9', name: 'z', amount: '0.01', seconds: 1 }]
    expect(textsOf([amount], pageOf({ sums: { amount: '12345.60' } }), selected)).toEqual(['已选合计', '1,000.51'])
  })

  it('is undefined without rows, or without a column to sum', () => {
    expect(textsOf([amount], pageOf({ records: [], total: 0 }), [])).toBeUndefined()
    expect(textsOf([amount], undefined, [])).toBeUndefined()
    expect(textsOf([name], pageOf(), [])).toBeUndefined()
  })
})
