// Whether an address is opted out, or restored by whom and why.
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'

type OptedOut = { restoredAt: string | null; restoredByName: string; restoreReason: string }

export function OptOutState({ restoredAt, restoredByName, restoreReason }: OptedOut) {
  if (restoredAt === null) return <Status tone="idle">已退订</Status>
  return (
    <>
      <Status tone="good">已恢复接收</Status>
      <div className="field-hint">
        {formatMoment(restoredAt)} {restoredByName}：{restoreReason}
      </div>
    </>
  )
}

export const optOutStates = [
  { value: 'out', label: '已退订' },
  { value: 'restored', label: '已恢复接收' },
]
