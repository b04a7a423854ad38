// Dictionaries: words offered as options in forms.
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  type DictionaryKey,
  dictionaryKeys,
  dictionaryNames,
  getWords,
  sortWords,
  type WordRow,
  wordCalls,
} from '#contract/system/dictionary.ts'
import { exportWords, wordImport } from '#contract/system/dictionary-sheets.ts'
import { Can } from '#web/kit/can.tsx'
import { GroupOrder } from '#web/kit/form/group-order.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { useAct, useCall } from '#web/lib/query.ts'

/** Reads to invalidate after a change of words. */
const wordReads = [wordCalls.list, getWords] as const

const dictionaryOptions = optionsOf(dictionaryNames, dictionaryKeys)

/** The dictionary that the list is filtered by, else the first. */
const listedDictionary = (address: URLSearchParams): DictionaryKey =>
  dictionaryKeys.find((key) => key === address.get('dictionary')) ?? 'industry'

const filters = [
  selectFilter('dictionary', '字典', dictionaryOptions),
  ...filtersOf(wordCalls.list, ['word']),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
  flagFilter('isDouble', '重复', { yes: '与其他词条重复', no: '不重复' }),
]

const columns = columnsOf(wordCalls.list, {
  dictionary: { width: 160, render: ({ dictionary }) => dictionaryNames[dictionary] },
  word: { width: 220 },
  isEnabled: { width: 100, render: EnabledStatus },
  remark: { width: 260 },
  updatedAt: { width: 160 },
})

const inputs = {
  dictionary: <Select options={dictionaryOptions} />,
  word: { hint: '只影响以后录入的内容，已经录入的不变。' },
}

const NAMES_MAX = 10
function namesOf(words: readonly WordRow[]): string {
  const names = words.slice(0, NAMES_MAX).map(({ dictionary, word }) => `${word}（${dictionaryNames[dictionary]}）`)
  return words.length > NAMES_MAX ? `${names.join('、')}等 ${words.length} 个词条` : names.join('、')
}

function useWords(dictionary: DictionaryKey) {
  const { data, ...read } = useCall(wordCalls.list, { dictionary, size: 100 }, { staleTime: 0 })
  return { ...read, data: data?.records }
}

/** Dialog to sort the words of a dictionary. */
function WordOrder({ onClosed }: { onClosed: () => void }) {
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

export default function DictionaryList() {
  const [address] = useSearchParams()
  const [isSorting, setSorting] = useState(false)
  return (
    <>
      <RowsPage
        calls={wordCalls}
        settings="dictionary"
        filters={filters}
        columns={columns}
        rowName={({ word }) => word}
        form={{ empty: () => ({ dictionary: listedDictionary(address), word: '', remark: '' }), inputs }}
        removing={(words) => `${namesOf(words)}将从可选项中删除，不能恢复；已经录入的内容不变。`}
        isBatch
        reads={wordReads}
        exportCall={exportWords}
        imports={wordImport}
        toolbar={
          <Can call={sortWords}>
            <Button onClick={() => setSorting(true)}>调整顺序</Button>
          </Can>
        }
      />
      {isSorting && <WordOrder onClosed={() => setSorting(false)} />}
    </>
  )
}
