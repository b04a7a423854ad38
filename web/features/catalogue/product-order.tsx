// The products of one category are put in order by hand.
import { categoryValue, getAllCategory, sortProducts } from '../../../contract/catalogue/catalogue.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { GroupOrder } from '../../kit/form/group-order.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { CategoryPicker } from '../../pickers/category-picker.tsx'
import { productReads } from './reads.ts'

function useProducts(categoryId: string) {
  const { data, ...read } = useCall(getAllCategory, { key: categoryValue(categoryId) }, { staleTime: 0 })
  return { ...read, data: data?.filter(({ level }) => level === 3) }
}

export function ProductOrder({ initial, onClosed }: { initial: string | null; onClosed: () => void }) {
  const save = useAct(sortProducts, { guardMs: DIALOG_GUARD_MS, success: '顺序已保存', invalidates: productReads })
  return (
    <GroupOrder
      noun="产品"
      initial={initial}
      picker={(value, choose) => (
        <CategoryPicker isFiling aria-label="分类" placeholder="请选择二级分类" value={value} onChange={choose} />
      )}
      useRows={useProducts}
      idOf={({ value }) => value}
      nameOf={({ label }) => label}
      noteOf={({ isShow }) => !isShow && '已隐藏'}
      isSaving={save.pending}
      onSave={(categoryId, ids) => save.run({ categoryId, ids })}
      onClosed={onClosed}
    />
  )
}
