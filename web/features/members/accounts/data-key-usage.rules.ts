// Chart data of an account's calls by day and data set, including days without calls.
import { addDays, eachDay } from '#contract/days.ts'
import { type DataSet, dataSetLabels, dataSets, type UsageRow } from '#contract/members/data-keys.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'

export type Measure = 'calls' | 'refused'
export const measureLabels = { calls: '调用次数', refused: '拒绝次数' } as const

type Usage = { today: string; rows: readonly UsageRow[] }

/** One series for each data set whose measure is above zero on some day. */
export function usageChart({ today, rows }: Usage, days: number, measure: Measure): ChartData {
  const labels = eachDay(addDays(today, 1 - days), today)
  const counts = new Map(rows.map((row) => [`${row.day} ${row.dataSet}`, row[measure]]))
  const used = new Set(rows.filter((row) => row[measure] > 0).map(({ dataSet }) => dataSet))
  const valuesOf = (dataSet: DataSet) => labels.map((day) => counts.get(`${day} ${dataSet}`) ?? 0)
  return {
    kind: 'bar',
    stacked: true,
    title: `近 ${days} 天${measureLabels[measure]}`,
    unit: '次',
    labelName: '日期',
    labels,
    series: dataSets
      .filter((dataSet) => used.has(dataSet))
      .map((dataSet) => ({ name: dataSetLabels[dataSet], values: valuesOf(dataSet) })),
  }
}
