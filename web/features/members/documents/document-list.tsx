// Documents of a sub-product: written, launched, taken down; in and out of spreadsheets.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import {
  addDocument,
  type DocumentRow,
  documentImports,
  exportDocuments,
  queryDocuments,
} from '../../../../contract/members/documents.ts'
import { documentStateLabels, documentStates } from '../../../../contract/members/members.ts'
import { type SubProductKey, subProductMenu } from '../../../../contract/sub-products.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { dayRangeFilter } from '../../../kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { ImportButton } from '../../../kit/sheets/import-button.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useDocumentActs } from './document-acts.tsx'
import { DocumentDetails, DocumentStatus } from './document-details.tsx'

const stateOptions = documentStates.map((value) => ({ value, label: documentStateLabels[value] }))

const filters = [
  textFilter('title', '标题', 100),
  textFilter('kind', '类别', 32),
  selectFilter('state', '状态', stateOptions),
]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns: readonly Column<DocumentRow>[] = [
  { key: 'title', label: '标题', width: 320, opens: true },
  { key: 'kind', label: '类别', width: 110 },
  { key: 'day', label: '日期', width: 110 },
  { key: 'state', label: '状态', width: 100, render: DocumentStatus },
  { key: 'fileName', label: '文件', width: 240, render: ({ fileName }) => fileName ?? '未上传' },
  { key: 'authorName', label: '作者', width: 100 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

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
            <Can call={addDocument} on={subProduct}>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => add(subProduct)}>
                新增
              </Button>
            </Can>
            {calls && <ImportButton calls={calls} invalidates={[queryDocuments]} />}
          </>
        }
      />
      {shown && <DocumentDetails subProduct={subProduct} document={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
