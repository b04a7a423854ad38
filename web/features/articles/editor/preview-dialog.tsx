// Preview at the widths of a phone and of a desktop screen.
import { Modal, Segmented, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import '../articles.css'

type Props = {
  note?: string
  /** Controls above the preview. */
  head?: ReactNode
  children: (width: number) => ReactNode
  onClosed: () => void
}

const widths = [
  { value: 1200, label: '电脑（1200）' },
  { value: 390, label: '手机（390）' },
]

export function PreviewDialog({ note, head, children, onClosed }: Props) {
  const { close, frame } = useDialog(onClosed)
  const [width, setWidth] = useState(1200)
  return (
    <Modal {...frame} title="预览" width={1280} footer={null} onCancel={close}>
      <Space wrap>
        {head}
        <Segmented aria-label="预览宽度" options={widths} value={width} onChange={setWidth} />
      </Space>
      {note && (
        <p className="article-note" role="status">
          {note}
        </p>
      )}
      {children(width)}
    </Modal>
  )
}
