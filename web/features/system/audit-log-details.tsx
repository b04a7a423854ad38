// One act with all that it changed, before and after side by side.
import './audit-log.css'
import { actLabel, fieldLabel, objectLabel } from '../../../contract/system/audit-labels.ts'
import { type AuditDetail, type AuditRow, getAuditAct } from '../../../contract/system/audit-log.ts'
import { valueLabel } from '../../../contract/system/audit-values.ts'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'

const WIDTH = 760

function Changes({ changes, targetType }: Pick<AuditDetail, 'changes' | 'targetType'>) {
  if (changes.length === 0) return <p className="audit-none">此操作没有记录字段变化</p>
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field)}</th>
            <td>{before === null ? '—' : <del>{valueLabel(before, { field, targetType })}</del>}</td>
            <td>{after === null ? '—' : <ins>{valueLabel(after, { field, targetType })}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function AuditLogDetails({ act, onClosed }: { act: AuditRow; onClosed: () => void }) {
  const read = useCall(getAuditAct, { id: act.id })
  return (
    <DetailsDrawer title={actLabel(act.action)} size={WIDTH} onClosed={onClosed}>
      <Facts
        columns={2}
        items={[
          { label: '时间', children: formatMoment(act.at) },
          { label: '操作人', children: act.actorName || '未登录' },
          { label: '对象', children: objectLabel(act) },
          { label: 'IP 地址', children: act.address },
          { label: '请求编号', children: act.requestId, span: 2 },
        ]}
      />
      <Loaded read={read} rows={4}>
        {(detail) => <Changes {...detail} />}
      </Loaded>
    </DetailsDrawer>
  )
}
