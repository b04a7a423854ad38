// Where files come in: chosen, dropped, or pasted while the button has the focus.
import './upload.css'
import { InboxOutlined } from '@ant-design/icons'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { fileEndings, type UploadPurpose } from '../../../contract/files.ts'

type UploadDropProps = {
  purpose: UploadPurpose
  label: string
  /** How many more may come. */
  room: number
  disabled?: boolean
  hint: ReactNode
  onFiles: (files: File[]) => void
  onTooMany: () => void
}

export function UploadDrop({ purpose, label, room, disabled = false, hint, onFiles, onTooMany }: UploadDropProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isFull = room <= 0
  const isOff = disabled || isFull

  const take = (files: FileList | null | undefined): boolean => {
    if (!files || files.length === 0 || isOff) return false
    if (files.length > room) onTooMany()
    onFiles([...files].slice(0, room))
    return true
  }

  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  const handlePaste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.files)) event.preventDefault()
  }

  return (
    <>
      <button
        type="button"
        className="upload-drop"
        data-over={(isOver && !isOff) || undefined}
        disabled={isOff}
        aria-label={label}
        onClick={() => input.current?.click()}
        onPaste={handlePaste}
        onDragOver={(event) => {
          event.preventDefault() // otherwise the browser opens what is dropped
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <InboxOutlined />
        <span>{isFull ? '已达到数量上限' : '点击选择，或拖动、粘贴到这里'}</span>
        <small>{hint}</small>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={room > 1}
        accept={fileEndings[purpose].join(',')}
        disabled={isOff}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files)
          target.value = '' // the same file can be chosen again
        }}
      />
    </>
  )
}
