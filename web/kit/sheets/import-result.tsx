// What an import has given back, such as initial passwords: fetched once.
import { Button } from 'antd'
import { takeImportResult } from '../../../contract/sheets.ts'
import { useAct } from '../../lib/query.ts'
import { saveLink } from './sheet-file.ts'

export function ImportResult({ jobId, isMain = false }: { jobId: string; isMain?: boolean }) {
  const { run, pending } = useAct(takeImportResult, { onSuccess: saveLink, call: { messageAll: true, noSlice: true } })
  return (
    <Button
      type={isMain ? 'primary' : 'link'}
      size={isMain ? 'middle' : 'small'}
      loading={pending}
      onClick={() => void run({ jobId })}
    >
      下载导入结果（仅一次）
    </Button>
  )
}
