import { describe, expect, it } from 'vitest'
import type { PriceData } from '#contract/prices/price-data.ts'
import { daysOf, isSameTerms, parseTerms, printTerms, queryOf, termsOfView, viewOf } from './search-data.rules.ts'
import { byYear, chartOf, rebase } from './search-data-chart.rules.ts'

const TODAY = '2026-11-23'
const address =
  'c=item-12&c=series-3&range=own&from=2026-01-01&to=2026-03-31&length=month&measure=average&fill=last&at=77&currency=CNY&rates=USD%3A7.1&tax=ex&taxRate=13&drawing=rebased'
const read = (text: string) => parseTerms([...new URLSearchParams(text)])

describe('the address', () => {
  it('prints the whole query, and parses it back', () => {
    const terms = read(address)
    expect(new URLSearchParams(printTerms(terms).map(([key, text]) => [key, text])).toString()).toBe(address)
    expect(queryOf(terms, TODAY)).toEqual({
      columns: [
        { kind: 'item', id: '12' },
        { kind: 'series', id: '3' },
      ],
      from: '2026-01-01',
      to: '2026-03-31',
      length: 'month',
      measure: 'average',
      fill: 'last',
      asKnownAt: '77',
      currency: 'CNY',
      rates: [{ currency: 'USD', rate: '7.1' }],
      isTaxIncluded: false,
      taxRate: '13',
    })
    expect(isSameTerms(termsOfView(viewOf(terms)), terms)).toBe(true)
  })

  it('ignores invalid texts, and leaves out defaults', () => {
    const terms = read('c=item-x&c=price-1&c=item-5&c=item-5&range=z&length=1&at=a&on=gestern&rates=USD:x,ABC:1&tax=1')
    expect(printTerms(terms)).toEqual([['c', 'item-5']])
    expect(queryOf(read(''), TODAY)).toBeNull()
  })
})

it.each([
  ['y1', TODAY, '2025-11-23'],
  ['m1', '2026-03-31', '2026-02-28'],
  ['y5', '2028-02-29', '2023-02-28'],
] as const)('%s before %s begins on %s', (range, today, from) => {
  expect(daysOf({ ...read(''), range }, today)).toEqual({ from, to: today })
})

describe('the chart', () => {
  it('rebases to 100 exactly; a column that does not begin above zero is empty', () => {
    expect(rebase([null, '3', '1', null, '4.5'])).toEqual([null, '100.00', '33.33', null, '150.00'])
    expect(rebase(['0', '1'])).toEqual([null, null])
    expect(rebase(['-1', '1'])).toEqual([null, null])
  })

  it('draws one line for each year', () => {
    const periods = ['2025-01-11', '2025-02-01', '2026-01-01', '2026-01-11']
    expect(byYear(periods, ['1', '2', '3', '4'], 'tenDay')).toEqual({
      labels: ['01 上旬', '01 中旬', '02 上旬'],
      series: [
        { name: '2025 年', values: [null, '1', '2'] },
        { name: '2026 年', values: ['3', '4', null] },
      ],
    })
    expect(byYear(['2025-01-06', '2026-01-05'], ['1', '2'], 'week').labels).toEqual(['第 01 周'])
  })

  it('prices.md has notes at the period of their day, none before the first, none in the seasonal drawing', () => {
    const data: PriceData = {
      asKnownAt: '1',
      knownAt: null,
      missing: 0,
      length: 'month',
      periods: ['2026-10-01', '2026-11-01'],
      from: '2026-10-15',
      to: '2026-11-30',
      partial: [0],
      columns: [
        {
          kind: 'item',
          id: '1',
          code: '',
          productName: '',
          from: null,
          until: null,
          name: '铜',
          unit: '元/吨',
          filled: [],
          corrections: [],
          values: ['1', '2'],
        },
      ],
    }
    const note = (day: string) => ({ id: day, day, caption: `限产 ${day}`, productName: '', byName: '' })
    const notes = [note('2026-09-30'), note('2026-10-31'), note('2026-11-01')]
    expect(chartOf(data, 'plain', 0, notes)).toMatchObject({
      labels: ['2026-10（不完整）', '2026-11'],
      notes: [
        { at: 0, text: '限产 2026-10-31' },
        { at: 1, text: '限产 2026-11-01' },
      ],
    })
    expect(chartOf(data, 'seasonal', 0, notes)).not.toHaveProperty('notes')
    expect(chartOf(data, 'seasonal')).toMatchObject({ series: [{ marked: { at: [0], label: '不完整' } }] })
  })

  it('has the unit of each column, and marks corrected values', () => {
    const own = { kind: 'item' as const, code: '', productName: '', from: null, until: null, filled: [] }
    const data: PriceData = {
      asKnownAt: '1',
      knownAt: null,
      missing: 0,
      length: 'day',
      periods: ['2026-11-02', '2026-11-03'],
      from: '2026-11-02',
      to: '2026-11-03',
      partial: [],
      columns: [
        {
          ...own,
          id: '1',
          name: '铜',
          unit: '元/吨',
          values: ['1', '2'],
          corrections: [{ at: 1, before: '3', steps: ['3'] }],
        },
        { ...own, id: '2', name: '铝', unit: '美元/吨', values: [null, '2'], corrections: [] },
      ],
    }
    expect(chartOf(data, 'plain')).toMatchObject({
      series: [
        { unit: '元/吨', marked: { at: [1], label: '有更正' } },
        { unit: '美元/吨', marked: { at: [] } },
      ],
    })
    expect(chartOf(data, 'seasonal', 1)).toMatchObject({
      title: '铝 历年同期',
      unit: '美元/吨',
    })
  })
})
