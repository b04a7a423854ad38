import { useState } from 'react'
import { exportSeries, resumeSeries, type SeriesRow, seriesCalls, stopSeries } from '#contract/prices/series-calls.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useAct } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { itemStatusOptions } from './price-labels.tsx'
import { SeriesDetails } from './series-details.tsx'
import { lastValueOf, SeriesState, seriesKindOptions } from './series-labels.tsx'
import { seriesReads } from './series-reads.ts'

const filters = [
  textFilter('name', '系列名称', 100),
  productFilter('productId', '产品'),
  selectFilter('kind', '类型', seriesKindOptions),
]

const advanced = [textFilter('code', '编码', 32), selectFilter('status', '状态', itemStatusOptions)]

const columns = columnsOf(seriesCalls.list, {
  code: { width: 100 },
  name: { width: 230, opens: true },
  productName: { width: 130 },
  kind: { width: 90 },
  formula: { width: 260, render: ({ formula }) => <code>{formula}</code> },
  unit: { width: 80 },
  lastDay: { width: 110 },
  lastValue: { width: 110, align: 'right', render: lastValueOf },
  status: { width: 100, render: SeriesState },
  processName: { width: 150 },
  updatedAt: {},
})

const PAGES = '/data/priceService/series'

function StopSeries({ row, onClosed }: { row: SeriesRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof stopSeries, { reason: string; stoppedOn: string }>
      title={`停止更新“${row.name}”`}
      endpoint={stopSeries}
      initial={{ reason: '', stoppedOn: serverToday() }}
      input={(values) => ({ ids: [row.id], ...values })}
      success="停止更新成功"
      invalidates={seriesReads}
      verb="停止更新"
      onClosed={onClosed}
    >
      <Field of={stopSeries} name="reason" rows={2} />
      <DayField
        of={stopSeries}
        name="stoppedOn"
        isRequired
        hint="从这一天起不再有数值；用到它的系列随之缺值。"
        allowClear={false}
      />
    </FormDialog>
  )
}

type Dialog = { kind: 'stop' | 'details'; row: SeriesRow }

export default function SeriesList() {
  const [dialog, setDialog] = useState<Dialog>()
  const resume = useAct(resumeSeries, { invalidates: seriesReads, success: '恢复更新成功' })
  const close = () => setDialog(undefined)
  const actsOf = (row: SeriesRow): RowAction[] => [
    row.status === 'update'
      ? { label: '停更', call: stopSeries, run: () => setDialog({ kind: 'stop', row }) }
      : { label: '恢复更新', call: resumeSeries, run: () => void resume.run({ ids: [row.id] }) },
  ]
  return (
    <>
      <RowsPage
        calls={seriesCalls}
        settings="series"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={(row) => setDialog({ kind: 'details', row })}
        removing={() => '它的全部数值一起删除，不能恢复。被其他公式、投入产出或价差表使用的系列不能删除。'}
        reads={seriesReads}
        exportCall={exportSeries}
      />
      {dialog?.kind === 'details' && <SeriesDetails series={dialog.row} acts={actsOf(dialog.row)} onClosed={close} />}
      {dialog?.kind === 'stop' && <StopSeries row={dialog.row} onClosed={close} />}
    </>
  )
}
