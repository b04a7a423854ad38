// Charts in their states.
import { useState } from 'react'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { Part, State } from './part.tsx'

const days = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(2026, 10, 20) - (count - 1 - n) * 86_400_000).toISOString().slice(0, 10),
  )

/** Varies around a price, the same at each visit. */
const walk = (count: number, from: number, step: number) =>
  Array.from({ length: count }, (_, n) => (from + step * (Math.sin(n / 5) * 6 + Math.cos(n / 2.3) * 3)).toFixed(2))

const prices = (count: number): ChartData => ({
  kind: 'line',
  title: '电解铜价格',
  unit: '元/吨',
  labelName: '日期',
  labels: days(count),
  series: [
    { name: '上海', values: walk(count, 68_200, 120).map((value, n) => (n === 9 ? null : value)) },
    { name: '广东', values: walk(count, 67_900, 90) },
    { name: '天津', values: walk(count, 68_500, 60) },
  ],
})

const months = ['一月', '二月', '三月', '四月', '五月', '六月']

const charts: Record<string, ChartData> = {
  折线图: prices(30),
  '折线图：七百天': prices(700),
  柱状图: {
    kind: 'bar',
    title: '新增注册',
    unit: '人',
    labelName: '月份',
    labels: months,
    series: [
      { name: '官网', values: [120, 132, 101, 134, 190, 230] },
      { name: '大数据', values: [60, 82, 91, 84, 109, 110] },
    ],
  },
  '柱状图：堆积': {
    kind: 'bar',
    title: '授权数量',
    labelName: '月份',
    labels: months,
    stacked: true,
    series: [
      { name: '试用', values: [30, 42, 38, 51, 47, 60] },
      { name: '正式', values: [12, 14, 19, 22, 25, 31] },
      { name: '赠送', values: [3, 5, 2, 4, 6, 3] },
    ],
  },
  '柱状图：涨跌': {
    kind: 'bar',
    title: '日涨跌',
    unit: '元/吨',
    labelName: '日期',
    labels: days(12),
    signed: true,
    series: [{ name: '涨跌', values: ['120', '-80', '40', '0', '-150', '210', '60', '-30', '90', '-10', '20', '-70'] }],
  },
  饼图: {
    kind: 'pie',
    title: '线索来源',
    unit: '条',
    labelName: '来源',
    slices: [
      { name: '微信分享', value: 412 },
      { name: '搜索营销', value: 268 },
      { name: '官网注册', value: 190 },
      { name: '老客户介绍', value: 74 },
    ],
  },
  仪表图: { kind: 'gauge', title: '今日更新', name: '已更新', unit: '条', value: 286, most: 400 },
  含标记的名称: {
    kind: 'bar',
    title: '<b>标题</b>',
    labelName: '类型',
    labels: ['<img src=x onerror=alert(1)>', '{a|b}'],
    series: [{ name: '<script>alert(1)</script>', values: [3, 5] }],
  },
}
const nothing: ChartData = { kind: 'line', title: '没有数据', labelName: '日期', labels: [], series: [] }

export function Charts() {
  const [tries, setTries] = useState(0)
  const shown = charts.折线图 ?? nothing
  return (
    <Part
      id="chart"
      title="图表"
      about="首次出现时才加载绘图模块；可切换为表格，可下载图片；颜色对色觉异常者可辨，涨红跌绿。"
      isWide
    >
      {Object.entries(charts).map(([name, data]) => (
        <State key={name} name={name} first={null}>
          {() => <Chart data={data} />}
        </State>
      ))}
      <State name="加载中" first={null}>
        {() => <Chart data={{ ...shown, title: '加载中' }} isLoading />}
      </State>
      <State name="没有数据" first={null}>
        {() => <Chart data={nothing} />}
      </State>
      <State name="加载失败一次" first={null}>
        {() => (
          <Chart
            data={shown}
            error={tries === 0 ? new Error('no answer') : undefined}
            onRetry={() => setTries(tries + 1)}
          />
        )}
      </State>
    </Part>
  )
}
