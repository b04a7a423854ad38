// Calendar of the customised reports due in a month.
import './push.css'
import 'dayjs/locale/zh-cn'
import { Button, Calendar, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { issueStateLabels } from '#contract/push/report-labels.ts'
import { queryReportDue, type ReportDue } from '#contract/push/reports.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { useActive } from '#web/lib/active.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

/** The calendar shows six weeks, from the Monday on or before the first of the month. */
const DAYS = 42
const firstShown = (month: Dayjs) => {
  const first = month.startOf('month')
  return first.subtract((first.day() + 6) % 7, 'day').format('YYYY-MM-DD')
}

/** The issue's state as text and dot colour: a day has room for the title only. */
function stateOf({ state, dueOn }: ReportDue): { word: string; tone: Tone } {
  const isLate = dueOn < serverToday()
  if (state === null) return isLate ? { word: '逾期未写', tone: 'bad' } : { word: '未写', tone: 'idle' }
  if (state === 'sent' || state === 'received') return { word: issueStateLabels[state], tone: 'good' }
  return { word: `${issueStateLabels[state]}${isLate ? '，已逾期' : ''}`, tone: isLate ? 'bad' : 'warning' }
}

type Props = { onOpen: (orderId: string, title: string) => void; onClosed: () => void }

export function ReportCalendar({ onOpen, onClosed }: Props) {
  const isActive = useActive()
  const [month, setMonth] = useState(() => dayjs(serverToday()))
  const read = useCall(queryReportDue, { from: firstShown(month), days: DAYS })
  const byDay = Map.groupBy(read.data ?? [], ({ dueOn }) => dueOn)
  return (
    <Modal title="交付日历" width={960} open={isActive} footer={null} onCancel={onClosed}>
      {read.error && !read.data ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Calendar
          value={month}
          onPanelChange={setMonth}
          onSelect={(day, { source }) => source !== 'date' && setMonth(day)}
          cellRender={(day, { type }) =>
            type === 'date' && (
              <ul className="report-due">
                {(byDay.get(day.format('YYYY-MM-DD')) ?? []).map((due) => {
                  const { word, tone } = stateOf(due)
                  return (
                    <li key={due.orderId}>
                      <Button
                        type="link"
                        size="small"
                        danger={tone === 'bad'}
                        title={`${due.title}（${word}）\n${due.enterpriseName}`}
                        aria-label={`${due.title}，${due.enterpriseName}，${word}`}
                        onClick={() => {
                          onClosed()
                          onOpen(due.orderId, due.title)
                        }}
                      >
                        <Status tone={tone}>{due.title}</Status>
                      </Button>
                    </li>
                  )
                })}
              </ul>
            )
          }
        />
      )}
    </Modal>
  )
}
