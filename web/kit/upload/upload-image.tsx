// One picture of a form with its preview, such as a cover. For several, use a FileUpload of `image`.
import './upload.css'
import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { FILE_BYTES } from '#contract/limits.ts'
import { kindsText, sizeText, type Upload, upload } from '#web/lib/upload.ts'
import { UploadDrop } from './upload-drop.tsx'
import { useUploadQueue } from './upload-queue.ts'
import { PendingRow, type UploadedFile } from './upload-rows.tsx'

export type ImageUploadProps = {
  'aria-label': string
  disabled?: boolean
  value?: UploadedFile | null | undefined
  onChange?: (file: UploadedFile | null) => void
  send?: Upload
}

export function ImageUpload(props: ImageUploadProps) {
  const { disabled = false, value = null, onChange, send = upload } = props
  const label = props['aria-label']
  const { pending, queue, retry, cancel } = useUploadQueue({
    purpose: 'image',
    send,
    onDone: ({ id, name, size, type, url }) => onChange?.({ id, name, size, type, url }),
  })
  const [row] = pending
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings borders and a legend of its own
    <div className="upload upload-single" role="group" aria-label={label}>
      {value && !row && (
        <figure className="upload-picture">
          <img src={value.url} alt={value.name} />
          <figcaption>
            <span title={value.name}>{value.name}</span>
            {!disabled && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`移除 ${value.name}`}
                onClick={() => onChange?.(null)}
              />
            )}
          </figcaption>
        </figure>
      )}
      {!value && !disabled && (
        // antd's `Upload` sends nothing once it is unmounted
        <div hidden={row !== undefined}>
          <UploadDrop
            {...queue}
            purpose="image"
            label={`${label}：选择图片`}
            room={row ? 0 : 1}
            hint={`${kindsText.image}，不超过 ${sizeText(FILE_BYTES.image)}`}
          />
        </div>
      )}
      {!value && disabled && <p className="upload-none">暂无图片</p>}
      {row && (
        <ul className="upload-list" aria-label="正在上传">
          <PendingRow row={row} purpose="image" onCancel={() => cancel(row)} onRetry={() => retry(row)} />
        </ul>
      )}
    </div>
  )
}
