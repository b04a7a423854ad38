// Published prices as a grid of texts, and the corrections read from changed texts.
import { describe, expect, it } from 'vitest'
import type { MatrixItem } from '#contract/prices/price-grids.ts'
import { changesOf, daysOf, readCell, resolveIn, textOf } from './batch-edit.rules.ts'

const cell = {
  id: '7',
  version: 3,
  day: '2026-11-20',
  low: '3800',
  high: '3860',
  average: '3830',
  remark: '',
  struck: null,
  isReviewing: false,
}
const item: MatrixItem = {
  key: '1',
  quoteItemId: '1',
  code: 'Q000001',
  itemName: '螺纹钢 上海',
  productName: '螺纹钢',
  unit: '元/吨',
  kind: 'range',
  decimals: 0,
  allowsNegative: false,
  cells: [cell],
}

describe('§1 a cell of published prices', () => {
  it('is shown as a range, or as one figure if both are equal', () => {
    expect(textOf(cell)).toBe('3800-3860')
    expect(textOf({ low: '5.0', high: '5' })).toBe('5.0')
  })

  it.each([
    ['3810-3860', { low: '3810', high: '3860' }],
    ['3,810 ～ 3,860', { low: '3810', high: '3860' }],
    ['3850', { low: '3850', high: '3850' }],
    ['+10', { low: '3810', high: '3870' }],
  ])('“%s” is read as a correction', (text, figures) => {
    const read = readCell(item, cell, text)
    expect('row' in read && read.row).toMatchObject({ id: '7', version: 3, average: null, ...figures })
  })

  it.each([
    ['3870-3860', /低价高于高价|低价/],
    ['abc', '不是价格'],
    ['', '请填写价格'],
  ])('“%s” is refused with a reason', (text, why) => {
    const read = readCell(item, cell, text)
    expect('problem' in read ? read.problem : '').toMatch(why)
  })

  it('prices.md shows the figures read from the text, or the text as typed if it is invalid', () => {
    const typed = (text: string) => resolveIn([item])([{ row: '1', column: '2026-11-20', text }])[0]?.text
    expect(['+10', '=', '3,810 ～ 3,860', 'abc', ''].map(typed)).toEqual([
      ...['3810-3870', '3800-3860', '3810-3860', 'abc', ''],
    ])
    const elsewhere = { row: '1', column: '2026-11-19', text: '5' }
    expect(resolveIn([item])([elsewhere])).toEqual([elsewhere])
  })

  it('is a change only if its figures differ', () => {
    expect(changesOf([item], new Map([['7', '3800-3860']]))).toEqual([])
    expect(changesOf([item], new Map([['7', '3,800-3,860']]))).toMatchObject([{ row: null, problem: null }])
    expect(changesOf([item], new Map([['7', '3800-3870']]))).toMatchObject([{ row: { high: '3870' } }])
    expect(daysOf([item, { ...item, cells: [{ ...cell, day: '2026-11-19' }] }])).toEqual(['2026-11-19', '2026-11-20'])
  })
})
