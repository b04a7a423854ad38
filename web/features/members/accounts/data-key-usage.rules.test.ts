// Chart data of calls by day and data set.
import { describe, expect, it } from 'vitest'
import { isEmpty } from '#web/kit/chart/chart.data.ts'
import { usageChart } from './data-key-usage.rules.ts'

describe('the chart of calls', () => {
  it('has every day of its range, across the end of a month and of a year', () => {
    const span = usageChart({ today: '2027-01-02', rows: [] }, 4, 'calls')
    expect('labels' in span && span.labels).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  })

  it('has a series for each data set that is above 0, and 0 on days without calls', () => {
    const rows = [
      { day: '2026-11-20', dataSet: 'stock', calls: 4, refused: 0 },
      { day: '2026-11-21', dataSet: 'priceDaily', calls: 9, refused: 2 },
    ] as const
    const usage = { today: '2026-11-21', rows }
    expect(usageChart(usage, 2, 'calls')).toMatchObject({
      labels: ['2026-11-20', '2026-11-21'],
      series: [
        { name: '价格日度', values: [0, 9] },
        { name: '库存', values: [4, 0] },
      ],
    })
    expect(usageChart(usage, 2, 'refused')).toMatchObject({ series: [{ name: '价格日度', values: [0, 2] }] })
  })

  it('is empty without calls', () => {
    expect(isEmpty(usageChart({ today: '2026-11-21', rows: [] }, 7, 'calls'))).toBe(true)
  })
})
