// What can be done with a background job in the list.
import type { ReactNode } from 'react'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import {
  cancelAnyJob,
  isEnded,
  isRepeatable,
  queryJobs,
  retryAnyJob,
  type SystemJobRow,
} from '../../../contract/system/jobs.ts'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { useAct } from '../../lib/query.ts'
import { ownerOf } from './job-labels.ts'

const shownIn = [queryJobs]

export function useJobActs(): { actionsOf: (job: SystemJobRow) => RowAction[]; confirmation: ReactNode } {
  const [confirm, confirmation] = useConfirm()
  const cancel = useAct(cancelAnyJob, { invalidates: shownIn, guardMs: DIALOG_GUARD_MS, success: '已请求取消' })
  const repeat = useAct(retryAnyJob, { invalidates: shownIn, success: '已重新排队' })

  const actionsOf = (job: SystemJobRow): RowAction[] => {
    const { id, title, state, isCancelling } = job
    if (isRepeatable(state)) return [{ label: '重试', call: retryAnyJob, run: () => void repeat.run({ id }) }]
    if (isEnded(state) || isCancelling) return []
    return [
      {
        label: '取消',
        call: cancelAnyJob,
        isDanger: true,
        run: () =>
          confirm({
            title: `取消任务“${title}”？`,
            content: `发起人：${ownerOf(job)}。任务将在当前步骤后停止，已完成的部分可能保留。`,
            verb: '取消任务',
            run: () => cancel.run({ id }),
          }),
      },
    ]
  }
  return { actionsOf, confirmation }
}
