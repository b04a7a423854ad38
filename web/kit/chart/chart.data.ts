// What a chart is drawn from, and the same as words and as a table. Nothing here knows how it is drawn.

/** A figure: a number, a decimal string as the server sends it, or null where there is none. */
export type Figure = number | string | null

export type Series = {
  name: string
  values: readonly Figure[]
  /** Where units differ: each has an axis of its own. */
  unit?: string
  /** Indexes of values that are marked, and what the mark says. */
  marked?: { at: readonly number[]; label: string }
}

type Common = {
  /** What the chart shows; it stands above it, in the table's caption and in the picture. */
  title: string
  /** Of every figure: `元/吨`. */
  unit?: string
  /** Digits after the point; as many as a figure has where it is left out. */
  decimals?: number
}

/** Lines and bars have a value of each series for each label. */
type OverLabels = Common & {
  /** What the labels are: 日期. */
  labelName: string
  labels: readonly string[]
  series: readonly Series[]
  /** What happened at labels, by their index: a line across the chart with its text. */
  notes?: readonly { at: number; text: string }[]
}

export type ChartData =
  /** `connected`: lines go on over labels without a value. */
  | (OverLabels & { kind: 'line'; connected?: boolean })
  /** `stacked`: series above each other. `signed`: rises red, falls green, as is usual here; for one series. */
  | (OverLabels & { kind: 'bar'; stacked?: boolean; signed?: boolean })
  | (Common & { kind: 'pie'; labelName: string; slices: readonly { name: string; value: Figure }[] })
  /** How far `value` is on the way to `most`. */
  | (Common & { kind: 'gauge'; name: string; value: Figure; most: number })

/** For drawing alone: the table shows figures as they came. */
export const toNumber = (figure: Figure): number | null => {
  if (figure === null || figure === '') return null
  const number = Number(figure)
  return Number.isFinite(number) ? number : null
}

const NONE = '—'
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** With thousands; a decimal string keeps its digits, however many. */
export function formatFigure(figure: Figure, decimals?: number): string {
  if (toNumber(figure) === null) return NONE
  const isExact = typeof figure === 'string' && decimals === undefined && /^-?\d+(?:\.\d+)?$/.test(figure)
  const text = isExact ? figure : decimals === undefined ? String(Number(figure)) : Number(figure).toFixed(decimals)
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\..*)?$/.exec(text) ?? []
  if (!whole) return text
  return `${/[1-9]/.test(whole + rest) ? sign : ''}${grouped(whole)}${rest}`
}

export function isEmpty(data: ChartData): boolean {
  const figures =
    data.kind === 'gauge'
      ? [data.value]
      : data.kind === 'pie'
        ? data.slices.map(({ value }) => value)
        : data.series.flatMap(({ values }) => values)
  return figures.every((figure) => toNumber(figure) === null)
}

export type ChartTable = { heads: readonly string[]; rows: readonly (readonly string[])[] }

const withUnit = (name: string, unit: string | undefined) => (unit ? `${name}（${unit}）` : name)

/** The figures as rows: one for each label, slice, or the one value. */
export function tableOf(data: ChartData): ChartTable {
  const format = (figure: Figure | undefined) => formatFigure(figure ?? null, data.decimals)
  if (data.kind === 'gauge') {
    return {
      heads: ['项目', withUnit('当前值', data.unit), withUnit('目标', data.unit)],
      rows: [[data.name, format(data.value), format(data.most)]],
    }
  }
  if (data.kind === 'pie') {
    const sum = data.slices.reduce((all, { value }) => all + (toNumber(value) ?? 0), 0)
    const share = (figure: Figure) => (sum > 0 ? `${(((toNumber(figure) ?? 0) / sum) * 100).toFixed(1)}%` : NONE)
    return {
      heads: [data.labelName, withUnit('数值', data.unit), '占比'],
      rows: data.slices.map(({ name, value }) => [name, format(value), share(value)]),
    }
  }
  return {
    heads: [data.labelName, ...data.series.map(({ name, unit = data.unit }) => withUnit(name, unit))],
    rows: data.labels.map((label, at) => [label, ...data.series.map(({ values }) => format(values[at]))]),
  }
}

const kinds = { line: '折线图', bar: '柱状图', pie: '饼图', gauge: '仪表图' } as const

/** More than these are counted. */
const DESCRIBED = 6

/** The chart in a sentence, for who does not see it. */
export function tellChart(data: ChartData): string {
  const format = (figure: Figure, unit = data.unit) => `${formatFigure(figure, data.decimals)}${unit ?? ''}`
  const start = `${data.title}，${kinds[data.kind]}`
  if (data.kind === 'gauge') return `${start}：${data.name} ${format(data.value)}，目标 ${format(data.most)}。`
  if (data.kind === 'pie') {
    const items = data.slices.slice(0, DESCRIBED).map(({ name, value }) => `${name} ${format(value)}`)
    const rest = data.slices.length > DESCRIBED ? `，等 ${data.slices.length} 项` : ''
    return `${start}：${items.join('，')}${rest}。`
  }
  const items = data.series.slice(0, DESCRIBED).map(({ name, values, unit }) => {
    const numbers = values.flatMap((figure) => toNumber(figure) ?? [])
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
    return numbers.length > 0 ? `${name} 最低 ${format(least, unit)}，最高 ${format(most, unit)}` : `${name} 无数据`
  })
  const rest = data.series.length > DESCRIBED ? `；等 ${data.series.length} 个系列` : ''
  const notes = (data.notes ?? []).map(({ at, text }) => `${data.labels[at]} ${text}`)
  const noted = notes.length > 0 ? `标注：${notes.join('；')}。` : ''
  const [first, last] = [data.labels[0], data.labels.at(-1)]
  return `${start}，${data.labelName} ${first} 至 ${last}，共 ${data.labels.length} 项：${items.join('；')}${rest}。${noted}`
}
