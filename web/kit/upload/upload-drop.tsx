// Takes files: chosen, dropped, or pasted while the button has the focus.
import './upload.css'
import { InboxOutlined } from '@ant-design/icons'
import { Upload, type UploadProps } from 'antd'
import { type ComponentRef, type ReactNode, useRef, useState } from 'react'
import { fileEndings, type UploadPurpose } from '#contract/files.ts'

type UploadDropProps = Pick<UploadProps, 'fileList' | 'customRequest' | 'onChange'> & {
  purpose: UploadPurpose
  label: string
  /** Several can be chosen at once. */
  multiple?: boolean
  /** How many more files are allowed. */
  room: number
  hint: ReactNode
  onTooMany?: () => void
  /** All that were chosen together, instead of a request for each. */
  onChosen?: (files: File[]) => void
}

export function UploadDrop({
  purpose,
  label,
  room,
  hint,
  onTooMany,
  onChosen,
  multiple = false,
  ...props
}: UploadDropProps) {
  const [hasFocus, setFocus] = useState(false)
  const upload = useRef<ComponentRef<typeof Upload>>(null)
  const isFull = room <= 0
  return (
    <Upload.Dragger
      {...props}
      ref={upload}
      // 'native' does not filter dropped files: a refused one gets its own row, with the reason
      // for pictures phones offer the camera, which they do not for a list of endings
      accept={{ format: purpose === 'image' ? 'image/*' : fileEndings[purpose].join(','), filter: 'native' }}
      multiple={multiple}
      disabled={isFull}
      pastable={hasFocus}
      showUploadList={false}
      hasControlInside
      // its own click handler takes the focus away from a button inside
      openFileDialogOnClick={false}
      beforeUpload={(file, files) => {
        const at = files.indexOf(file)
        if (at === room) onTooMany?.()
        if (onChosen) {
          if (at === 0) onChosen(files.slice(0, room))
          return Upload.LIST_IGNORE
        }
        return at < room || Upload.LIST_IGNORE
      }}
    >
      <button
        type="button"
        className="upload-drop"
        disabled={isFull}
        aria-label={label}
        onClick={() => upload.current?.nativeElement?.querySelector('input')?.click()}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        <InboxOutlined />
        <span>{isFull ? '已达到数量上限' : '点击选择，或拖动、粘贴到这里'}</span>
        <small>{hint}</small>
      </button>
    </Upload.Dragger>
  )
}
