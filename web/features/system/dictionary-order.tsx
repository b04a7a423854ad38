// The words of one list are put in order by hand.
import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { type DictionaryKey, sortWords, wordCalls } from '../../../contract/system/dictionary.ts'
import { GroupOrder } from '../../kit/form/group-order.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { dictionaryOptions, listedDictionary, wordReads } from './dictionary-words.ts'

function useWords(dictionary: DictionaryKey) {
  const { data, ...read } = useCall(wordCalls.list, { dictionary, size: 100 }, { staleTime: 0 })
  return { ...read, data: data?.records }
}

export function WordOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const save = useAct(sortWords, { guardMs: DIALOG_GUARD_MS, success: '顺序已保存', invalidates: wordReads })
  return (
    <GroupOrder
      noun="词条"
      initial={listedDictionary(address)}
      picker={(value, choose) => (
        <Select aria-label="字典" value={value} options={dictionaryOptions} onChange={choose} />
      )}
      useRows={useWords}
      idOf={({ id }) => id}
      nameOf={({ word }) => word}
      noteOf={({ isEnabled }) => !isEnabled && '已禁用'}
      isSaving={save.pending}
      onSave={(dictionary, ids) => save.run({ dictionary, ids })}
      onClosed={onClosed}
    />
  )
}
