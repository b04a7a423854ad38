// The quote items of one product are put in order by hand.
import { Spin } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { type QuoteItemRow, quoteItemCalls, sortQuoteItems } from '../../../contract/prices/quote-items.ts'
import { mayGiveUp } from '../../kit/dialog/give-up.ts'
import { EmptyState, ErrorState } from '../../kit/dialog/page-state.tsx'
import { OrderDialog } from '../../kit/form/order-dialog.tsx'
import { SortableList } from '../../kit/picker/sortable-list.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { ProductPicker } from '../../pickers/product-picker.tsx'

type RowsProps = {
  productId: string
  order: readonly QuoteItemRow[] | undefined
  onSort: (order: QuoteItemRow[]) => void
}

function Rows({ productId, order, onSort }: RowsProps) {
  const input = { productId, size: 100, ascs: ['sort' as const] }
  const { data, error, refetch } = useCall(quoteItemCalls.list, input, { staleTime: 0 })
  const items = order ?? data?.records
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!items) return <Spin />
  if (items.length === 0) return <EmptyState />
  return (
    <SortableList label="报价项的顺序" items={items} idOf={({ id }) => id} nameOf={({ name }) => name} onSort={onSort}>
      {({ name, specification }) => (
        <span>
          {name} <small>{specification}</small>
        </span>
      )}
    </SortableList>
  )
}

export function QuoteItemOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const [productId, setProductId] = useState<string | null>(address.get('productId'))
  const [order, setOrder] = useState<readonly QuoteItemRow[]>()
  const save = useAct(sortQuoteItems, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: [quoteItemCalls.list],
  })
  const handleSave = async () =>
    order && productId ? save.run({ productId, ids: order.map(({ id }) => id) }) : undefined
  const handleChoose = async (chosen: string | null) => {
    if (!(await mayGiveUp(order !== undefined, '顺序', '切换'))) return
    setProductId(chosen)
    setOrder(undefined)
  }
  return (
    <OrderDialog
      title="调整报价项顺序"
      isChanged={order !== undefined}
      isSaving={save.pending}
      onSave={handleSave}
      onClosed={onClosed}
    >
      <div className="order-dialog">
        <ProductPicker aria-label="产品" value={productId} onChange={(chosen) => void handleChoose(chosen)} />
        {productId ? (
          <Rows key={productId} productId={productId} order={order} onSort={setOrder} />
        ) : (
          <p className="price-note">请先选择产品</p>
        )}
      </div>
    </OrderDialog>
  )
}
