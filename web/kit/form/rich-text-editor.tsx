// The editor of formatted texts (Tiptap). Pictures are uploaded and stand in the text by their file's id.
import './rich-text.css'
import { Selection } from '@tiptap/pm/state'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { Progress } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import type { StoredFile } from '../../../contract/files.ts'
import { countWords } from '../../../contract/rich-text.ts'
import { notify } from '../../lib/notify.ts'
import { upload, uploadFailure, whyNot } from '../../lib/upload.ts'
import { cleanPasted } from './rich-text-paste.ts'
import type { RichTextProps } from './rich-text-props.ts'
import { extensionsWith } from './rich-text-schema.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

const blockSeparator = '\n'
const wordsOf = (editor: Editor) => countWords(editor.getText({ blockSeparator }))
/** An empty editor has an empty paragraph; an empty value has nothing. */
const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())

const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Where something will stand that comes later, while others write before it. */
function rememberPlace(editor: Editor, at: number) {
  let place = at
  const follow = ({ transaction }: { transaction: { mapping: { map: (at: number) => number } } }) => {
    place = transaction.mapping.map(place)
  }
  editor.on('transaction', follow)
  return {
    now: () => place,
    forget: () => editor.off('transaction', follow),
  }
}

/** Whoever waited for it goes on writing below it; whoever went on elsewhere stays there. */
function insertPicture(editor: Editor, at: number, attrs: { fileId: string; src: string; alt: string }): void {
  const isWaiting = editor.state.selection.from === at
  editor.commands.insertContentAt(at, { type: 'picture', attrs }, { updateSelection: false })
  if (!isWaiting) return
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, place) => {
      if (node.attrs.fileId === attrs.fileId) tr.setSelection(Selection.near(tr.doc.resolve(place + node.nodeSize)))
    })
    return true
  })
}

type Sending = { name: string; part: number }

/** One picture after the other, each put where it was dropped, pasted or asked for. */
function usePictures(send: NonNullable<RichTextProps['send']>, onBusy: RichTextProps['onBusy']) {
  const [sending, setSending] = useState<Sending | null>(null)
  const queue = useRef(Promise.resolve())
  const left = useRef(0)

  const addOne = async (editor: Editor, file: File, place: ReturnType<typeof rememberPlace>) => {
    setSending({ name: file.name, part: 0 })
    try {
      const reason = whyNot(file, 'image')
      if (reason !== null) return notify.error(reason)
      const onProgress = (part: number) => setSending({ name: file.name, part })
      const { id, url }: StoredFile = await send(file, { purpose: 'image', onProgress })
      if (editor.isDestroyed) return
      const attrs = { fileId: id, src: url, alt: file.name.replace(/\.[^.]+$/, '') }
      insertPicture(editor, place.now(), attrs)
    } catch (failure) {
      notify.error(uploadFailure(failure))
    } finally {
      place.forget()
    }
  }

  const add = (editor: Editor, files: readonly File[], at = editor.state.selection.from) => {
    for (const file of files) {
      const place = rememberPlace(editor, at)
      left.current += 1
      onBusy?.(true)
      queue.current = queue.current.then(async () => {
        await addOne(editor, file, place)
        left.current -= 1
        if (left.current > 0) return
        setSending(null)
        onBusy?.(false)
      })
    }
  }
  return { sending, add }
}

export default function RichTextEditor(props: RichTextProps) {
  const { value = '', onChange, placeholder = '请输入正文', disabled = false, onBusy, send = upload } = props
  const label = props['aria-label']
  const id = useId()
  const { sending, add } = usePictures(send, onBusy)
  const [words, setWords] = useState(0)
  /** What was last told: it comes back as `value` and is no news. */
  const told = useRef(value)
  const given = useRef({ onChange, add })
  useEffect(() => {
    given.current = { onChange, add }
  })

  const editor = useEditor({
    extensions: extensionsWith(placeholder),
    content: value,
    editable: !disabled,
    injectCSS: false, // its style element would need the page's nonce: rich-text.css has what it says
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'rich-text-content', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, event) => {
        const pictures = picturesIn(event.clipboardData)
        // Office puts a picture of the text beside the text
        if (pictures.length === 0 || /<(?:table|p|h\d|li)\b/i.test(event.clipboardData?.getData('text/html') ?? ''))
          return false
        given.current.add(editor, pictures)
        return true
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const pictures = picturesIn(event.dataTransfer)
        if (isMoved || pictures.length === 0) return false
        event.preventDefault()
        given.current.add(editor, pictures, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
    },
    onCreate: ({ editor: created }) => setWords(wordsOf(created)),
    onUpdate: ({ editor: changed }) => {
      setWords(wordsOf(changed))
      told.current = htmlOf(changed)
      given.current.onChange?.(told.current)
    },
  })

  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  // a text from outside: loaded, or put back from a draft
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    setWords(wordsOf(editor))
  }, [editor, value])

  return (
    <div className="rich-text" data-disabled={disabled || undefined}>
      {!disabled && (
        <RichTextToolbar editor={editor} label={`${label}的格式`} onPictures={(files) => add(editor, files)} />
      )}
      <EditorContent editor={editor} aria-describedby={id} />
      <div className="rich-text-foot" id={id}>
        {sending && (
          <span className="rich-text-sending">
            <span>正在上传 {sending.name}</span>
            <Progress percent={Math.round(sending.part * 100)} size="small" aria-label={`${sending.name} 上传进度`} />
          </span>
        )}
        <span>{words} 字</span>
      </div>
    </div>
  )
}
