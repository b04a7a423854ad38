// Import of the report of a source: one of four, each with its own recognition.
import { DownOutlined, ImportOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type SearchSource, searchSourceLabels, searchSources } from '../../../contract/operations/search-labels.ts'
import {
  getSearchMarketing,
  querySearchAccounts,
  querySearchMarketing,
} from '../../../contract/operations/search-marketing.ts'
import { searchImports } from '../../../contract/operations/search-sheets.ts'
import { Can } from '../../kit/can.tsx'

const ImportDialog = lazy(() => import('../../kit/sheets/import-dialog.tsx'))

const invalidates = [getSearchMarketing, querySearchMarketing, querySearchAccounts]

export function SearchImport() {
  const [source, setSource] = useState<SearchSource>()
  const items = searchSources.map((key) => ({ key, label: `${searchSourceLabels[key]}报表` }))
  return (
    <Can call={searchImports.baidu.open}>
      <Dropdown
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => setSource(searchSources.find((each) => each === key)) }}
      >
        <Button type="primary" icon={<ImportOutlined />}>
          导入
          <DownOutlined />
        </Button>
      </Dropdown>
      {source && (
        <Suspense fallback={null}>
          <ImportDialog calls={searchImports[source]} invalidates={invalidates} onClosed={() => setSource(undefined)} />
        </Suspense>
      )}
    </Can>
  )
}
