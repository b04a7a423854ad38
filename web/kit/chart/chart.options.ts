// Turns chart data into ECharts options. Text that people wrote is drawn on the canvas: no HTML, so that a name cannot
// inject any, and no style attributes, which the Content-Security-Policy forbids.
import type { BarSeriesOption, EChartsOption, LineSeriesOption } from 'echarts'
import { type ChartData, type Figure, formatFigure, type Series, toNumber } from './chart.data.ts'

/** The parts of the page's theme that a chart uses. */
export type ChartTheme = {
  isDark: boolean
  text: string
  textSoft: string
  line: string
  lineSoft: string
  surface: string
  font: string
  hasMotion: boolean
}

/**
 * Distinguishable with any colour vision (after Okabe and Ito), with a contrast of at least 3 : 1 on the surface of its
 * mode. Lines also differ in their symbols, so that nothing depends on colour alone.
 */
export const palettes = {
  light: ['#0072b2', '#b84a00', '#00855f', '#b04f8a', '#b58a00', '#2a88c4', '#6b4fa3', '#55606e'],
  dark: ['#56b4e9', '#ff9d4d', '#2fcf9f', '#e79cc8', '#f0d860', '#8fb8ff', '#b9a1f0', '#a9b4c2'],
} as const
/** spec experience "Charts": rises red, falls green. */
export const moves = {
  light: { rise: '#c42b3b', fall: '#237a3f' },
  dark: { rise: '#ff8088', fall: '#5fc480' },
} as const

const marks = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond']
/** With more points than these, symbols would hide the line. */
const MARKED_POINTS = 40
/** With more labels than these, a slider selects the part that is shown. */
const SHOWN_LABELS = 120
const ANIMATION_MS = 160
const SLIDER_PX = 24
const MARK_PX = 11
/** Distance between axes on the same side, px. */
const AXIS_PX = 64

/** ECharts would read `{name|text}` as markup. */
const plain = (text: string) => text.replaceAll('{', '｛').replaceAll('}', '｝')

type OverLabels = Extract<ChartData, { kind: 'line' | 'bar' }>

/** The distinct units; each has an axis. */
const unitsOf = (data: OverLabels): string[] => [...new Set(data.series.map(({ unit = data.unit }) => unit ?? ''))]

type Marked = NonNullable<Series['marked']>

function markPointOf(
  { at, label }: Marked,
  labels: readonly string[],
  numbers: readonly (number | null)[],
  theme: ChartTheme,
): NonNullable<LineSeriesOption['markPoint']> {
  return {
    symbol: 'emptyCircle',
    symbolSize: MARK_PX,
    label: { show: false },
    itemStyle: { color: theme.text, borderColor: theme.text, borderWidth: 2 },
    data: at.flatMap((index) => {
      const [x, y] = [labels[index], numbers[index]]
      return x === undefined || y === undefined || y === null ? [] : [{ name: plain(label), coord: [x, y] }]
    }),
  }
}

/** A series of its own without a name: it is not in the legend, so the notes cannot be hidden with another series. */
function notesOf(notes: NonNullable<OverLabels['notes']>, theme: ChartTheme): LineSeriesOption {
  return {
    type: 'line',
    data: [],
    markLine: {
      symbol: 'none',
      silent: true,
      lineStyle: { color: theme.textSoft, type: 'dashed', width: 1 },
      label: { color: theme.text, fontFamily: theme.font, position: 'end', rotate: 0, distance: 4, formatter: '{b}' },
      data: notes.map(({ at, text }) => ({ name: plain(text), xAxis: at })),
    },
  }
}

function seriesOf(data: OverLabels, theme: ChartTheme): (LineSeriesOption | BarSeriesOption)[] {
  const { rise, fall } = moves[theme.isDark ? 'dark' : 'light']
  const axes = unitsOf(data)
  return data.series.map(({ name, values, unit = data.unit, marked }, at) => {
    const numbers = data.labels.map((_label, index) => toNumber(values[index] ?? null))
    if (data.kind === 'line') {
      return {
        type: 'line',
        name,
        data: numbers,
        symbol: marks[at % marks.length] ?? 'circle',
        symbolSize: 7,
        showSymbol: numbers.length <= MARKED_POINTS,
        connectNulls: data.connected ?? false,
        yAxisIndex: axes.indexOf(unit ?? ''),
        ...(marked?.at.length && { markPoint: markPointOf(marked, data.labels, numbers, theme) }),
        sampling: 'lttb',
        lineStyle: { width: 2 },
      }
    }
    return {
      type: 'bar',
      name,
      barMaxWidth: 32,
      ...(data.stacked && { stack: 'all' }),
      data: data.signed
        ? numbers.map((value) => ({ value, itemStyle: { color: (value ?? 0) >= 0 ? rise : fall } }))
        : numbers,
    }
  })
}

