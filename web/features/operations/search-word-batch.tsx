// One mark for many search words, with how it matches and why.
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { type WordMark, type WordMatch, wordMarkLabels, wordMatchLabels } from '#contract/operations/search-labels.ts'
import {
  analyseSearchWords,
  countSearchWords,
  type MarkedWords,
  markSearchWords,
  queryMarkedAccounts,
  querySearchWords,
  REASON_MAX,
  type SearchWordRow,
} from '#contract/operations/search-words.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'

/** A reason belongs to its mark: another mark asks for its own, and what was typed is there again on the way back. */
type Values = { mark: WordMark; match: WordMatch; reasons: Record<WordMark, string> }

type BatchProps = {
  words: readonly SearchWordRow[]
  onDone: (mark: WordMark, done: MarkedWords) => void
  onClosed: () => void
}

export function WordBatch({ words, onDone, onClosed }: BatchProps) {
  const [mark, setMark] = useState<WordMark>('excluded')
  return (
    <FormDialog<typeof markSearchWords, Values>
      title={`标记 ${words.length} 个搜索词`}
      endpoint={markSearchWords}
      initial={{ mark: 'excluded', match: 'exact', reasons: { excluded: '', wanted: '', watched: '' } }}
      input={(values) => ({
        words: words.map(({ id, version }) => ({
          id,
          version,
          mark: values.mark,
          match: values.mark === 'excluded' ? values.match : 'exact',
          reason: values.reasons[values.mark],
        })),
      })}
      invalidates={[querySearchWords, countSearchWords, queryMarkedAccounts, analyseSearchWords]}
      verb="标记"
      isDanger={false}
      draft="search-words"
      onDone={(done) => onDone(mark, done)}
      onClosed={onClosed}
    >
      <Form.Item name="mark" label="标记">
        <Select options={optionsOf(wordMarkLabels)} onChange={(next: WordMark) => setMark(next)} />
      </Form.Item>
      {mark === 'excluded' && (
        <Form.Item name="match" label="匹配">
          <Select options={optionsOf(wordMatchLabels)} />
        </Form.Item>
      )}
      <Form.Item key={mark} name={['reasons', mark]} label="原因">
        <Input.TextArea maxLength={REASON_MAX} showCount rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
