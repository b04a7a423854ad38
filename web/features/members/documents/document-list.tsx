// Documents of a sub-product: list, publish, take down, import and export.
import { useState } from 'react'
import {
  addDocument,
  type DocumentRow,
  documentImports,
  exportDocuments,
  getDocument,
  queryDocuments,
} from '#contract/members/documents.ts'
import type { DocumentState } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import type { Tone } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { sizeText } from '#web/lib/upload.ts'
import { useDocumentActs } from './document-acts.tsx'

const tones: Readonly<Record<DocumentState, Tone>> = { draft: 'idle', launched: 'good', takenDown: 'warning' }

type DocumentDetailsProps = { subProduct: SubProductKey; document: DocumentRow; onClosed: () => void }

/** Details of one document, with its file. */
function DocumentDetails({ subProduct, document, onClosed }: DocumentDetailsProps) {
  const mayRead = useIsAllowed()(getDocument, subProduct)
  const { data, error, refetch } = useCall(getDocument, { id: document.id }, { enabled: mayRead })
  const shown = data ?? document
  const file = data?.file
  return (
    <DetailsDrawer title={shown.title} size={480} onClosed={onClosed}>
      <Facts
        items={factsOf(getDocument, shown, {
          state: { tones },
          kind: {},
          day: {},
          file: {
            render: () =>
              file ? (
                <a href={file.url} target="_blank" rel="noreferrer">
                  {file.name}（{sizeText(file.size)}）
                </a>
              ) : (
                (document.fileName ?? '未上传')
              ),
          },
          summary: {},
          authorName: {},
          updatedAt: {},
        })}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </DetailsDrawer>
  )
}

const filters = filtersOf(queryDocuments, ['title', 'kind', 'state'])
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(queryDocuments, {
  title: { width: 320, opens: true },
  kind: { width: 110 },
  day: { width: 110 },
  state: { width: 100, tones },
  fileName: { width: 240, empty: '未上传' },
  authorName: { width: 100 },
  updatedAt: {},
})

export default function DocumentList({ subProduct }: { subProduct: SubProductKey }) {
  const [shown, setShown] = useState<DocumentRow>()
  const { actionsOf, add, dialogs } = useDocumentActs()
  const calls = documentImports[subProduct]
  return (
    <>
      <ListPage
        endpoint={queryDocuments}
        fixedFilters={{ subProduct }}
        on={subProduct}
        settings={subProductMenu(subProduct, 'documents')}
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        onOpen={setShown}
        exportCall={exportDocuments}
        toolbar={
          <>
            <AddButton call={addDocument} on={subProduct} onClick={() => add(subProduct)} />
            {calls && <ImportButton calls={calls} invalidates={[queryDocuments]} />}
          </>
        }
      />
      {shown && <DocumentDetails subProduct={subProduct} document={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
