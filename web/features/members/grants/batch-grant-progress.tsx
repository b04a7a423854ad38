// Progress of a batch of grants, and at its end the outcome of each account.
import { Button } from 'antd'
import { useEffect } from 'react'
import { getBatchOutcome } from '#contract/members/grant-batches.ts'
import { isEnded } from '#contract/system/jobs.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { JobProgress, useJob } from '#web/kit/sheets/job-progress.tsx'
import { saveSheet } from '#web/kit/sheets/sheet-file.ts'
import { Status } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { outcomeCsv, outcomeInOrder, outcomeLabel } from './batch-grant.rules.ts'
import { UndoGrantsButton } from './undo-grants.tsx'
import './grant-dialog.css'
import { ScrollBox } from '#web/kit/scroll-box.tsx'

/** Rows shown; the file has all of them. */
const SHOWN_MAX = 200

const tones = { changed: 'good', unchanged: 'idle', refused: 'bad', waiting: 'idle' } as const

/** Downloads a text as a file, with a byte order mark so that spreadsheets read it as UTF-8. */
function save(name: string, text: string): void {
  const bytes = new TextEncoder().encode(`\uFEFF${text}`)
  saveSheet({ name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) })
}

function Outcome({ batchId, name }: { batchId: string; name: string }) {
  const { data, error, refetch } = useCall(getBatchOutcome, { id: batchId }, { staleTime: 0 })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null
  const { actId, total, changed, unchanged, refused, waiting, rows } = data
  const shown = outcomeInOrder(rows).slice(0, SHOWN_MAX)
  const left = waiting > 0 ? `，未处理 ${waiting} 个` : ''
  return (
    <>
      <div className="batch-summary" role="status">
        <span>
          共 {total} 个账号：已办理 {changed} 个，没有变化 {unchanged} 个，未能办理 {refused} 个{left}
        </span>
        {actId && changed > 0 && <UndoGrantsButton actId={actId} accounts={changed} />}
        <Button size="small" onClick={() => save(`${name}结果.csv`, outcomeCsv(rows))}>
          下载结果
        </Button>
      </div>
      <ScrollBox className="batch-outcome" label="处理结果">
        <table>
          <thead>
            <tr>
              <th scope="col">账号</th>
              <th scope="col">结果</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name: account, state, msg }) => (
              <tr key={id}>
                <td>{account}</td>
                <td>
                  <Status tone={tones[state]}>{outcomeLabel(state)}</Status>
                </td>
                <td>{msg || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > shown.length && <p>{`仅显示前 ${SHOWN_MAX} 个，下载可得到全部结果。`}</p>}
    </>
  )
}

type BatchGrantProgressProps = {
  batchId: string
  jobId: string
  /** Part of the outcome's file name. */
  name: string
  /** Called once, when the batch has ended. */
  onEnded: () => void
}

export function BatchGrantProgress({ batchId, jobId, name, onEnded }: BatchGrantProgressProps) {
  const { data: job } = useJob(jobId)
  const hasEnded = job !== undefined && isEnded(job.state)
  useEffect(() => {
    if (hasEnded) onEnded()
  }, [hasEnded, onEnded])
  return (
    <>
      <JobProgress id={jobId} />
      {hasEnded ? (
        <Outcome batchId={batchId} name={name} />
      ) : (
        <p className="batch-hint">可以关闭窗口，任务在后台继续，进度在右上角的下载中心。</p>
      )}
    </>
  )
}
