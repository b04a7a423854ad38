// Find and replace in the toolbar. Enter goes to the next place, Shift+Enter to the previous one.
import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { notify } from '#web/lib/notify.ts'
import { find, foundIn, replace, step } from './find-replace.ts'

export function FindBar({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [by, setBy] = useState('')
  const { count, at } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ count: foundIn(now).found.length, at: foundIn(now).at }),
  })
  const change = (open: boolean) => {
    setOpen(open)
    find(editor, open ? text : '')
  }
  const replaceAll = () => {
    const done = replace(editor, by, true)
    notify.info(done > 0 ? `已替换 ${done} 处` : '没有找到')
  }
  const form = (
    <div className="find-bar">
      <Input
        autoFocus
        aria-label="查找"
        placeholder="查找"
        value={text}
        maxLength={100}
        onChange={({ target }) => {
          setText(target.value)
          find(editor, target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          step(editor, event.shiftKey ? -1 : 1)
        }}
      />
      <span role="status">{text === '' ? '' : count === 0 ? '没有找到' : `${at + 1} / ${count}`}</span>
      <Button disabled={count === 0} onClick={() => step(editor, -1)}>
        上一处
      </Button>
      <Button disabled={count === 0} onClick={() => step(editor, 1)}>
        下一处
      </Button>
      <Input
        aria-label="替换为"
        placeholder="替换为"
        value={by}
        maxLength={200}
        onChange={({ target }) => setBy(target.value)}
      />
      <Button disabled={count === 0} onClick={() => replace(editor, by, false)}>
        替换
      </Button>
      <Button disabled={count === 0} onClick={replaceAll}>
        全部替换
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" open={isOpen} onOpenChange={change} content={form} destroyOnHidden>
      <button type="button" className="rich-text-button article-tool" aria-haspopup="dialog" aria-expanded={isOpen}>
        查找替换
      </button>
    </Popover>
  )
}
