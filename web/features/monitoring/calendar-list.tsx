// Calendars: the usual week, and each year's exceptions.
import { Select } from 'antd'
import { useState } from 'react'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import { calendarImport } from '#contract/monitoring/calendar-sheets.ts'
import { type CalendarRow, calendarCalls, getCalendarYear } from '#contract/monitoring/calendars.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { CalendarYear } from './calendar-year.tsx'
import { sayWeekdays, weekdayOptions } from './monitoring-labels.tsx'

const filters = filtersOf(calendarCalls.list, ['name'])
const reads = [getCalendarYear, getBoard, listDues]

const columns = columnsOf(calendarCalls.list, {
  name: { width: 160 },
  code: { width: 120 },
  weekdays: {
    label: '通常开放',
    width: 220,
    render: ({ weekdays }) => (weekdays.length === 7 ? '每天' : sayWeekdays(weekdays)),
  },
  announced: {
    label: '已公布年份',
    width: 200,
    render: ({ isYearly, announced }) =>
      isYearly ? announced.toSorted((a, b) => b - a).join('、') || '都未公布' : '不需要公布',
  },
  rules: { width: 100 },
  remark: { width: 240 },
  updatedAt: {},
})

export default function CalendarList() {
  const [opened, setOpened] = useState<CalendarRow>()
  return (
    <>
      <RowsPage
        calls={calendarCalls}
        settings="monitoringCalendar"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{
          empty: () => ({ code: '', name: '', weekdays: [1, 2, 3, 4, 5], isYearly: true, remark: '' }),
          inputs: {
            weekdays: <Select mode="multiple" options={weekdayOptions} />,
            isYearly: { hint: '每年的节假日需人工维护；没有维护的年份按通常的星期，并给出提示。' },
          },
          say: { weekdays: ['通常开放的星期', sayWeekdays] },
        }}
        acts={(row) => [{ label: '节假日', call: getCalendarYear, run: () => setOpened(row) }]}
        imports={calendarImport}
        reads={reads}
        removing={() => '有规则使用的日历不能删除。'}
      />
      {opened && <CalendarYear calendar={opened} onClosed={() => setOpened(undefined)} />}
    </>
  )
}
