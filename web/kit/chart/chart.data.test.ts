import { describe, expect, it } from 'vitest'
import { type ChartData, describeChart, formatFigure, isEmpty, tableOf, toNumber } from './chart.data.ts'

const prices: ChartData = {
  kind: 'line',
  title: '铜价',
  unit: '元/吨',
  labelName: '日期',
  labels: ['11-18', '11-19', '11-20'],
  series: [
    { name: '上海', values: ['68120.50', null, '68400.00'] },
    { name: '广东', values: [67000, 67100] },
  ],
}

describe('values', () => {
  it.each([
    ['68120.50', undefined, '68,120.50'],
    ['-1234567890123456789.10', undefined, '-1,234,567,890,123,456,789.10'],
    ['68120.5', 2, '68,120.50'],
    [1_234.5, undefined, '1,234.5'],
    [0, undefined, '0'],
    [-0.4, 0, '0'],
    [null, 2, '—'],
    ['', undefined, '—'],
    ['none', undefined, '—'],
  ] as const)('shows %j with %j digits as %s', (figure, decimals, text) => {
    expect(formatFigure(figure, decimals)).toBe(text)
  })

  it('turns missing values into gaps, never into zero', () => {
    expect([toNumber(''), toNumber(null), toNumber('x'), toNumber('Infinity'), toNumber('0.10')]).toEqual([
      null,
      null,
      null,
      null,
      0.1,
    ])
  })
})

describe('a chart without values', () => {
  it('is empty, whatever its kind', () => {
    expect(isEmpty({ ...prices, series: [] } as ChartData)).toBe(true)
    expect(isEmpty({ ...prices, series: [{ name: 'x', values: [null, ''] }] } as ChartData)).toBe(true)
    expect(isEmpty({ kind: 'pie', title: '', labelName: '', slices: [] })).toBe(true)
    expect(isEmpty({ kind: 'gauge', title: '', name: '', value: null, most: 1 })).toBe(true)
    expect(isEmpty(prices)).toBe(false)
  })
})

describe('the table', () => {
  it('has a row for each label, with exact values, and a dash for missing ones', () => {
    expect(tableOf(prices)).toEqual({
      heads: ['日期', '上海（元/吨）', '广东（元/吨）'],
      rows: [
        ['11-18', '68,120.50', '67,000'],
        ['11-19', '—', '67,100'],
        ['11-20', '68,400.00', '—'],
      ],
    })
  })

  it('has the share of each slice', () => {
    const slices = [
      { name: '试用', value: 3 },
      { name: '正式', value: '1' },
      { name: '无', value: null },
    ]
    const { heads, rows } = tableOf({ kind: 'pie', title: '', labelName: '类型', slices })
    expect(heads).toEqual(['类型', '数值', '占比'])
    expect(rows).toEqual([
      ['试用', '3', '75.0%'],
      ['正式', '1', '25.0%'],
      ['无', '—', '0.0%'],
    ])
    expect(tableOf({ kind: 'pie', title: '', labelName: '', slices: [{ name: 'a', value: 0 }] }).rows).toEqual([
      ['a', '0', '—'],
    ])
  })

  it('of a gauge has its value and its target', () => {
    const data: ChartData = { kind: 'gauge', title: '', name: '已更新', value: 320, most: 400, unit: '条' }
    expect(tableOf(data)).toEqual({ heads: ['项目', '当前值（条）', '目标（条）'], rows: [['已更新', '320', '400']] })
  })
})

it('describes a chart in a sentence', () => {
  expect(describeChart(prices)).toBe(
    '铜价，折线图，日期 11-18 至 11-20，共 3 项：上海 最低 68,120.5元/吨，最高 68,400元/吨；广东 最低 67,000元/吨，最高 67,100元/吨。',
  )
  const slices = Array.from({ length: 8 }, (_, n) => ({ name: `类${n}`, value: n }))
  expect(describeChart({ kind: 'pie', title: '来源', labelName: '类', slices })).toMatch(
    /^来源，饼图：类0 0，.*类5 5，等 8 项。$/,
  )
})
