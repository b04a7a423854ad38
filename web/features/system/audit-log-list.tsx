// Who did what, when and from where: found by person, act, object and day.
import { useState } from 'react'
import { actLabel, fieldLabel, objectLabel, targetLabels } from '../../../contract/system/audit-labels.ts'
import { type AuditRow, getAuditAct, queryAuditLog } from '../../../contract/system/audit-log.ts'
import { exportAudit } from '../../../contract/system/log-sheets.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { dayRangeFilter } from '../../kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AuditChain } from './audit-chain.tsx'
import { AuditLogDetails } from './audit-log-details.tsx'

const filters = [
  textFilter('actorName', '操作人', 64),
  selectFilter('targetType', '对象类型', targetLabels),
  textFilter('targetId', '对象编号', 64),
]
const advanced = [
  dayRangeFilter('days', '日期', 'from', 'to'),
  textFilter('action', '操作代码', 64),
  textFilter('address', 'IP 地址', 45),
  textFilter('requestId', '请求编号', 64),
]

const columns: readonly Column<AuditRow>[] = [
  { key: 'id', label: '编号', width: 90, opens: true },
  { key: 'at', label: '时间', width: 150, render: ({ at }) => formatMoment(at) },
  { key: 'actorName', label: '操作人', width: 130, render: ({ actorName }) => actorName || '未登录' },
  { key: 'action', label: '操作', width: 200, render: ({ action }) => actLabel(action) },
  { key: 'targetId', label: '对象', width: 200, render: objectLabel },
  {
    key: 'fields',
    label: '变更字段',
    width: 300,
    render: ({ fields }) => fields.map(fieldLabel).join('、') || '—',
  },
  { key: 'address', label: 'IP 地址', width: 130 },
]

export default function AuditLogList() {
  const [shown, setShown] = useState<AuditRow>()
  const mayOpen = useIsAllowed()(getAuditAct)
  return (
    <>
      <ListPage
        endpoint={queryAuditLog}
        filters={filters}
        advanced={advanced}
        columns={columns}
        settings="auditLog"
        exportCall={exportAudit}
        rowName={({ action }) => actLabel(action)}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={<AuditChain />}
      />
      {shown && <AuditLogDetails act={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
