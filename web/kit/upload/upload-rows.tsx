// The rows of an upload: what has arrived, and what is on its way.
import { CloseOutlined, DeleteOutlined, FileOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import type { StoredFile } from '../../../contract/files.ts'
import { sizeText } from '../../lib/upload.ts'
import type { Pending } from './upload-queue.ts'

export type UploadedFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'type' | 'url'>

const isPicture = ({ type }: UploadedFile) => type.startsWith('image/')

export function DoneRow({ file, onRemove }: { file: UploadedFile; onRemove?: (() => void) | undefined }) {
  const { name, size, url } = file
  return (
    <span className="upload-row">
      {isPicture(file) ? <img className="upload-thumb" src={url} alt="" /> : <FileOutlined className="upload-icon" />}
      <span className="upload-name">
        <a href={url} target="_blank" rel="noreferrer" download={isPicture(file) ? undefined : name}>
          {name}
        </a>
        <small>{sizeText(size)}</small>
      </span>
      {onRemove && <Button type="text" icon={<DeleteOutlined />} aria-label={`移除 ${name}`} onClick={onRemove} />}
    </span>
  )
}

type PendingRowProps = { row: Pending; onCancel: () => void; onRetry: () => void }

export function PendingRow({ row, onCancel, onRetry }: PendingRowProps) {
  const { file, state, part, reason, canRetry } = row
  const percent = Math.round(part * 100)
  return (
    <li className="upload-row" data-state={state}>
      <FileOutlined className="upload-icon" />
      <span className="upload-name">
        <span>{file.name}</span>
        {state === 'failed' ? (
          <small role="alert">{reason}</small>
        ) : (
          <Progress
            percent={percent}
            size="small"
            aria-label={`${file.name} 上传进度`}
            format={(value) => (state === 'waiting' ? '等待中' : `${value}%`)}
          />
        )}
      </span>
      {state === 'failed' && canRetry && (
        <Button type="text" icon={<ReloadOutlined />} aria-label={`重新上传 ${file.name}`} onClick={onRetry} />
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={`${state === 'failed' ? '移除' : '取消上传'} ${file.name}`}
        onClick={onCancel}
      />
    </li>
  )
}
