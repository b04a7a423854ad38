// Orders of customised reports: contents, and when issues are due.
import { CalendarOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { orderRhythmLabels } from '#contract/push/report-labels.ts'
import { getReportOrder, queryReportDue, reportOrderCalls } from '#contract/push/reports.ts'
import { Can } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { ReportCalendar } from './report-calendar.tsx'

const PAGE = '/application/others/customizedReportManagement'
const rhythmOptions = optionsOf(orderRhythmLabels)

const filters = [
  ...filtersOf(reportOrderCalls.list, ['title', 'enterprise', 'rhythm']),
  flagFilter('isEnabled', '状态', { yes: '进行中', no: '已结束' }),
]

const columns = columnsOf(reportOrderCalls.list, {
  title: { width: 240, opens: true },
  enterpriseName: { width: 240 },
  rhythm: { width: 80 },
  startsOn: {},
  endsOn: {},
  price: { width: 120, align: 'right', render: ({ price }) => formatFigure(price) },
  issues: { width: 100 },
  lastDueOn: { width: 110, empty: '—' },
  contactName: { width: 90 },
  contactEmail: { width: 200 },
  isEnabled: {
    label: '状态',
    width: 90,
    render: ({ isEnabled }) => <Status tone={isEnabled ? 'good' : 'idle'}>{isEnabled ? '进行中' : '已结束'}</Status>,
  },
  ownerName: { width: 90, empty: '—' },
  updatedAt: {},
})

export default function ReportList() {
  const openPage = useOpenPage()
  const [isCalendar, setCalendar] = useState(false)
  const open = (id: string, title: string) => openPage(`${PAGE}/sendReport/${id}`, { tagName: title })
  return (
    <>
      <RowsPage
        calls={reportOrderCalls}
        settings="customizedReport"
        filters={filters}
        columns={columns}
        rowName={({ title }) => title}
        form={{
          empty: () => ({
            title: '',
            contents: '',
            rhythm: 'monthly' as const,
            contactName: '',
            contactEmail: '',
            price: '',
            remark: '',
            isEnabled: true,
          }),
          inputs: {
            enterpriseId: <EnterprisePicker />,
            rhythm: <Select options={rhythmOptions} />,
            startsOn: { hint: '以后各期从这一天起按频率推算。' },
          },
        }}
        acts={({ id, title }) => [{ label: '报告', call: getReportOrder, run: () => open(id, title) }]}
        onOpen={({ id, title }) => open(id, title)}
        removing={() => '订单删除后不能恢复；已经写过报告的订单不能删除，请改为已结束。'}
        toolbar={
          <Can call={queryReportDue}>
            <Button icon={<CalendarOutlined />} onClick={() => setCalendar(true)}>
              交付日历
            </Button>
          </Can>
        }
      />
      {isCalendar && <ReportCalendar onOpen={open} onClosed={() => setCalendar(false)} />}
    </>
  )
}
