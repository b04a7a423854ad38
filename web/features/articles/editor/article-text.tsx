// The text of an article or a template while it is written: the kit's formatted text with blocks bound to prices, finding and
// replacing, and whatever tools a page adds.
import '../../../kit/form/rich-text.css'
import './article-text.css'
import type { Node as Doc } from '@tiptap/pm/model'
import { type Editor, EditorContent, type JSONContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
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

type ArticleTextProps = {
  'aria-label': string
  value?: BodyNode | undefined
  onChange?: (body: BodyNode) => void
  placeholder?: string
  disabled?: boolean
  /** Whether pictures are still on their way. */
  onBusy?: (isBusy: boolean) => void
  /** Words that may not stand in it: marked. */
  forbidden?: readonly string[]
  tools?: (editor: Editor) => ReactNode
}

/** By node of the editor: it keeps those in which nobody writes, so that a key costs its own paragraph. */
const read = new WeakMap<Doc, BodyNode>()

function blockOf(node: Doc): BodyNode {
  const known = read.get(node)
  if (known) return known
  const block = node.toJSON() as BodyNode
  read.set(node, block)
  return block
}

const bodyOf = ({ state: { doc } }: Editor): BodyNode => ({ type: 'doc', content: doc.children.map(blockOf) })

/** Without what the editor does not know, so that one strange node does not empty the text. */
function readable(body: BodyNode | undefined): JSONContent {
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

export function ArticleText(props: ArticleTextProps) {
  const { value, onChange, placeholder = '请输入正文', disabled = false, onBusy, forbidden = none, tools } = props
  const label = props['aria-label']
  const id = useId()
  const { sending, add } = usePictures(upload, onBusy)
  const [words, setWords] = useState(0)
  const [isFull, setFull] = useState(false)
  /** What was last told: it comes back as `value` and is no news. */
  const told = useRef(value)
  const given = useRef({ onChange, add })
  useEffect(() => {
    given.current = { onChange, add }
  })

  const editor = useEditor({
    extensions: [...extensionsWith(placeholder), ...boundNodes, FindReplace],
    content: readable(value),
    editable: !disabled,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'rich-text-content', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPasted,
      ...pictureProps((files, at) => given.current.add(editor, files, at)),
    },
    onCreate: ({ editor: created }) => setWords(wordsInBody(bodyOf(created))),
    onUpdate: ({ editor: changed }) => {
      told.current = bodyOf(changed)
      setWords(wordsInBody(told.current))
      given.current.onChange?.(told.current)
    },
  })

  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  // a text from outside: loaded, restored, merged
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    editor.commands.setContent(readable(value), { emitUpdate: false })
    setWords(wordsInBody(bodyOf(editor)))
  }, [editor, value])

  useEffect(() => markForbidden(editor, forbidden), [editor, forbidden])

  return (
    <div
      className={isFull ? 'rich-text article-text is-full' : 'rich-text article-text'}
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
        <span>{words} 字</span>
      </div>
    </div>
  )
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
