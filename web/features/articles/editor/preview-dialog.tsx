// A text as readers will see it, on a telephone and on a desk.
import { Modal, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { ArticleView } from './article-text.tsx'

type Props = {
  title: string
  note?: string
  /** Choices above the preview. */
  head?: ReactNode
  subtitle?: string
  source?: string
  author?: string
  summary: string
  body: BodyNode
  onClosed: () => void
}

const widths = [
  { value: 1200, label: '电脑（1200）' },
  { value: 390, label: '手机（390）' },
]

export function PreviewDialog({ title, subtitle, source, author, note, head, summary, body, onClosed }: Props) {
  const { close, frame } = useDialog(onClosed)
  const [width, setWidth] = useState(1200)
  return (
    <Modal {...frame} title="预览" width={1280} footer={null} onCancel={close}>
      {head}
      <Segmented aria-label="预览宽度" options={widths} value={width} onChange={setWidth} />
      {note && <p role="status">{note}</p>}
      <div className="article-preview" style={{ width }}>
        <h1>{title}</h1>
        {subtitle && <p className="article-note">{subtitle}</p>}
        {(source || author) && <p className="article-note">{[source, author].filter(Boolean).join('　')}</p>}
        {summary && <blockquote>{summary}</blockquote>}
        <ArticleView label="预览正文" body={body} />
      </div>
    </Modal>
  )
}
