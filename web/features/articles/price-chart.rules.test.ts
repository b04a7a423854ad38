// Chart data of one chart, and of two compared.
import { expect, it } from 'vitest'
import type { ChartBinding } from '#contract/articles/bound-figures.ts'
import { chartChange, chartData } from './price-chart.rules.ts'

const chart = (values: Readonly<Record<string, string>>, wishes: Partial<ChartBinding> = {}): ChartBinding => ({
  code: 'Q000001',
  day: '2026-11-23',
  days: 30,
  title: '螺纹钢近 30 天走势',
  unit: '元/吨',
  note: '',
  points: Object.entries(values).map(([day, value]) => ({ day, value, priceId: '1', publication: '1' })),
  ...wishes,
})

it('articles.md "Editor": a chart draws the days stored in the text', () => {
  expect(chartData(chart({ '2026-11-20': '3830', '2026-11-23': '3850.50' }))).toMatchObject({
    kind: 'line',
    title: '螺纹钢近 30 天走势',
    unit: '元/吨',
    labels: ['2026-11-20', '2026-11-23'],
    series: [{ name: '均价', values: ['3830', '3850.50'] }],
  })
})

it('articles.md "Compare": both charts over the days of both, with gaps for missing days', () => {
  const before = chart({ '2026-11-20': '3830', '2026-11-21': '3840' })
  const after = chart({ '2026-11-21': '3845', '2026-11-23': '3850' }, { title: '走势' })
  expect(chartChange(before, after)).toMatchObject({
    title: '螺纹钢近 30 天走势 → 走势',
    labels: ['2026-11-20', '2026-11-21', '2026-11-23'],
    series: [
      { name: '原均价', values: ['3830', '3840', null] },
      { name: '新均价', values: [null, '3845', '3850'] },
    ],
  })
})
