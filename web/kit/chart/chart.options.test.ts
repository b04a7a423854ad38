import { describe, expect, it } from 'vitest'
import { type ChartData, describeChart } from './chart.data.ts'
import { type ChartTheme, moves, optionOf, palettes, pictureOf, tooltipText } from './chart.options.ts'

const theme: ChartTheme = {
  isDark: false,
  text: '#1f2329',
  textSoft: '#4b5260',
  line: '#d5d9e0',
  lineSoft: '#e6e9ee',
  surface: '#ffffff',
  font: 'sans-serif',
  hasMotion: true,
}
const labels = (count: number) => Array.from({ length: count }, (_, n) => `第 ${n} 天`)
const line = (count: number, names = ['铜']): ChartData => ({
  kind: 'line',
  title: '价格',
  unit: '元',
  labelName: '日期',
  labels: labels(count),
  series: names.map((name) => ({ name, values: labels(count).map((_, n) => String(n)) })),
})
type Bag = Record<string, unknown>
const seriesOf = (data: ChartData, of = theme) => optionOf(data, of).series as Bag[]

describe('lines', () => {
  it('draw decimal strings and gaps, each line with its own symbol', () => {
    const data = line(3, ['铜', '铝'])
    if (data.kind !== 'line') throw new Error()
    const [copper, aluminium] = seriesOf({ ...data, series: [{ name: '铜', values: ['1.5', null] }, ...data.series] })
    expect(copper).toMatchObject({ type: 'line', data: [1.5, null, null], connectNulls: false, showSymbol: true })
    expect(copper?.symbol).not.toBe(aluminium?.symbol)
  })

  it('have no symbols if they have many points, and a slider if they have very many', () => {
    expect(seriesOf(line(41))[0]).toMatchObject({ showSymbol: false, sampling: 'lttb' })
    expect(optionOf(line(121), theme).dataZoom).toHaveLength(2)
    expect(optionOf(line(120), theme).dataZoom).toBeUndefined()
  })

  it('have a legend from two series on, and an axis that need not start at zero', () => {
    expect(optionOf(line(3), theme)).toMatchObject({ legend: { show: false }, yAxis: [{ scale: true, name: '元' }] })
    expect(optionOf(line(3, ['铜', '铝']), theme)).toMatchObject({ legend: { show: true } })
  })
})

describe('bars', () => {
  const bars = { ...line(2), kind: 'bar' } as Extract<ChartData, { kind: 'bar' }>

  it('start at zero, and can be stacked', () => {
    expect(optionOf(bars, theme)).toMatchObject({ yAxis: [{ scale: false }], xAxis: { boundaryGap: true } })
    expect(seriesOf({ ...bars, stacked: true })[0]).toMatchObject({ stack: 'all' })
    expect(seriesOf(bars)[0]).not.toHaveProperty('stack')
  })

  it.each([
    [false, moves.light],
    [true, moves.dark],
  ])('rise red and fall green (dark: %s)', (isDark, { rise, fall }) => {
    const data: ChartData = { ...bars, signed: true, series: [{ name: '涨跌', values: ['2', '-1'] }] }
    expect(seriesOf(data, { ...theme, isDark })[0]?.data).toEqual([
      { value: 2, itemStyle: { color: rise } },
      { value: -1, itemStyle: { color: fall } },
    ])
  })
})

