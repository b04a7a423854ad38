// The people of a customer within the own scope, with what they use and until when.
import { Skeleton } from 'antd'
import { useState } from 'react'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { queryEnterpriseMembers } from '../../../../contract/members/customers.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { SmallPager } from '../../../kit/list/small-pager.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'
import { NextEnd, SubProductsInUse } from './customer-labels.tsx'
import './customer.css'

export function CustomerMembers({ enterpriseId }: { enterpriseId: string }) {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    queryEnterpriseMembers,
    { enterpriseId, current, size: PAGE_SIZE },
    { placeholderData: (previous) => previous },
  )
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.total === 0) return <p>还没有会员。在子产品的账号管理中为此客户开通。</p>
  return (
    <>
      <table className="customer-table" aria-label="会员">
        <thead>
          <tr>
            <th scope="col">登录名</th>
            <th scope="col">姓名</th>
            <th scope="col">归属人</th>
            <th scope="col">使用中</th>
            <th scope="col">最近到期</th>
            <th scope="col">最近访问</th>
          </tr>
        </thead>
        <tbody>
          {data.records.map(({ id, mainId, loginName, realName, locked, ownerName, lastSeenAt, ...row }) => (
            <tr key={id}>
              <td>
                {loginName}
                {mainId !== null && '（子账号）'}
              </td>
              <td>{locked ? `${realName}（已锁定）` : realName}</td>
              <td>{ownerName || '公海'}</td>
              <td>
                <SubProductsInUse {...row} />
              </td>
              <td>
                <NextEnd {...row} />
              </td>
              <td>{formatMoment(lastSeenAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SmallPager page={data} current={current} onTurn={setCurrent} />
    </>
  )
}
