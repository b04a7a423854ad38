// The text of an article or a template while it is written: the kit's formatted text with blocks bound to prices, finding and
// replacing, and whatever tools a page adds.
import '../../../kit/form/rich-text.css'
import './article-text.css'
import type { Node as Doc } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { type Editor, EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { cleanBody } from '../../../../contract/articles/body.ts'
import { wordsInBody } from '../../../../contract/articles/body-blocks.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { cleanPasted } from '../../../kit/form/rich-text-paste.ts'
import { PictureProgress, pictureProps, usePictures } from '../../../kit/form/rich-text-pictures.tsx'
import { extensionsWith } from '../../../kit/form/rich-text-schema.ts'
import { RichTextToolbar } from '../../../kit/form/rich-text-toolbar.tsx'
import { upload } from '../../../lib/upload.ts'
import { boundNodes } from './bound-nodes.ts'
import { FindReplace, markForbidden } from './find-replace.ts'

export type ArticleTextProps = {
  'aria-label': string
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are still on their way. */
  onBusy?: (isBusy: boolean) => void
  /** Words that may not stand in it: marked. */
  forbidden?: readonly string[]
  tools?: (editor: Editor) => ReactNode
  /** Once it is there: for what stands outside of it and shows places in it. */
  onEditor?: (editor: Editor) => void
}

type FieldProps = ArticleTextProps & { value?: BodyNode | undefined; onChange?: (body: BodyNode) => void }

/** By node of the editor: it keeps those in which nobody writes, so that a key costs its own paragraph. */
const read = new WeakMap<Doc, BodyNode>()

function blockOf(node: Doc): BodyNode {
  const known = read.get(node)
  if (known) return known
  const block = node.toJSON() as BodyNode
  read.set(node, block)
  return block
}

const bodies = new WeakMap<Doc, BodyNode>()

function bodyOf({ state: { doc } }: Editor): BodyNode {
  const known = bodies.get(doc)
  if (known) return known
  const body = { type: 'doc', content: doc.children.map(blockOf) }
  bodies.set(doc, body)
  return body
}

/** Without what the editor does not know, so that one strange node does not empty the text. */
export function readable(body: BodyNode | undefined): JSONContent {
  const empty: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] }
  if (!body) return empty
  try {
    cleanBody(body)
    return body as JSONContent
  } catch {
    return empty
  }
}

const none: readonly string[] = []

type WritingProps = ArticleTextProps & {
  content: JSONContent
  onTyped: (body: BodyNode) => void
  onEditor: (editor: Editor) => void
}

/** What need not follow each key does once nobody has typed for so long, ms. */
export const PAUSE_MS = 200

/** Written past React, which reads a focused text up to the cursor before it changes anything on the page. */
function WordCount({ editor }: { editor: Editor }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const count = () => {
      if (shown.current) shown.current.textContent = `${wordsInBody(bodyOf(editor))} 字`
    }
    count()
    let pause: number | undefined
    const follow = ({ transaction }: { transaction: Transaction }) => {
      if (!transaction.docChanged) return
      window.clearTimeout(pause)
      pause = window.setTimeout(count, PAUSE_MS)
    }
    editor.on('transaction', follow)
    return () => {
      window.clearTimeout(pause)
      editor.off('transaction', follow)
    }
  }, [editor])
  return <span ref={shown} />
}

/** Not drawn anew at each key: that would set the editor's options again and draw its toolbar. */
export const Writing = memo(function Writing(props: WritingProps) {
  const {
    content,
    onTyped,
    onEditor,
    placeholder = '请输入正文',
    disabled = false,
    onBusy,
    forbidden = none,
    tools,
  } = props
  const label = props['aria-label']
  const id = useId()
  const { sending, add } = usePictures(upload, onBusy)
  const [isFull, setFull] = useState(false)
  const given = useRef(add)
  useEffect(() => {
    given.current = add
  })

  const editor = useEditor({
    extensions: [...extensionsWith(placeholder), ...boundNodes, FindReplace],
    content,
    editable: !disabled,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'rich-text-content', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPasted,
      ...pictureProps((files, at) => given.current(editor, files, at)),
    },
    onUpdate: ({ editor: changed }) => onTyped(bodyOf(changed)),
  })
  useEffect(() => onEditor(editor), [editor, onEditor])

  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  useEffect(() => markForbidden(editor, forbidden), [editor, forbidden])

  return (
    <div
      className={isFull ? 'rich-text article-text fills-window' : 'rich-text article-text'}
      data-disabled={disabled || undefined}
    >
      {!disabled && (
        <RichTextToolbar editor={editor} label={`${label}的格式`} onPictures={(files) => add(editor, files)}>
          <span className="rich-text-group">
            {tools?.(editor)}
            <button
              type="button"
              className="rich-text-button article-tool"
              aria-pressed={isFull}
              onClick={() => setFull(!isFull)}
            >
              {isFull ? '退出全屏' : '全屏'}
            </button>
          </span>
        </RichTextToolbar>
      )}
      <EditorContent editor={editor} aria-describedby={id} />
      <div className="rich-text-foot" id={id}>
        <PictureProgress sending={sending} />
        <WordCount editor={editor} />
      </div>
    </div>
  )
})

/** As a field of a form, which is drawn anew at each key; a text that may be long has `ArticleBody`. */
export function ArticleText({ value, onChange, onEditor, ...rest }: FieldProps) {
  const [content] = useState(() => readable(value))
  const [editor, setEditor] = useState<Editor>()
  /** What was last told: it comes back as `value` and is no news. */
  const told = useRef(value)
  const given = useRef({ onChange, onEditor })
  useEffect(() => {
    given.current = { onChange, onEditor }
  })
  const handleTyped = useCallback((body: BodyNode) => {
    told.current = body
    given.current.onChange?.(body)
  }, [])
  const handleEditor = useCallback((created: Editor) => {
    setEditor(created)
    given.current.onEditor?.(created)
  }, [])

  // a text from outside: loaded, restored, merged
  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    editor.commands.setContent(readable(value), { emitUpdate: false })
  }, [editor, value])

  return <Writing {...rest} content={content} onTyped={handleTyped} onEditor={handleEditor} />
}

/** The same text to read, drawn by the same nodes: nothing of it is parsed as HTML. */
export function ArticleView({ body, label }: { body: BodyNode; label: string }) {
  const editor = useEditor({
    extensions: [...extensionsWith(''), ...boundNodes],
    content: readable(body),
    editable: false,
    injectCSS: false,
    editorProps: { attributes: { class: 'rich-text-content article-view', 'aria-label': label, role: 'article' } },
  })
  useEffect(() => {
    editor.commands.setContent(readable(body), { emitUpdate: false })
  }, [editor, body])
  return <EditorContent editor={editor} />
}
