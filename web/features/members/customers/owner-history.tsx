// Whose a customer and its members were, and who decided it.
import { Skeleton } from 'antd'
import { queryOwnerChanges } from '../../../../contract/members/owners.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'
import './customer.css'

export function OwnerHistory({ enterpriseId }: { enterpriseId: string }) {
  const { data, error, refetch } = useCall(queryOwnerChanges, { enterpriseId })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.length === 0) return <p>归属没有变更过。</p>
  return (
    <table className="customer-table" aria-label="归属变更">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">对象</th>
          <th scope="col">变更</th>
          <th scope="col">原因</th>
          <th scope="col">操作人</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ id, at, target, name, fromName, toName, reason, actorName }) => (
          <tr key={id}>
            <td>{formatMoment(at)}</td>
            <td>{target === 'enterprise' ? '客户' : `会员 ${name}`}</td>
            <td>{`${fromName || '公海'} → ${toName || '公海'}`}</td>
            <td>{reason || '—'}</td>
            <td>{actorName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
