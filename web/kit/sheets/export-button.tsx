// Exports all rows that a list finds now: asks for columns, format and a reason; a job does the rest.
import { ExportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Can } from '../can.tsx'
import type { Exported } from './export-query.ts'

const ExportDialog = lazy(() => import('./export-dialog.tsx'))

export function ExportButton(props: Exported) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Can call={props.call} on={props.on}>
      <Button icon={<ExportOutlined />} disabled={!props.total} onClick={() => setWanted(true)}>
        导出
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <ExportDialog {...props} onClosed={() => setWanted(false)} />
        </Suspense>
      )}
    </Can>
  )
}
