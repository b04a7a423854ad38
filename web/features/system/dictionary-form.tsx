// A new word of the dictionary, or a stored one.

import { Input, Select } from 'antd'
import { useSearchParams } from 'react-router'
import {
  addWord,
  type DictionaryKey,
  dictionaryKeys,
  dictionaryNames,
  editWord,
  type WordRow,
} from '../../../contract/system/dictionary.ts'
import { sayText } from '../../kit/form/differences.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { actText } from '../../lib/act-toast.ts'
import { dictionaryOptions, wordReads } from './dictionary-words.ts'

function NewWord({ dictionary, onClosed }: { dictionary: DictionaryKey; onClosed: () => void }) {
  return (
    <FormDialog
      title="新增词条"
      endpoint={addWord}
      initial={{ dictionary, word: '', remark: '' }}
      input={(values) => values}
      success={actText('add')}
      invalidates={wordReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={addWord} name="dictionary">
        <Select options={dictionaryOptions} />
      </Field>
      <Field of={addWord} name="word">
        <Input maxLength={64} />
      </Field>
      <Field of={addWord} name="remark" isRequired={false}>
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

function StoredWord({ word: stored, onClosed }: { word: WordRow; onClosed: () => void }) {
  const { id, version, dictionary, word, remark } = stored
  return (
    <FormDialog
      title={`编辑词条：${dictionaryNames[dictionary]}`}
      endpoint={editWord}
      initial={{ word, remark }}
      stored={{
        row: stored,
        valuesOf: (row) => ({ word: row.word, remark: row.remark }),
        words: { word: ['词条', sayText], remark: ['备注', sayText] },
      }}
      input={(values) => ({ id, version, ...values })}
      success={actText('edit')}
      invalidates={wordReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={editWord} name="word" hint="只影响以后录入的内容，已经录入的不变。">
        <Input maxLength={64} />
      </Field>
      <Field of={editWord} name="remark" isRequired={false}>
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

export function WordForm({ word, onClosed }: { word: WordRow | undefined; onClosed: () => void }) {
  const [address] = useSearchParams()
  const listed = dictionaryKeys.find((key) => key === address.get('dictionary')) ?? 'industry'
  return word ? <StoredWord word={word} onClosed={onClosed} /> : <NewWord dictionary={listed} onClosed={onClosed} />
}
