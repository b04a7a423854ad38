// Opens an import; its dialog is loaded lazily.
import { ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import { Can } from '../can.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

type ImportButtonProps = {
  calls: ImportCalls
  /** Reads that show the rows. */
  invalidates: readonly Endpoint[]
  /** For a list with more than one import. */
  label?: string
}

export function ImportButton({ calls, invalidates, label = '导入' }: ImportButtonProps) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Can call={calls.open}>
      <Button icon={<ImportOutlined />} onClick={() => setWanted(true)}>
        {label}
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <ImportDialog calls={calls} invalidates={invalidates} onClosed={() => setWanted(false)} />
        </Suspense>
      )}
    </Can>
  )
}
