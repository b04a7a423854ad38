// Inserts dictionary terms at the cursor, in the language of the edition.
import type { Editor } from '@tiptap/react'
import { Button, Empty, Input, Popover } from 'antd'
import { useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { listTerms, type Term } from '#contract/articles/terms.ts'
import { useCall } from '#web/lib/query.ts'
import { insertBehind } from './insert-behind.ts'

/** Maximum of terms shown. */
const SHOWN = 20

const has = ({ chinese, english }: Term, text: string) =>
  chinese.includes(text) || english.toLowerCase().includes(text.toLowerCase())

type Props = { editor: Editor; edition: Edition }

function Terms({ editor, edition, onPut }: Props & { onPut: () => void }) {
  const { data = [], isFetching } = useCall(listTerms, {})
  const [typed, setTyped] = useState('')
  const offered = data.filter((term) => (edition === 'zh' || term.english !== '') && has(term, typed.trim()))
  return (
    <div className="term-tool">
      <Input
        autoFocus
        allowClear
        aria-label="查找术语"
        placeholder="中文或英文"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {!isFetching && offered.length === 0 && (
        <Empty description={data.length === 0 ? '请先在数据字典的“资讯术语”中维护' : '没有符合条件的术语'} />
      )}
      <ul>
        {offered.slice(0, SHOWN).map((term) => (
          <li key={term.chinese}>
            <Button
              type="text"
              size="small"
              onClick={() => {
                insertBehind(editor, [{ type: 'text', text: edition === 'zh' ? term.chinese : term.english }])
                editor.commands.focus()
                onPut()
              }}
            >
              {term.chinese} <span className="article-note">{term.english}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function TermTool(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={<Terms {...props} onPut={() => setOpen(false)} />}
      destroyOnHidden
    >
      <button type="button" className="rich-text-button article-tool" aria-haspopup="dialog" aria-expanded={isOpen}>
        术语
      </button>
    </Popover>
  )
}
