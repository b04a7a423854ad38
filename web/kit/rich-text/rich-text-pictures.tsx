// Pictures of a rich text: chosen, pasted or dropped; uploaded one after another, then inserted at their place.
import type { Slice } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'
import { Progress } from 'antd'
import { useRef, useState } from 'react'
import type { StoredFile } from '#contract/files.ts'
import { notify } from '#web/lib/notify.ts'
import { type Upload, uploadFailure, whyNot } from '#web/lib/upload.ts'
import {
  embeddedPictures,
  lettersOf,
  lostLetters,
  picturesLeftOut,
  placeOfPicture,
  readPasted,
  reviewLeftOut,
  whyNotPasted,
} from './rich-text-paste.ts'

const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Tracks the position of a later insertion through edits of the document. */
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

/** The cursor moves below the picture, unless it was moved elsewhere during the upload. */
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

export type Sending = { name: string; part: number }

/** Uploads one picture after another and inserts each where it was dropped, pasted or chosen. */
export function usePictures(send: Upload, onBusy: ((isBusy: boolean) => void) | undefined) {
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

type Add = ReturnType<typeof usePictures>['add']
/** Uploads the pictures embedded in pasted HTML; each replaces its placeholder. */
function uploadEmbedded(view: EditorView, html: string, add: (files: readonly File[], at: number) => void): void {
  for (const [n, file] of embeddedPictures(html).entries()) {
    const placeholder = placeOfPicture(n)
    const places: number[] = []
    view.state.doc.descendants((node, at) => {
      const found = node.text?.indexOf(placeholder) ?? -1
      if (found >= 0) places.push(at + found)
    })
    const [place] = places
    if (place === undefined) continue
    view.dispatch(view.state.tr.delete(place, place + placeholder.length))
    if (file) add([file], place)
    else notify.error('有一张图片的内容不正确，没有粘贴进来')
  }
}

type View = { posAtCoords: (at: { left: number; top: number }) => { pos: number } | null }

/** Characters of lost text that the notice shows. */
const LOST_SHOWN = 40

/** The text of a pasted slice; captions are attributes. */
function textIn(slice: Slice): string {
  let text = ''
  slice.content.descendants(({ text: own, attrs }) => {
    text += typeof attrs.caption === 'string' ? attrs.caption : (own ?? '')
  })
  return text
}

/** Editor props for pasted content, and for pasted and dropped pictures. */
export const pasteProps = (add: (...args: Parameters<Add> extends [Editor, ...infer Rest] ? Rest : never) => void) => {
  let letters = ''
  return {
    transformPastedHTML: (html: string): string => {
      const read = readPasted(html)
      letters = read.letters
      return read.html
    },
    transformPasted: (slice: Slice): Slice => {
      const lost = lostLetters(letters, lettersOf(textIn(slice)))
      letters = ''
      if (lost !== '') {
        const shown = lost.length > LOST_SHOWN ? `${lost.slice(0, LOST_SHOWN)}…` : lost
        notify.warning(`有 ${lost.length} 个字没有粘贴进来：${shown}`)
      }
      return slice
    },
    ...pictureProps(add),
  }
}

const pictureProps = (add: (...args: Parameters<Add> extends [Editor, ...infer Rest] ? Rest : never) => void) => ({
  // refuses too long HTML before ProseMirror parses it
  handleDOMEvents: {
    paste: (_view: unknown, event: ClipboardEvent) => {
      const reason = whyNotPasted(event.clipboardData?.getData('text/html') ?? '')
      if (reason === null) return false
      event.preventDefault()
      notify.error(reason)
      return true
    },
  },
  handlePaste: (view: EditorView, event: ClipboardEvent) => {
    const pictures = picturesIn(event.clipboardData)
    const html = event.clipboardData?.getData('text/html') ?? ''
    // Office also puts an image of the copied text on the clipboard
    if (pictures.length > 0 && !/<(?:table|p|h\d|li)\b/i.test(html)) {
      add(pictures)
      return true
    }
    const left = picturesLeftOut(html)
    if (left > 0) notify.warning(`有 ${left} 张图片没有粘贴进来，请用工具栏插入，或把图片文件拖进正文`)
    const review = reviewLeftOut(html)
    if (review !== '') notify.info(`${review}没有粘贴进来`)
    // ProseMirror inserts the text after this handler
    if (html.includes('base64,')) setTimeout(() => uploadEmbedded(view, html, add))
    return false
  },
  handleDrop: (view: View, event: DragEvent, _slice: unknown, isMoved: boolean) => {
    const pictures = picturesIn(event.dataTransfer)
    if (isMoved || pictures.length === 0) return false
    event.preventDefault()
    add(pictures, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
    return true
  },
})

export function PictureProgress({ sending }: { sending: Sending | null }) {
  if (!sending) return null
  return (
    <span className="rich-text-sending">
      <span>正在上传 {sending.name}</span>
      <Progress percent={Math.round(sending.part * 100)} size="small" aria-label={`${sending.name} 上传进度`} />
    </span>
  )
}
