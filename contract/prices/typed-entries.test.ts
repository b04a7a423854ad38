// What the cells of a row make of an item's price of the day.
import { describe, expect, it } from 'vitest'
import { type Entered, type PriceCells, readEntry } from './typed-entries.ts'

const last = { low: '8500', high: '8600', average: '8550' }
const standing: Entered = { low: '8400', high: '8500', average: '8450', isAverageEntered: false }
const rules = { decimals: 0, allowsNegative: false, isRange: true }
const single = { ...rules, isRange: false }

const read = (typed: PriceCells, row: Partial<Parameters<typeof readEntry>[0]> = {}) =>
  readEntry({ typed, standing: null, last, rules, ...row })
const entered = (low: string, high: string, average: string, isAverageEntered = false) => ({
  entered: { low, high, average, isAverageEntered },
  isLeftOut: false,
  missing: [],
  refusals: {},
})

describe('a row of the grid', () => {
  it('§1 reads low and high, and computes their average', () => {
    expect(read({ low: '8,500', high: '8,601' })).toEqual(entered('8500', '8601', '8551'))
    expect(read({ high: '8700' }, { standing })).toEqual(entered('8400', '8700', '8550'))
  })

  it('§1 fills both from a range or a relative figure, replacing earlier ones', () => {
    expect(read({ low: '8500-8700' }, { standing })).toEqual(entered('8500', '8700', '8600'))
    for (const text of ['平', '=']) expect(read({ high: text }, { standing })).toEqual(entered('8500', '8600', '8550'))
    expect(read({ low: '+10' }, { standing })).toEqual(entered('8510', '8610', '8560'))
    expect(read({ low: '-1.5%', high: '' })).toEqual(entered('8373', '8471', '8422'))
  })

  it('§1 reads each cell on its own where both are filled', () => {
    expect(read({ low: '-10', high: '+10' })).toEqual(entered('8490', '8610', '8550'))
    expect(read({ low: '8500-8600', high: '8700' }).refusals).toEqual({ low: '这里已写低价和高价，另一处应留空' })
  })

  it('§1 keeps an average that was entered, until it is emptied', () => {
    expect(read({ average: '8480' }, { standing })).toEqual(entered('8400', '8500', '8480', true))
    const weighted = { ...standing, average: '8480', isAverageEntered: true }
    expect(read({ low: '8450' }, { standing: weighted })).toEqual(entered('8450', '8500', '8480', true))
    expect(read({ average: '' }, { standing: weighted })).toEqual(entered('8400', '8500', '8450'))
    expect(read({ low: '8490' }, { standing: weighted }).refusals).toEqual({ average: '均价不在低价与高价之间' })
    expect(read({ low: '8400', high: '8500', average: '8450' })).toEqual(entered('8400', '8500', '8450'))
  })

  it('§1 leaves an item out, and names the missing cell', () => {
    expect(read({ low: '-' }, { standing })).toMatchObject({ entered: null, isLeftOut: true })
    expect(read({ low: '8500' })).toMatchObject({ entered: null, missing: ['high'], refusals: {} })
    expect(read({ low: '', high: '' }, { standing })).toMatchObject({ entered: null, missing: [], refusals: {} })
  })

  it('§1 combines earlier typed cells with new ones', () => {
    expect(read({ high: '8600' }, { standing: { low: '8,500' } })).toEqual(entered('8500', '8600', '8550'))
    expect(read({ high: '8600' }, { standing: { low: '85x' } }).refusals).toEqual({ low: '含有文字，不是价格' })
  })

  it('§1 refuses at the cell', () => {
    expect(read({ low: '8700' }, { standing }).refusals).toEqual({ low: '低价高于高价' })
    expect(read({ high: '8300' }, { standing }).refusals).toEqual({ high: '低价高于高价' })
    expect(read({ low: '8500a', high: '8600.5' }).refusals).toEqual({
      low: '含有文字，不是价格',
      high: '此报价项不带小数',
    })
    expect(read({ low: '平' }, { last: null }).refusals.low).toBe('没有上期价格，不能按上期推算')
    expect(read({ low: '-9000' }).refusals.low).toBe('推算的结果为负数')
  })

  it('§1 an item with one price takes it from any cell', () => {
    for (const cell of ['low', 'high', 'average'])
      expect(read({ [cell]: '+5' }, { rules: single, last: { low: '10', high: '10', average: '10' } })).toEqual(
        entered('15', '15', '15'),
      )
    expect(read({ low: '8500-8600' }, { rules: single }).refusals).toEqual({ low: '此报价项只填一个价格' })
    expect(read({ low: '1', high: '2' }, { rules: single }).refusals.high).toContain('不一致')
  })
})
