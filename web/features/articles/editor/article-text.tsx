// The editor of an article or template: rich text with blocks bound to prices, find and replace, and the tools of a
// page.
import '#web/kit/rich-text/rich-text.css'
import './article-text.css'
import type { Node as Doc } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { type Editor, EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { cleanBody } from '#contract/articles/body.ts'
import { wordsInBody } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { PictureProgress, pasteProps, usePictures } from '#web/kit/rich-text/rich-text-pictures.tsx'
import { extensionsWith } from '#web/kit/rich-text/rich-text-schema.ts'
import { RichTextToolbar } from '#web/kit/rich-text/rich-text-toolbar.tsx'
import { uploadShrunk } from '#web/lib/shrunk-picture.ts'
import { boundNodes } from './bound-nodes.ts'
import { FindReplace, markForbidden } from './find-replace.ts'

export type ArticleTextProps = {
  'aria-label': string
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are still uploading. */
  onBusy?: (isBusy: boolean) => void
  /** Forbidden words, marked in the text. */
  forbidden?: readonly string[]
  tools?: (editor: Editor) => ReactNode
  /** Called once the editor exists, for panels that show places in the text. */
  onEditor?: (editor: Editor) => void
}

/** Sharp in a column of text; light for who reads a shared article on a phone. */
const uploadPicture = uploadShrunk({ side: 1_600, bytes: 300_000 })

type FieldProps = ArticleTextProps & { value?: BodyNode | undefined; onChange?: (body: BodyNode) => void }

/** Cached by ProseMirror node: unchanged paragraphs keep their node, so that a key costs only its own paragraph. */
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

/** An invalid body shows as empty, as the editor would fail on unknown nodes. */
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

/** Work that need not follow each key waits for a pause of this length, ms. */
export const PAUSE_MS = 200

/** Updated without React, which reads the focused text up to the cursor before each change of the page. */
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

/** Memoised: a rerender at each key would set the editor's options again and rerender its toolbar. */
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
  const { sending, add } = usePictures(uploadPicture, onBusy)
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
      ...pasteProps((files, at) => given.current(editor, files, at)),
    },
    // a change by plugins alone, such as the paragraph after a table at the end, is nothing that was typed
    onUpdate: ({ editor: changed, transaction }) => {
      if (transaction.docChanged) onTyped(bodyOf(changed))
    },
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

/** As a form field, which rerenders at each key; for texts that may be long use `ArticleBody`. */
export function ArticleText({ value, onChange, onEditor, ...rest }: FieldProps) {
  const [content] = useState(() => readable(value))
  const [editor, setEditor] = useState<Editor>()
  /** The last body passed to `onChange`: it comes back as `value` and needs no update. */
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

  // the body was set from outside: loaded, restored or merged
  useEffect(() => {
    if (!editor || value === told.current) return
    told.current = value
    editor.commands.setContent(readable(value), { emitUpdate: false })
  }, [editor, value])

  return <Writing {...rest} content={content} onTyped={handleTyped} onEditor={handleEditor} />
}

/** A body to read, rendered by the same nodes: nothing is parsed as HTML. */
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
