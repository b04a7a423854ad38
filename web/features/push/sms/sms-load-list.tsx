// Short messages handed to the provider, by day and class.
import { Button } from 'antd'
import { useState } from 'react'
import {
  exportSmsLoads,
  SMS_LOAD_DAYS,
  type SmsLoadRow,
  smsLoadCalls,
  smsOptOutImport,
} from '#contract/push/sms-loads.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { idFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import '../push.css'
import { ClassSelect } from './class-select.tsx'
import { SmsMessages } from './sms-messages.tsx'
import { SmsOptOuts } from './sms-opt-outs.tsx'

const filters = [
  idFilter('classId', '短信分类', ({ onChange, ...rest }) => (
    <ClassSelect {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  )),
  dayRangeFilter('days', '上传日期', 'from', 'to'),
]

const COUNT = { width: 90 } as const

const columns = columnsOf(smsLoadCalls.list, {
  day: { width: 120, opens: true },
  className: { width: 200 },
  total: COUNT,
  sent: COUNT,
  sending: COUNT,
  failed: COUNT,
  undelivered: COUNT,
  unsure: COUNT,
  parts: COUNT,
  cost: { width: 110 },
})

export default function SmsLoadList() {
  const [opened, setOpened] = useState<SmsLoadRow>()
  const [areOptOutsShown, setOptOutsShown] = useState(false)
  const retry = useAct(smsLoadCalls.retry, {
    invalidates: [smsLoadCalls.list, smsLoadCalls.messages],
    onSuccess: ({ count: again }) => notify.success(`${again} 条将重新上传`),
  })
  const actionsOf = (row: SmsLoadRow): RowAction[] => {
    const { day, classId, failed } = row
    return [
      { label: '明细', call: smsLoadCalls.messages, run: () => setOpened(row) },
      ...(failed > 0
        ? [{ label: '重新上传失败的', call: smsLoadCalls.retry, run: () => void retry.run({ day, classId }) }]
        : []),
    ]
  }
  return (
    <>
      <ListPage
        endpoint={smsLoadCalls.list}
        emptyHint="短信交给服务商后，按日期和分类统计在这里；更早的请选择上传日期。"
        settings="smsClassLoad"
        filters={filters}
        columns={columns}
        rowName={({ day, className }) => `${day} ${className}`}
        onOpen={setOpened}
        rowActions={actionsOf}
        exportCall={exportSmsLoads}
        toolbar={
          <>
            <Button onClick={() => setOptOutsShown(true)}>退订号码</Button>
            <ImportButton calls={smsOptOutImport} invalidates={[smsLoadCalls.optOuts]} label="导入退订号码" />
            <span className="field-hint">不选日期时为近 {SMS_LOAD_DAYS} 天</span>
          </>
        }
      />
      {areOptOutsShown && <SmsOptOuts onClosed={() => setOptOutsShown(false)} />}
      {opened && (
        <DetailsDrawer title={`${opened.day} ${opened.className}`} size={1080} onClosed={() => setOpened(undefined)}>
          <SmsMessages of={{ day: opened.day, classId: opened.classId }} />
        </DetailsDrawer>
      )}
    </>
  )
}