describe('text that people wrote', () => {
  const evil = '<img src=x onerror=alert(1)>{b|bold}'

  it('is in the tooltip as text on the canvas, with units and without markup', () => {
    const data = { ...line(1, [evil]), decimals: 2 } as ChartData
    expect(optionOf(data, theme).tooltip).toMatchObject({ renderMode: 'richText' })
    expect(tooltipText(data, [{ axisValueLabel: '11-20', seriesName: evil, value: 68_000 }])).toBe(
      '11-20\n<img src=x onerror=alert(1)>｛b|bold｝  68,000.00 元',
    )
    expect(tooltipText(data, [{ axisValueLabel: '11-20', seriesName: '铜', value: null }])).toBe('11-20\n铜  —')
  })

  it('is not read as markup in slices and gauges either', () => {
    const pie: ChartData = { kind: 'pie', title: '', labelName: '', slices: [{ name: evil, value: 1 }] }
    expect(JSON.stringify(seriesOf(pie)[0]?.data)).not.toMatch(/[{]b\|/)
    expect(tooltipText(pie, { name: '试用', value: 3, percent: 75 })).toBe('试用\n3（75%）')
    const gauge: ChartData = { kind: 'gauge', title: '', name: '已更新', value: '3', most: 4, unit: '条' }
    expect(optionOf(gauge, theme).tooltip).toMatchObject({ show: false })
    expect(seriesOf(gauge)[0]).toMatchObject({ max: 4, data: [{ name: '已更新', value: 3 }] })
  })
})

it('has an axis for each unit, and marks the marked values', () => {
  const data: ChartData = {
    kind: 'line',
    title: '',
    labelName: '日期',
    labels: ['11-18', '11-19'],
    connected: true,
    series: [
      { name: '铜', unit: '元/吨', values: ['1', '2'], marked: { at: [1], label: '有更正' } },
      { name: '铝', unit: '美元/吨', values: ['3', null], marked: { at: [1], label: '有更正' } },
      { name: '锌', unit: '元/吨', values: ['3', '4'] },
    ],
  }
  expect(optionOf(data, theme).yAxis).toMatchObject([
    { name: '元/吨', position: 'left' },
    { name: '美元/吨', position: 'right', splitLine: { show: false } },
  ])
  const [copper, aluminium, zinc] = seriesOf(data)
  expect(copper).toMatchObject({ yAxisIndex: 0, connectNulls: true, markPoint: { data: [{ coord: ['11-19', 2] }] } })
  expect(aluminium).toMatchObject({ yAxisIndex: 1, markPoint: { data: [] } })
  expect(zinc).toMatchObject({ yAxisIndex: 0 })
  const pointed = [{ axisValueLabel: '11-19', seriesName: '铜', seriesIndex: 0, dataIndex: 1, value: 2 }]
  expect(tooltipText(data, pointed)).toBe('11-19\n铜  2 元/吨（有更正）')
})

it('has a line with its text at each note, also in the tooltip and the description', () => {
  const data = { ...line(3, ['铜', '铝']), notes: [{ at: 1, text: '{限产}' }] } as ChartData
  const [copper, aluminium, notes] = seriesOf(data)
  // not in a series that the legend can hide
  expect([copper, aluminium].some((each) => 'markLine' in (each ?? {}))).toBe(false)
  expect(notes).toMatchObject({ data: [], markLine: { data: [{ name: '｛限产｝', xAxis: 1 }] } })
  expect(notes).not.toHaveProperty('name')
  const pointed = (dataIndex: number) => [
    { axisValueLabel: '第 1 天', seriesName: '铜', seriesIndex: 0, dataIndex, value: 1 },
  ]
  expect(tooltipText(data, pointed(1))).toBe('第 1 天\n铜  1 元\n标注：｛限产｝')
  expect(tooltipText(data, pointed(2))).not.toContain('标注')
  expect(describeChart(data)).toContain('标注：第 1 天 {限产}。')
})

it('is not animated with reduced motion or as a picture, which has its title and a background', () => {
  expect(optionOf(line(2), { ...theme, hasMotion: false }).animation).toBe(false)
  const option = pictureOf(line(2, ['铜', '铝']), theme)
  const title = { text: '价格' }
  expect(option).toMatchObject({ animation: false, backgroundColor: '#ffffff', title, legend: { top: 44 } })
})

/** WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
const linear = (colour: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })

/** How a colour looks without one kind of cone: Viénot, Brettel and Mollon 1999, in linear RGB. */
const seen = {
  everybody: ([r = 0, g = 0, b = 0]: number[]) => [r, g, b],
  protanopia: ([r = 0, g = 0, b = 0]: number[]) => [
    0.11238 * r + 0.88762 * g,
    0.11238 * r + 0.88762 * g,
    0.00401 * r - 0.00401 * g + b,
  ],
  deuteranopia: ([r = 0, g = 0, b = 0]: number[]) => [
    0.29275 * r + 0.70725 * g,
    0.29275 * r + 0.70725 * g,
    -0.02234 * r + 0.02234 * g + b,
  ],
}
/** CIE L*a*b* of a linear colour. */
function lab([r = 0, g = 0, b = 0]: number[]): number[] {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

describe.each([
  ['light', '#ffffff'],
  ['dark', '#181c22'],
] as const)('the palette in %s mode', (mode, surface) => {
  it('has enough contrast on its surface', () => {
    for (const colour of palettes[mode]) expect(contrast(colour, surface), colour).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.entries(seen))('has first five colours that differ for %s', (_who, see) => {
    const colours = palettes[mode].slice(0, 5).map((colour) => ({ colour, lab: lab(see(linear(colour))) }))
    for (const [at, one] of colours.entries()) {
      for (const other of colours.slice(at + 1)) {
        const distance = Math.hypot(...one.lab.map((part, n) => part - (other.lab[n] ?? 0)))
        expect(distance, `${one.colour} ${other.colour}`).toBeGreaterThan(10)
      }
    }
  })
})
