// Row actions of background jobs, with their confirmations.
import type { ReactNode } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  cancelAnyJob,
  isEnded,
  isRepeatable,
  queryJobs,
  removeJobs,
  retryAnyJob,
  type SystemJobRow,
} from '#contract/system/jobs.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { useAct } from '#web/lib/query.ts'
import { ownerOf } from './job-labels.ts'

const shownIn = [queryJobs]

type JobActs = {
  actionsOf: (job: SystemJobRow) => RowAction[]
  remove: (jobs: readonly SystemJobRow[], onRemoved: () => void) => void
  confirmation: ReactNode
}

export function useJobActs(): JobActs {
  const [confirm, confirmation] = useConfirm()
  const cancel = useAct(cancelAnyJob, { invalidates: shownIn, guardMs: DIALOG_GUARD_MS, success: '已请求取消' })
  const repeat = useAct(retryAnyJob, { invalidates: shownIn, success: '已重新排队' })

  const removal = useAct(removeJobs, { invalidates: shownIn, guardMs: DIALOG_GUARD_MS, success: actText('delete') })

  const remove: JobActs['remove'] = (jobs, onRemoved) =>
    confirm({
      title: `删除 ${jobs.length} 条任务记录？`,
      content: '发起人将不再看到这些任务及其结果文件，删除后不能恢复。',
      verb: '删除',
      run: async () => {
        if ((await removal.run({ ids: jobs.map(({ id }) => id) })) !== undefined) onRemoved()
      },
    })

  const actionsOf = (job: SystemJobRow): RowAction[] => {
    const { id, title, state, isCancelling, ownerName } = job
    if (isEnded(state)) {
      return [
        ...(isRepeatable(state) ? [{ label: '重试', call: retryAnyJob, run: () => void repeat.run({ id }) }] : []),
        ...(ownerName === null
          ? []
          : [{ label: '删除', call: removeJobs, isDanger: true, run: () => remove([job], () => undefined) }]),
      ]
    }
    if (isCancelling) return []
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
  return { actionsOf, remove, confirmation }
}
