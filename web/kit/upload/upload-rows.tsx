// The rows of an upload: uploaded and pending files.
import { CloseOutlined, DeleteOutlined, FileOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import type { StoredFile, UploadPurpose } from '#contract/files.ts'
import { sizeText, uploadFailure, whyNot } from '#web/lib/upload.ts'
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

type PendingRowProps = { row: Pending; purpose: UploadPurpose; onCancel: () => void; onRetry: () => void }

export function PendingRow({ row, purpose, onCancel, onRetry }: PendingRowProps) {
  const { name, status, percent = 0, error, originFileObj } = row
  const isFailed = status === 'error'
  const wrong = originFileObj ? whyNot(originFileObj, purpose) : null
  return (
    <li className="upload-row" data-state={isFailed ? 'failed' : undefined}>
      <FileOutlined className="upload-icon" />
      <span className="upload-name">
        <span>{name}</span>
        {isFailed ? (
          <small role="alert">{wrong ?? uploadFailure(error)}</small>
        ) : (
          <Progress
            percent={percent}
            size="small"
            aria-label={`${name} 上传进度`}
            format={(value) => (percent === 0 ? '等待中' : `${value}%`)}
          />
        )}
      </span>
      {isFailed && wrong === null && (
        <Button type="text" icon={<ReloadOutlined />} aria-label={`重新上传 ${name}`} onClick={onRetry} />
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={`${isFailed ? '移除' : '取消上传'} ${name}`}
        onClick={onCancel}
      />
    </li>
  )
}
