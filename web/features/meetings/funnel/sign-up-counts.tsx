// Counts of a meeting's sign-ups: what became of its guests, people by state and source, and a chart by day and source.
import { useMemo, useState } from 'react'
import { eachDay } from '#contract/days.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { queryCheckedIn } from '#contract/meetings/check-ins.ts'
import {
  signUpSourceLabels,
  signUpSources,
  signUpStateLabels,
  signUpStates,
} from '#contract/meetings/sign-up-labels.ts'
import { getSignUpCounts, querySignUps } from '#contract/meetings/sign-ups.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { ChartData } from '#web/kit/chart/chart.data.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { useCall } from '#web/lib/query.ts'
import { CheckedIn, type CheckInSlice } from '../door/checked-in.tsx'
import { channelNames } from '../meeting-labels.tsx'
import { SIGN_UPS } from '../sign-ups/sign-up-labels.tsx'
import { MeetingFunnel } from './meeting-funnel.tsx'

const HEIGHT_PX = 220

type Counts = DataOf<typeof getSignUpCounts>

function chartOf({ days }: Pick<Counts, 'days'>): ChartData {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const labels = first && last ? eachDay(first, last) : []
  const counts = new Map(days.map(({ day, source, count }) => [`${day} ${source}`, count]))
  const used = signUpSources.filter((source) => days.some((each) => each.source === source))
  return {
    kind: 'bar',
    stacked: true,
    title: '每日报名',
    unit: '人',
    labelName: '日期',
    labels,
    series: used.map((source) => ({
      name: signUpSourceLabels[source],
      values: labels.map((day) => counts.get(`${day} ${source}`) ?? 0),
    })),
  }
}

function Days({ days }: Pick<Counts, 'days'>) {
  const data = useMemo(() => chartOf({ days }), [days])
  return <Chart data={data} height={HEIGHT_PX} />
}

type Props = { meeting: { id: string }; title: string; onClosed: () => void }

export function SignUpCounts({ meeting: { id }, title, onClosed }: Props) {
  const isAllowed = useIsAllowed()
  const [shown, setShown] = useState<CheckInSlice>()
  const read = useCall(getSignUpCounts, { meetingId: id }, { staleTime: 0, call: { hideErrorMsg: true } })
  const listOf = (filters: Record<string, string>) => `${SIGN_UPS}?${new URLSearchParams({ id, ...filters })}`
  const isListed = isAllowed(querySignUps)
  /** Live sign-ups, as the bars count them. */
  const linked = (filters: Record<string, string>) => isListed && { to: listOf({ ...filters, isLive: '1' }) }
  const opened = (slice: CheckInSlice) => isAllowed(queryCheckedIn) && { to: () => setShown(slice) }
  return (
    <FiguresDialog
      title={`报名统计：${title}`}
      read={read}
      figuresOf={({ seats, states }) => [
        ['名额（人）', seats],
        ...signUpStates.map(
          (state) => [signUpStateLabels[state], states[state] ?? 0, isListed ? listOf({ state }) : undefined] as const,
        ),
      ]}
      groupsOf={({ sources, channels, came }) => [
        {
          title: '来源人数',
          bars: sources.map(({ source, count }) => ({
            name: signUpSourceLabels[source],
            count,
            ...linked({ source }),
          })),
        },
        {
          title: '渠道',
          bars: channels.map(({ name, count }) => ({
            name: channelNames([name]),
            count,
            ...linked({ channel: name }),
          })),
        },
        {
          title: '签到',
          bars: came.map(({ id: listId, name, count }) => ({
            name,
            count,
            ...opened({ label: name, figure: 'in', listId }),
          })),
        },
      ]}
      onClosed={onClosed}
    >
      <MeetingFunnel meetingId={id} />
      {read.data && read.data.days.length > 0 && <Days days={read.data.days} />}
      {shown && <CheckedIn meetingId={id} slice={shown} onClosed={() => setShown(undefined)} />}
    </FiguresDialog>
  )
}
