// The data of charts, and its description as text and as a table; independent of how charts are drawn.

/** A value: a number, a decimal string as the server sends it, or null if there is none. */
export type Figure = number | string | null

export type Series = {
  name: string
  values: readonly Figure[]
  /** If units differ; each unit has its own axis. */
  unit?: string
  /** Indices of marked values, and the text of the mark. */
  marked?: { at: readonly number[]; label: string }
}

type Common = {
  /** What the chart shows; used as its heading, the table's caption and the picture's title. */
  title: string
  /** Of all values, such as `元/吨`. */
  unit?: string
  /** Decimal places; by default as many as a value has. */
  decimals?: number
}

/** Lines and bars have a value of each series for each label. */
type OverLabels = Common & {
  /** What the labels are, such as 日期. */
  labelName: string
  labels: readonly string[]
  series: readonly Series[]
  /** Notes at labels, by their index: each is a line across the chart with its text. */
  notes?: readonly { at: number; text: string }[]
}

export type ChartData =
  /** `connected`: lines bridge labels without a value. */
  | (OverLabels & { kind: 'line'; connected?: boolean })
  /** `stacked`: series on top of each other. `signed`: rises red, falls green, as is usual in China; for one series. */
  | (OverLabels & { kind: 'bar'; stacked?: boolean; signed?: boolean })
  | (Common & { kind: 'pie'; labelName: string; slices: readonly { name: string; value: Figure }[] })
  /** `value` relative to the target `most`. */
  | (Common & { kind: 'gauge'; name: string; value: Figure; most: number })

/** For drawing only; the table shows the exact values. */
export const toNumber = (figure: Figure): number | null => {
  if (figure === null || figure === '') return null
  const number = Number(figure)
  return Number.isFinite(number) ? number : null
}

const NONE = '—'
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** With thousands separators; a decimal string keeps all its digits. */
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

/** The values as rows: one for each label or slice, or a single one. */
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

/** Further ones are only counted. */
const DESCRIBED = 6

/** The chart as a sentence, for people who cannot see it. */
export function describeChart(data: ChartData): string {
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