function overLabels(data: OverLabels, theme: ChartTheme): EChartsOption {
  const hasLegend = data.series.length > 1
  const isLong = data.labels.length > SHOWN_LABELS
  const axisText = { color: theme.textSoft, fontFamily: theme.font }
  const units = unitsOf(data)
  return {
    grid: {
      left: 8,
      right: 28,
      top: (units.some(Boolean) || data.notes?.length ? 32 : 12) + (hasLegend ? 28 : 0),
      bottom: isLong ? SLIDER_PX + 16 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: {
      show: hasLegend,
      type: 'scroll',
      top: 0,
      left: 0,
      textStyle: { color: theme.text, fontFamily: theme.font },
    },
    xAxis: {
      type: 'category',
      data: [...data.labels],
      boundaryGap: data.kind === 'bar',
      axisLabel: { ...axisText, hideOverlap: true },
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
    },
    yAxis: units.map((unit, at) => ({
      type: 'value',
      // bars must start at zero, price lines need not
      scale: data.kind === 'line',
      position: at === 0 ? 'left' : 'right',
      offset: Math.max(0, at - 1) * AXIS_PX,
      name: unit,
      nameTextStyle: { ...axisText, align: at === 0 ? 'left' : 'right' },
      axisLabel: { ...axisText, formatter: (value: number) => formatFigure(value) },
      splitLine: { show: at === 0, lineStyle: { color: theme.lineSoft } },
    })),
    ...(isLong && {
      dataZoom: [
        { type: 'inside', filterMode: 'none' },
        {
          type: 'slider',
          height: SLIDER_PX,
          bottom: 4,
          filterMode: 'none',
          textStyle: axisText,
          borderColor: theme.line,
        },
      ],
    }),
    series: [...seriesOf(data, theme), ...(data.notes?.length ? [notesOf(data.notes, theme)] : [])],
  }
}

type Pointed = {
  name?: string
  seriesName?: string
  seriesIndex?: number
  dataIndex?: number
  value?: unknown
  axisValueLabel?: string
  percent?: number
}

/** The tooltip, as plain lines of text. */
export function tooltipText(data: ChartData, params: unknown): string {
  const points = (Array.isArray(params) ? params : [params]) as Pointed[]
  const figure = (value: unknown, unit = data.unit) => {
    const text = formatFigure((value ?? null) as Figure, data.decimals)
    return unit && text !== '—' ? `${text} ${unit}` : text
  }
  if (data.kind === 'pie') {
    const [{ name = '', value, percent } = {}] = points
    return plain(`${name}\n${figure(value)}（${percent}%）`)
  }
  if (data.kind === 'gauge') return plain(`${data.name}\n${figure(data.value)}`)
  const [first] = points
  const lines = points.map(({ seriesName = '', seriesIndex = -1, dataIndex = -1, value }) => {
    const { unit, marked } = data.series[seriesIndex] ?? {}
    return `${seriesName}  ${figure(value, unit)}${marked?.at.includes(dataIndex) ? `（${marked.label}）` : ''}`
  })
  const notes = (data.notes ?? []).flatMap(({ at, text }) => (at === first?.dataIndex ? [`标注：${text}`] : []))
  return plain([first?.axisValueLabel ?? first?.name ?? '', ...lines, ...notes].join('\n'))
}

function pieOf(data: Extract<ChartData, { kind: 'pie' }>, theme: ChartTheme): EChartsOption {
  return {
    series: [
      {
        type: 'pie',
        radius: ['42%', '68%'],
        data: data.slices.map(({ name, value }) => ({ name: plain(name), value: toNumber(value) ?? 0 })),
        // names are beside their slices, so that nothing depends on colour
        label: { color: theme.text, fontFamily: theme.font, formatter: '{b}  {d}%' },
        labelLine: { lineStyle: { color: theme.line } },
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
      },
    ],
  }
}

function gaugeOf(data: Extract<ChartData, { kind: 'gauge' }>, theme: ChartTheme): EChartsOption {
  const [colour] = palettes[theme.isDark ? 'dark' : 'light']
  return {
    series: [
      {
        type: 'gauge',
        min: 0,
        max: data.most,
        startAngle: 210,
        endAngle: -30,
        progress: { show: true, width: 14, itemStyle: { color: colour } },
        axisLine: { lineStyle: { width: 14, color: [[1, theme.lineSoft]] } },
        pointer: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        title: { color: theme.textSoft, fontFamily: theme.font, fontSize: 13, offsetCenter: [0, '32%'] },
        detail: {
          color: theme.text,
          fontFamily: theme.font,
          fontSize: 24,
          offsetCenter: [0, '0%'],
          formatter: () => plain(`${formatFigure(data.value, data.decimals)}${data.unit ? ` ${data.unit}` : ''}`),
        },
        data: [{ name: plain(data.name), value: toNumber(data.value) ?? 0 }],
      },
    ],
  }
}

const formOf = (data: ChartData, theme: ChartTheme): EChartsOption => {
  if (data.kind === 'pie') return pieOf(data, theme)
  return data.kind === 'gauge' ? gaugeOf(data, theme) : overLabels(data, theme)
}

export function optionOf(data: ChartData, theme: ChartTheme): EChartsOption {
  return {
    color: [...palettes[theme.isDark ? 'dark' : 'light']],
    backgroundColor: 'transparent',
    animation: theme.hasMotion,
    animationDuration: ANIMATION_MS,
    animationDurationUpdate: ANIMATION_MS,
    textStyle: { fontFamily: theme.font, color: theme.text },
    tooltip: {
      show: data.kind !== 'gauge',
      trigger: data.kind === 'pie' ? 'item' : 'axis',
      // on the canvas: an HTML tooltip would read names as markup, and use style attributes
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 13 },
      formatter: (points: unknown) => tooltipText(data, points),
    },
    ...formOf(data, theme),
  }
}

const TITLE_PX = 44

/** The options for a picture: with a background, and the title, which the page shows above the chart. */
export function pictureOf(data: ChartData, theme: ChartTheme): EChartsOption {
  const option = optionOf(data, { ...theme, hasMotion: false })
  const grid = option.grid as { top: number } | undefined
  const legend = option.legend as { top: number } | undefined
  return {
    ...option,
    backgroundColor: theme.surface,
    title: {
      text: plain(data.title),
      left: 12,
      top: 12,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 16 },
    },
    ...(grid && { grid: { ...grid, top: grid.top + TITLE_PX } }),
    ...(legend && { legend: { ...legend, top: TITLE_PX, left: 8 } }),
  }
}
