// The way to a block of lines: pasted or from a file, checked cell by cell before anything is saved.
import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { queryEntries } from '../../../../contract/members/manual-entry.ts'
import type { ImportCalls } from '../../../../contract/sheets.ts'
import { Can } from '../../../kit/can.tsx'

const ImportDialog = lazy(() => import('../../../kit/sheets/import-dialog.tsx'))

const shownIn = [queryEntries]

export function EntryBlock({ calls }: { calls: ImportCalls }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Can call={calls.open}>
      <Button icon={<TableOutlined />} onClick={() => setWanted(true)}>
        批量录入
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <ImportDialog calls={calls} invalidates={shownIn} onClosed={() => setWanted(false)} />
        </Suspense>
      )}
    </Can>
  )
}
