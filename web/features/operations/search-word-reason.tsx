// Why a search word was marked.
import { Form, Input } from 'antd'
import { markSearchWord, querySearchWords, REASON_MAX, type SearchWordRow } from '#contract/operations/search-words.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

export const WordReason = ({ word, onClosed }: { word: SearchWordRow; onClosed: () => void }) => (
  <FormDialog<typeof markSearchWord, { reason: string }>
    title={`标记“${word.word}”的原因`}
    endpoint={markSearchWord}
    initial={{ reason: word.reason }}
    input={({ reason }) => ({
      words: [{ id: word.id, version: word.version, mark: word.mark, match: word.match, reason }],
    })}
    success="已保存原因"
    invalidates={[querySearchWords]}
    verb="保存"
    isDanger={false}
    draft={`search-word-${word.id}`}
    onClosed={onClosed}
  >
    <Form.Item name="reason" label="原因">
      <Input.TextArea maxLength={REASON_MAX} showCount rows={3} />
    </Form.Item>
  </FormDialog>
)
