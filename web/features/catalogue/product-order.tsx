// The products of one category are put in order by hand.
import '../../kit/order-dialog.css'
import { Modal, Spin } from 'antd'
import { useState } from 'react'
import { type CategoryNode, categoryValue, getAllCategory, sortProducts } from '../../../contract/catalogue.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { EmptyState, ErrorState } from '../../kit/page-state.tsx'
import { SortableList } from '../../kit/sortable-list.tsx'
import { useActive } from '../../lib/active.ts'
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
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const save = useAct(sortProducts, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: productReads,
    onSuccess: () => setOpen(false),
  })
  const handleSave = () => {
    if (categoryId !== null && order) void save.run({ categoryId, ids: order.map(({ value }) => value) })
  }
  return (
    <Modal
      title="调整产品顺序"
      open={isOpen && isActive}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !order }}
      confirmLoading={save.pending}
      mask={{ closable: false }}
      onOk={handleSave}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && onClosed()}
    >
      <div className="order-dialog">
        <CategoryPicker
          isFiling
          aria-label="分类"
          placeholder="请选择二级分类"
          value={categoryId}
          onChange={(chosen) => {
            setCategoryId(chosen)
            setOrder(undefined)
          }}
        />
        {categoryId !== null && <Rows key={categoryId} categoryId={categoryId} order={order} onSort={setOrder} />}
      </div>
    </Modal>
  )
}
