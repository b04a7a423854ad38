// The words of one list are put in order by hand.
import { Select, Spin } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { type DictionaryKey, sortWords, type WordRow, wordCalls } from '../../../contract/system/dictionary.ts'
import { mayGiveUp } from '../../kit/dialog/give-up.ts'
import { EmptyState, ErrorState } from '../../kit/dialog/page-state.tsx'
import { OrderDialog } from '../../kit/form/order-dialog.tsx'
import { SortableList } from '../../kit/picker/sortable-list.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { dictionaryOptions, listedDictionary, wordReads } from './dictionary-words.ts'

type RowsProps = {
  dictionary: DictionaryKey
  order: readonly WordRow[] | undefined
  onSort: (order: WordRow[]) => void
}

function Rows({ dictionary, order, onSort }: RowsProps) {
  const { data, error, refetch } = useCall(wordCalls.list, { dictionary, size: 100 }, { staleTime: 0 })
  const words = order ?? data?.records
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!words) return <Spin />
  if (words.length === 0) return <EmptyState />
  return (
    <SortableList label="词条的顺序" items={words} idOf={({ id }) => id} nameOf={({ word }) => word} onSort={onSort}>
      {({ word, isEnabled }) => (
        <span>
          {word}
          {!isEnabled && <small className="order-hidden">已禁用</small>}
        </span>
      )}
    </SortableList>
  )
}

export function WordOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const [dictionary, setDictionary] = useState(listedDictionary(address))
  const [order, setOrder] = useState<readonly WordRow[]>()
  const save = useAct(sortWords, { guardMs: DIALOG_GUARD_MS, success: '顺序已保存', invalidates: wordReads })
  const handleSave = async () => order && save.run({ dictionary, ids: order.map(({ id }) => id) })
  const handleChoose = async (chosen: DictionaryKey) => {
    if (!(await mayGiveUp(order !== undefined, '顺序', '切换'))) return
    setDictionary(chosen)
    setOrder(undefined)
  }
  return (
    <OrderDialog
      title="调整词条顺序"
      isChanged={order !== undefined}
      isSaving={save.pending}
      onSave={handleSave}
      onClosed={onClosed}
    >
      <div className="order-dialog">
        <Select
          aria-label="字典"
          value={dictionary}
          options={dictionaryOptions}
          onChange={(chosen) => void handleChoose(chosen)}
        />
        <Rows key={dictionary} dictionary={dictionary} order={order} onSort={setOrder} />
      </div>
    </OrderDialog>
  )
}
