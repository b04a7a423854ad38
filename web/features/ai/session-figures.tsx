// Figures of the sessions in scope: in all, by day, by assistant.
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { getAiSessionFigures, SESSION_DAYS_USUAL } from '#contract/ai/sessions.ts'
import { addDays } from '#contract/days.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

type Figures = DataOf<typeof getAiSessionFigures>

const spans = [7, SESSION_DAYS_USUAL, 90].map((value) => ({ value, label: `近 ${value} 天` }))

const measures = [
  { value: 'sessions', label: '会话', unit: '个' },
  { value: 'messages', label: '消息', unit: '条' },
  { value: 'tokens', label: '词元', unit: '' },
  { value: 'cost', label: '费用', unit: '元' },
] as const
type Measure = (typeof measures)[number]['value']

const percentOf = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 1_000) / 10)

const CHART_PX = 200

function ByDay({ days, measure }: { days: Figures['days'] | undefined; measure: Measure }) {
  const data = useMemo((): ChartData => {
    const { label, unit } = measures.find(({ value }) => value === measure) ?? measures[0]
    return {
      kind: 'bar',
      title: `每天的${label}`,
      unit,
      labelName: '日期',
      labels: days?.map(({ day }) => day) ?? [],
      series: [{ name: label, values: days?.map((each) => each[measure]) ?? [] }],
    }
  }, [days, measure])
  return <Chart data={data} height={CHART_PX} isLoading={days === undefined} />
}

export function SessionFigures({ onClosed }: { onClosed: () => void }) {
  const [span, setSpan] = useState(SESSION_DAYS_USUAL)
  const [measure, setMeasure] = useState<Measure>('sessions')
  const to = serverToday()
  const read = useCall(
    getAiSessionFigures,
    { from: addDays(to, 1 - span), to },
    { staleTime: 0, placeholderData: (before) => before },
  )
  const bars = (assistants: Figures['assistants'], of: Measure) =>
    assistants.map((each) => ({ name: each.name, count: Number(each[of]) }))
  return (
    <FiguresDialog
      title="会话统计"
      read={read}
      figuresOf={(data) => [
        ['会话', data.sessions],
        ['消息', data.messages],
        ['词元（千）', Math.round(Number(data.tokens) / 1_000)],
        ['费用（元）', Number(data.cost)],
        ['有踩占比 %', percentOf(data.withDowns, data.sessions)],
        ['未回答占比 %', percentOf(data.withUnanswered, data.sessions)],
      ]}
      groupsOf={({ assistants }) => [
        {
          title: `各助手的${measures.find(({ value }) => value === measure)?.label ?? ''}`,
          bars: bars(assistants, measure),
        },
        {
          title: '各助手有踩的会话 %',
          bars: assistants.map((each) => ({ name: each.name, count: percentOf(each.withDowns, each.sessions) })),
        },
        {
          title: '各助手未回答的会话 %',
          bars: assistants.map((each) => ({ name: each.name, count: percentOf(each.withUnanswered, each.sessions) })),
        },
      ]}
      onClosed={onClosed}
    >
      <div className="ai-figures-of">
        <Segmented<number> aria-label="统计范围" value={span} options={spans} onChange={setSpan} />
        <Segmented<Measure>
          aria-label="统计内容"
          value={measure}
          options={measures.map(({ value, label }) => ({ value, label }))}
          onChange={setMeasure}
        />
      </div>
      {!read.error && <ByDay days={read.data?.days} measure={measure} />}
    </FiguresDialog>
  )
}
