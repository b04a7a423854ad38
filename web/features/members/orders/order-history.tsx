// moduleHistory: the history of one order, as a page of its own.
import { Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { getOrder } from '#contract/members/orders.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { SKELETON_AFTER_MS, useLate } from '#web/kit/use-late.ts'
import { useCall } from '#web/lib/query.ts'
import { OrderChanges } from './order-changes.tsx'
import { OrderFacts } from './order-details.tsx'

export default function OrderHistory() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data, error, refetch } = useCall(getOrder, { id })
  const isLate = useLate(!data && !error, SKELETON_AFTER_MS)
  return (
    <div className="order-page">
      {data ? (
        <>
          <OrderFacts order={data} column={2} />
          <OrderChanges changes={data.changes} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        isLate && <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  )
}
