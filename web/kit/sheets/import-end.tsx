// The actions on a finished import: download its result once, such as initial passwords; undo it.
import { useQueryClient } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import { getImportState, takeImportResult, undoImport } from '#contract/sheets.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useConfirmed } from '../dialog/use-confirmed.tsx'
import { saveLink } from './sheet-file.ts'

export function ImportEnd({ jobId, isMain = false }: { jobId: string; isMain?: boolean }) {
  const client = useQueryClient()
  const { data } = useCall(getImportState, { jobId }, { call: { hideErrorMsg: true } })
  const take = useAct(takeImportResult, { onSuccess: saveLink, call: { noSlice: true } })
  const undo = useConfirmed(undoImport, {
    title: '撤销导入',
    verb: '撤销导入',
    success: '已撤销导入',
    call: { noSlice: true },
    invalidates: [getImportState, queryOwnJobs],
    // any visible list may show the rows
    onSuccess: () => void client.invalidateQueries({ refetchType: 'active' }),
  })
  const size = isMain ? 'middle' : 'small'
  return (
    <Space>
      {data?.hasResult && (
        <Button
          type={isMain ? 'primary' : 'link'}
          size={size}
          loading={take.pending}
          onClick={() => void take.run({ jobId })}
        >
          下载导入结果（仅一次）
        </Button>
      )}
      {data?.mayUndo && (
        <Button
          type={isMain ? 'default' : 'link'}
          danger
          size={size}
          loading={undo.pending}
          onClick={() => void undo.run({ jobId })}
        >
          撤销导入
        </Button>
      )}
      {undo.dialogs}
    </Space>
  )
}
