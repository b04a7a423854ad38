// Several files of a form: chosen, dropped or pasted, each with its progress; then sorted, opened, removed. The value
// is the uploaded files; a form saves their ids.
import './upload.css'
import { useEffect, useRef } from 'react'
import type { UploadPurpose } from '#contract/files.ts'
import { FILE_BYTES } from '#contract/limits.ts'
import { notify } from '#web/lib/notify.ts'
import { kindsText, sizeText, type Upload, upload } from '#web/lib/upload.ts'
import { SortableList } from '../picker/sortable-list.tsx'
import { UploadDrop } from './upload-drop.tsx'
import { useUploadQueue } from './upload-queue.ts'
import { DoneRow, PendingRow, type UploadedFile } from './upload-rows.tsx'

const none: readonly UploadedFile[] = []

export type FileUploadProps = {
  'aria-label': string
  purpose?: Exclude<UploadPurpose, 'avatar'>
  /** Maximum number of files. */
  max?: number
  disabled?: boolean
  value?: readonly UploadedFile[] | undefined
  onChange?: (files: UploadedFile[]) => void
  /** Whether uploads are running: a form must not save until they end. */
  onBusy?: (isBusy: boolean) => void
  send?: Upload
}

export function FileUpload(props: FileUploadProps) {
  const { purpose = 'attachment', max = 10, disabled = false, value = none, onChange, onBusy, send = upload } = props
  const label = props['aria-label']
  // a ref: two uploads that finish together must not overwrite each other
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const set = (files: readonly UploadedFile[]) => {
    latest.current = files
    onChange?.([...files])
  }
  const { pending, queue, retry, cancel } = useUploadQueue({
    purpose,
    send,
    onDone: ({ id, name, size, type, url }) => set([...latest.current, { id, name, size, type, url }]),
  })
  const isBusy = pending.some(({ status }) => status !== 'error')
  const latestOnBusy = useRef(onBusy)
  latestOnBusy.current = onBusy
  useEffect(() => latestOnBusy.current?.(isBusy), [isBusy])

  const remove = (id: string) => set(value.filter((file) => file.id !== id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings borders and a legend of its own
    <div className="upload" role="group" aria-label={label}>
      {!disabled && (
        <UploadDrop
          {...queue}
          multiple={max > 1}
          purpose={purpose}
          label={`${label}：选择文件`}
          room={max - value.length - pending.length}
          hint={`${kindsText[purpose]}，每个不超过 ${sizeText(FILE_BYTES[purpose])}，最多 ${max} 个`}
          onTooMany={() => notify.warning(`最多 ${max} 个文件，其余的没有加入`)}
        />
      )}
      {value.length > 0 &&
        (disabled || value.length === 1 ? (
          <ul className="upload-list" aria-label="已上传">
            {value.map((file) => (
              <li key={file.id}>
                <DoneRow file={file} onRemove={disabled ? undefined : () => remove(file.id)} />
              </li>
            ))}
          </ul>
        ) : (
          <SortableList
            label="已上传"
            items={value}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            onSort={(files) => set(files)}
          >
            {(file) => <DoneRow file={file} onRemove={() => remove(file.id)} />}
          </SortableList>
        ))}
      {disabled && value.length === 0 && <p className="upload-none">暂无文件</p>}
      {pending.length > 0 && (
        <ul className="upload-list" aria-label="正在上传">
          {pending.map((row) => (
            <PendingRow
              key={row.uid}
              row={row}
              purpose={purpose}
              onCancel={() => cancel(row)}
              onRetry={() => retry(row)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
