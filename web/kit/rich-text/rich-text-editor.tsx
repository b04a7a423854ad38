// The rich text editor (Tiptap), for texts kept as HTML and as nodes. Pictures are uploaded; the text refers to them by
// file id.
import './rich-text.css'
import { type Editor, EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { emptyBody } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { countWords } from '#contract/rich-text.ts'
import { upload } from '#web/lib/upload.ts'
import { PictureProgress, pasteProps, usePictures } from './rich-text-pictures.tsx'
import type { BodyTextProps, RichTextProps } from './rich-text-props.ts'
import { extensionsWith } from './rich-text-schema.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

const blockSeparator = '\n'
const wordsOf = (editor: Editor) => countWords(editor.getText({ blockSeparator }))
/** An empty editor holds an empty paragraph; its value is the empty string. */
const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())

const bodyOf = (editor: Editor) => editor.getJSON() as BodyNode

export default function RichTextEditor({ value = '', ...props }: RichTextProps) {
  return <TextEditor {...props} value={value} valueIn={htmlOf} />
}

export function BodyTextEditor({ value = emptyBody, ...props }: BodyTextProps) {
  return <TextEditor {...props} value={value} valueIn={bodyOf} />
}

type TextEditorProps<Value> = Omit<RichTextProps, 'value' | 'onChange'> & {
  value: Value
  valueIn: (editor: Editor) => Value
  onChange?: (value: Value) => void
}

function TextEditor<Value extends string | BodyNode>(props: TextEditorProps<Value>) {
  const { value, valueIn, onChange, placeholder = '请输入正文', disabled = false, onBusy, send = upload } = props
  const label = props['aria-label']
  const id = useId()
  const { sending, add } = usePictures(send, onBusy)
  const [words, setWords] = useState(0)
  /** The value last passed to `onChange`: when it comes back as `value`, nothing changes. */
  const lastValue = useRef(value)
  const latest = useRef({ onChange, add })
  useEffect(() => {
    latest.current = { onChange, add }
  })

  const editor = useEditor({
    extensions: extensionsWith(placeholder),
    content: value as string | JSONContent,
    editable: !disabled,
    injectCSS: false, // its style element would need the page's nonce: rich-text.css has its rules
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'rich-text-content', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      ...pasteProps((files, at) => latest.current.add(editor, files, at)),
    },
    onCreate: ({ editor: created }) => setWords(wordsOf(created)),
    onUpdate: ({ editor: changed }) => {
      setWords(wordsOf(changed))
      lastValue.current = valueIn(changed)
      latest.current.onChange?.(lastValue.current)
    },
  })

  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  // a value set from outside: loaded, or restored from a draft
  useEffect(() => {
    if (value === lastValue.current) return
    lastValue.current = value
    editor.commands.setContent(value as string | JSONContent, { emitUpdate: false })
    setWords(wordsOf(editor))
  }, [editor, value])

  return (
    <div className="rich-text" data-disabled={disabled || undefined}>
      {!disabled && (
        <RichTextToolbar editor={editor} label={`${label}的格式`} onPictures={(files) => add(editor, files)} />
      )}
      <EditorContent editor={editor} aria-describedby={id} />
      <div className="rich-text-foot" id={id}>
        <PictureProgress sending={sending} />
        <span>{words} 字</span>
      </div>
    </div>
  )
}
