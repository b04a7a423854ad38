// The products of one category are put in order by hand.
import { Spin } from 'antd'
import { useState } from 'react'
import {
  type CategoryNode,
  categoryValue,
  getAllCategory,
  sortProducts,
} from '../../../contract/catalogue/catalogue.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { mayGiveUp } from '../../kit/dialog/give-up.ts'
import { EmptyState, ErrorState } from '../../kit/dialog/page-state.tsx'
import { OrderDialog } from '../../kit/form/order-dialog.tsx'
import { SortableList } from '../../kit/picker/sortable-list.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { CategoryPicker } from '../../pickers/category-picker.tsx'
import { productReads } from './reads.ts'

type RowsProps = {
  categoryId: string
  order: readonly CategoryNode[] | undefined
  onSort: (order: CategoryNode[]) => void
}

function Rows({ categoryId, order, onSort }: RowsProps) {
  const { data, error, refetch } = useCall(getAllCategory, { key: categoryValue(categoryId) }, { staleTime: 0 })
  const products = order ?? data?.filter(({ level }) => level === 3)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!products) return <Spin />
  if (products.length === 0) return <EmptyState />
  return (
    <SortableList
      label="产品的顺序"
      items={products}
      idOf={({ value }) => value}
      nameOf={({ label }) => label}
      onSort={onSort}
    >
      {({ label, isShow }) => (
        <span>
          {label}
          {!isShow && <small className="order-hidden">已隐藏</small>}
        </span>
      )}
    </SortableList>
  )
}

export function ProductOrder({ initial, onClosed }: { initial: string | null; onClosed: () => void }) {
  const [categoryId, setCategoryId] = useState(initial)
  const [order, setOrder] = useState<readonly CategoryNode[]>()
  const save = useAct(sortProducts, { guardMs: DIALOG_GUARD_MS, success: '顺序已保存', invalidates: productReads })
  const handleSave = async () =>
    categoryId !== null && order ? save.run({ categoryId, ids: order.map(({ value }) => value) }) : undefined
  const handleChoose = async (chosen: string | null) => {
    if (!(await mayGiveUp(order !== undefined, '顺序', '切换'))) return
    setCategoryId(chosen)
    setOrder(undefined)
  }
  return (
    <OrderDialog
      title="调整产品顺序"
      isChanged={order !== undefined}
      isSaving={save.pending}
      onSave={handleSave}
      onClosed={onClosed}
    >
      <div className="order-dialog">
        <CategoryPicker
          isFiling
          aria-label="分类"
          placeholder="请选择二级分类"
          value={categoryId}
          onChange={(chosen) => void handleChoose(chosen)}
        />
        {categoryId !== null && <Rows key={categoryId} categoryId={categoryId} order={order} onSort={setOrder} />}
      </div>
    </OrderDialog>
  )
}
