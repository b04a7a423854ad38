// The text of a prompt with a panel of its fields: a click puts one where the cursor is.
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'

type Props = { id?: string; value?: string; onChange?: (text: string) => void; names: readonly string[] }

export function PromptInput({ id, value = '', onChange, names }: Props) {
  const area = useRef<TextAreaRef>(null)
  const handleInsert = (name: string) => {
    const input = area.current?.resizableTextArea?.textArea
    if (!input) return
    input.focus()
    // as if it was typed: the browser's undo takes it back
    if (!document.execCommand('insertText', false, `{{${name}}}`)) onChange?.(`${value}{{${name}}}`)
  }
  return (
    <div className="prompt-input">
      <Input.TextArea
        {...(id !== undefined && { id })}
        ref={area}
        rows={14}
        maxLength={20_000}
        showCount
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <section className="prompt-fields" aria-label="可用字段">
        <span>点击插入字段：</span>
        {names.map((name) => (
          <Button key={name} size="small" onClick={() => handleInsert(name)}>{`{{${name}}}`}</Button>
        ))}
      </section>
    </div>
  )
}
