// One document, to be read, with its file.
import { type DocumentRow, getDocument } from '../../../../contract/members/documents.ts'
import { type DocumentState, documentStateLabels } from '../../../../contract/members/members.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../../kit/dialog/facts.tsx'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { Status, type Tone } from '../../../kit/table/status.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'
import { sizeText } from '../../../lib/upload.ts'

const tones: Readonly<Record<DocumentState, Tone>> = { draft: 'idle', launched: 'good', takenDown: 'warning' }

export function DocumentStatus({ state }: { state: DocumentState }) {
  return <Status tone={tones[state]}>{documentStateLabels[state]}</Status>
}

type DocumentDetailsProps = { subProduct: SubProductKey; document: DocumentRow; onClosed: () => void }

export function DocumentDetails({ subProduct, document, onClosed }: DocumentDetailsProps) {
  const mayRead = useIsAllowed()(getDocument, subProduct)
  const { data, error, refetch } = useCall(getDocument, { id: document.id }, { enabled: mayRead })
  const { title, kind, day, state, authorName, updatedAt } = data ?? document
  const file = data?.file
  return (
    <DetailsDrawer title={title} size={480} onClosed={onClosed}>
      <Facts
        items={[
          { label: '状态', children: <DocumentStatus state={state} /> },
          { label: '类别', children: kind || '—' },
          { label: '日期', children: day },
          {
            label: '文件',
            children: file ? (
              <a href={file.url} target="_blank" rel="noreferrer">
                {file.name}（{sizeText(file.size)}）
              </a>
            ) : (
              (document.fileName ?? '未上传')
            ),
          },
          { label: '摘要', children: data?.summary || '—' },
          { label: '作者', children: authorName ?? '—' },
          { label: '更新时间', children: formatMoment(updatedAt) },
        ]}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </DetailsDrawer>
  )
}
