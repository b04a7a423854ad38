// The quote items of one product are put in order by hand.
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { quoteItemCalls, sortQuoteItems } from '../../../contract/prices/quote-items.ts'
import { GroupOrder } from '../../kit/form/group-order.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { ProductPicker } from '../../pickers/product-picker.tsx'

function useQuoteItems(productId: string) {
  const input = { productId, size: 100, ascs: ['sort' as const] }
  const { data, ...read } = useCall(quoteItemCalls.list, input, { staleTime: 0 })
  return { ...read, data: data?.records }
}

export function QuoteItemOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const save = useAct(sortQuoteItems, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: [quoteItemCalls.list],
  })
  return (
    <GroupOrder
      noun="报价项"
      initial={address.get('productId')}
      picker={(value, choose) => <ProductPicker aria-label="产品" value={value} onChange={choose} />}
      hint="请先选择产品"
      useRows={useQuoteItems}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      noteOf={({ specification }) => specification}
      isSaving={save.pending}
      onSave={(productId, ids) => save.run({ productId, ids })}
      onClosed={onClosed}
    />
  )
}
