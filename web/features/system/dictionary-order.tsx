// The words of one list are put in order by hand.
import '../../kit/order-dialog.css'
import { Modal, Select, Spin } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type DictionaryKey,
  dictionaryKeys,
  queryWords,
  sortWords,
  type WordRow,
} from '../../../contract/dictionary.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { EmptyState, ErrorState } from '../../kit/page-state.tsx'
import { SortableList } from '../../kit/sortable-list.tsx'
import { useActive } from '../../lib/active.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { dictionaryOptions, wordReads } from './dictionary-words.ts'

type RowsProps = {
  dictionary: DictionaryKey
  order: readonly WordRow[] | undefined
  onSort: (order: WordRow[]) => void
}

function Rows({ dictionary, order, onSort }: RowsProps) {
  const { data, error, refetch } = useCall(queryWords, { dictionary, size: 100 }, { staleTime: 0 })
  const words = order ?? data?.records
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!words) return <Spin />
  if (words.length === 0) return <EmptyState />
  return (
    <SortableList label="词条的顺序" items={words} idOf={({ id }) => id} nameOf={({ word }) => word} onSort={onSort}>
      {({ word, isEnabled }) => (
        <span>
          {word}
          {!isEnabled && <small className="order-hidden">已停用</small>}
        </span>
      )}
    </SortableList>
  )
}

export function WordOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const listed = dictionaryKeys.find((key) => key === address.get('dictionary')) ?? 'industry'
  const [dictionary, setDictionary] = useState<DictionaryKey>(listed)
  const [order, setOrder] = useState<readonly WordRow[]>()
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const save = useAct(sortWords, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: wordReads,
    onSuccess: () => setOpen(false),
  })
  return (
    <Modal
      title="调整词条顺序"
      open={isOpen && isActive}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !order }}
      confirmLoading={save.pending}
      mask={{ closable: false }}
      onOk={() => order && void save.run({ dictionary, ids: order.map(({ id }) => id) })}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && onClosed()}
    >
      <div className="order-dialog">
        <Select
          aria-label="字典"
          value={dictionary}
          options={dictionaryOptions}
          onChange={(chosen) => {
            setDictionary(chosen)
            setOrder(undefined)
          }}
        />
        <Rows key={dictionary} dictionary={dictionary} order={order} onSort={setOrder} />
      </div>
    </Modal>
  )
}
