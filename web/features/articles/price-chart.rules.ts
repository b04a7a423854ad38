// Chart data of a chart block: alone, or compared with an earlier version.
import type { ChartBinding } from '#contract/articles/bound-figures.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'

const common = { kind: 'line', labelName: '日期', connected: true } as const

export const chartData = ({ title, unit, points }: ChartBinding): ChartData => ({
  ...common,
  title,
  ...(unit && { unit }),
  labels: points.map(({ day }) => day),
  series: [{ name: '均价', values: points.map(({ value }) => value) }],
})

/** Covers the days of both. */
export function chartChange(before: ChartBinding, after: ChartBinding): ChartData {
  const labels = [...new Set([...before.points, ...after.points].map(({ day }) => day))].sort()
  const line = (name: string, { points, unit }: ChartBinding) => {
    const values = new Map(points.map(({ day, value }) => [day, value]))
    return { name, values: labels.map((day) => values.get(day) ?? null), ...(unit && { unit }) }
  }
  const title = before.title === after.title ? after.title : `${before.title} → ${after.title}`
  return { ...common, title, labels, series: [line('原均价', before), line('新均价', after)] }
}
